import { useState } from 'react';
import { periodLockResource } from '#contracts/api/finance.ts';
import { monthName, monthOfValue } from '#contracts/vocabulary/months.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field, SelectField } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { messageOf } from '#web-shared/formats/message-of.ts';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { billedMonths } from '../components/billed-months.ts';
import { Unsaved } from '../components/unsaved.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import styles from '../components/settings-form.module.css';
import { useGet } from '../providers/use-get.ts';

const PATH = '/api/period-lock';

/** Which months are locked, by whom and why; locking and unlocking (rule: Period lock). */
export function PeriodLock() {
  const [months] = useState(() => billedMonths(new Date()));
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const { busy, act } = useAct();
  const lock = useGet(PATH, periodLockResource);
  const through = monthOfValue(value);
  const set = (to: string | null) =>
    void act(to === null ? 'unlock' : 'lock', async () => {
      await call(PATH, periodLockResource, { body: { through: to, reason } });
      setReason(insteadOf(reason, ''));
      await lock.refetch();
      return to === null ? 'No month is locked.' : `The months up to ${monthName(to)} are locked.`;
    });
  const locked = lock.data?.through ?? null;
  const ready = reason.trim() !== '';
  return (
    <Section title="Period lock">
      {lock.error && <p role="alert">{messageOf(lock.error)}</p>}
      {lock.data && (
        <p role="status">
          {locked === null ? 'No month is locked.' : `The months up to ${monthName(locked)} are locked.`}
        </p>
      )}
      {reason !== '' && <Unsaved />}
      <div className={styles['form']}>
        <SelectField
          label="Lock up to"
          value={value}
          empty="Choose a month…"
          choices={months}
          onChange={setValue}
        />
        <Field label="Reason" value={reason} onChange={({ target }) => setReason(target.value)} />
        <Button
          look="primary"
          busy={busy !== null}
          unready={through === null || !ready}
          onClick={() => set(through)}
        >
          {busy === 'lock' ? 'Locking…' : 'Lock'}
        </Button>
        {locked !== null && (
          <Button busy={busy !== null} unready={!ready} onClick={() => set(null)}>
            {busy === 'unlock' ? 'Unlocking…' : 'Unlock'}
          </Button>
        )}
      </div>
      {lock.data && lock.data.history.length > 0 && (
        <PlainTable label="Locks and unlocks" head={['When', 'By', 'Locked up to', 'Why']}>
          {lock.data.history.map((row) => (
            <tr key={`${row.setAt} ${row.through}`}>
              <th scope="row">{formatMoment(row.setAt)}</th>
              <td>{row.setBy}</td>
              <td>{row.through === null ? 'unlocked' : monthName(row.through)}</td>
              <td>{row.reason}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </Section>
  );
}
