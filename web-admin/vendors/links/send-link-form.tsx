import { useState, type FormEvent } from 'react';
import { vendorLinkResource, type VendorLinkResource } from '#contracts/api/vendor-links.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { useAct } from '../../components/use-act.ts';
import { call } from '../../providers/http-client.ts';
import styles from './links.module.css';

type SendLinkFormProps = {
  path: string;
  /** The vendor's own address. */
  email: string;
  onSent: (link: VendorLinkResource) => void;
};

/** Sends a link by mail, to the vendor's own address or another. */
export function SendLinkForm({ path, email, onSent }: SendLinkFormProps) {
  const [to, setTo] = useState(email);
  const { busy, act } = useAct();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act('send', async () => {
      onSent(await call(path, vendorLinkResource, { body: { to } }));
      return `The link goes to ${to}.`;
    });
  };
  return (
    <form className={styles['send']} onSubmit={submit}>
      <Field
        label="Send to"
        type="email"
        autoComplete="off"
        autoFocus
        required
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
      <Button look="primary" type="submit" busy={busy !== null}>
        {busy ? 'Sending…' : 'Send mail'}
      </Button>
    </form>
  );
}
