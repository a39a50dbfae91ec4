import { useState } from 'react';
import { useRefresh } from 'react-admin';
import { suspenseRetryReply, type SuspenseResource } from '#contracts/api/back-office.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { Unsaved } from '../components/unsaved.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import styles from '../components/inbox/inbox.module.css';

/** Lets a document name another parcel or account than the trading system wrote, and tries it again. */
export function RepointForm({ document, onDone }: { document: SuspenseResource; onDone: () => void }) {
  const { id, parcelName = '', accountCode = '' } = document;
  /** As the document names them by now. */
  const [named, setNamed] = useState({ parcelName, accountCode });
  const [parcel, setParcel] = useState(parcelName);
  const [account, setAccount] = useState(accountCode);
  const [note, setNote] = useState('');
  const { busy, act } = useAct();
  const refresh = useRefresh();
  const changes = {
    ...(parcel.trim() !== named.parcelName && { parcelName: parcel.trim() }),
    ...(account.trim() !== named.accountCode && { accountCode: account.trim() }),
  };
  const typed = Object.values(changes);
  const ready = typed.length > 0 && typed.every((text) => text !== '') && note.trim() !== '';
  const repoint = (): void =>
    void act('re-point', async () => {
      const path = `/api/suspense/${encodeURIComponent(id)}/re-point`;
      const body = { ...changes, note: note.trim() };
      const { outcome, reason } = await call(path, suspenseRetryReply, { body });
      // Whatever the outcome, the document names these from now on.
      setNamed({ ...named, ...changes });
      setNote(insteadOf(note, ''));
      refresh();
      if (outcome === 'WAITING')
        throw new Error(`It is still waiting: ${reason ?? 'for an unknown reason'}.`);
      onDone();
      return 'It is recorded.';
    });
  return (
    <section className={styles['repoint']} aria-label="Re-point">
      {(typed.length > 0 || note !== '') && <Unsaved />}
      <h3>Re-point</h3>
      <Field label="Parcel" value={parcel} onChange={({ target }) => setParcel(target.value)} />
      <Field label="Account" value={account} onChange={({ target }) => setAccount(target.value)} />
      <Field label="Why" value={note} onChange={({ target }) => setNote(target.value)} />
      <div className={styles['buttons']}>
        <Button unready={!ready} busy={busy !== null} onClick={repoint}>
          Re-point and try again
        </Button>
      </div>
    </section>
  );
}
