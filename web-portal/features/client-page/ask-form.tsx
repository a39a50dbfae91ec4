import { useState, type FormEvent } from 'react';
import type { ClientLinkView } from '#contracts/api/client-links.ts';
import { CLIENT_LINK_LIMITS } from '#contracts/vocabulary/client-links.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { TextArea } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import styles from './client-page.module.css';

type AskFormProps = {
  label: string;
  onAsk: (text: string) => Promise<boolean>;
  onCancel?: () => void;
};

/** A question to the jeweller; what could not be sent stays to be sent again. */
export function AskForm({ label, onAsk, onCancel }: AskFormProps) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    if (await onAsk(text.trim())) {
      setText(insteadOf(text, ''));
      toastSuccess('Your question was sent.');
      onCancel?.();
    }
    setBusy(false);
  };
  return (
    <form className={styles['ask']} onSubmit={(event) => void submit(event)}>
      <TextArea
        label={label}
        rows={2}
        maxLength={CLIENT_LINK_LIMITS.question}
        autoFocus={onCancel !== undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles['buttons']}>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button look="primary" type="submit" busy={busy} unready={text.trim() === ''}>
          Send question
        </Button>
      </div>
    </form>
  );
}

/** What was asked already. */
export function Asked({ questions }: { questions: ClientLinkView['questions'] }) {
  if (questions.length === 0) return null;
  return (
    <ul className={styles['asked']} aria-label="Asked">
      {questions.map(({ id, text }) => (
        <li key={id}>“{text}”</li>
      ))}
    </ul>
  );
}
