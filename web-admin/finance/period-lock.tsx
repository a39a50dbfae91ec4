import { useState } from 'react';
import { periodLockResource, type PeriodLockResource } from '#contracts/api/finance.ts';
import {
  addMonths,
  monthName,
  monthOfValue,
  monthsBetween,
  type Month,
} from '#contracts/vocabulary/months.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field, SelectField } from '#web-shared/components/field/field.tsx';
import { insteadOf } from '#web-shared/components/field/instead-of.ts';
import { Section } from '#web-shared/components/facts/facts.tsx';
import { PlainTable } from '#web-shared/components/table/plain-table.tsx';
import { formatMoment } from '#web-shared/formats/moments.ts';
import { useBilledMonths } from '../components/billed-months.ts';
import { ConfirmedButton } from '../components/confirmed-button.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Unsaved } from '../components/unsaved.tsx';
import { useAct } from '../components/use-act.ts';
import { call } from '../providers/http-client.ts';
import styles from '../components/settings-form.module.css';
import { useGet } from '../providers/use-get.ts';

const PATH = '/api/period-lock';

/** Which months are locked, by whom and why; locking and unlocking (rule: Period lock). */
export function PeriodLock() {
  const lock = useGet(PATH, periodLockResource);
  return (
    <Section title="Period lock">
      <Loaded query={lock} noun="period lock" height={160}>
        {(stands) => <Form stands={stands} readAgain={lock.refetch} />}
      </Loaded>
    </Section>
  );
}

type FormProps = { stands: PeriodLockResource; readAgain: () => Promise<unknown> };

function Form({ stands: { through: locked, history }, readAgain }: FormProps) {
  const months = useBilledMonths();
  const [value, setValue] = useState('');
  const [reason, setReason] = useState('');
  const { busy, act } = useAct();
  const through = monthOfValue(value);
  const send = async (to: Month | null): Promise<void> => {
    try {
      await call(PATH, periodLockResource, { body: { through: to, reason, seen: locked } });
      setReason(insteadOf(reason, ''));
    } finally {
      await readAgain();
    }
  };
  const set = (to: Month | null) =>
    void act(to === null ? 'unlock' : 'lock', async () => {
      await send(to);
      return lockWords(to);
    });
  const unlocked = unlockedBetween(locked, through);
  const count = unlocked === null ? 0 : monthsBetween(through!, locked!).length - 1;
  // A range of months is wider than a phone; the question names them.
  const shortly = count > 1 ? `${count} months` : unlocked;
  const ready = reason.trim() !== '';
  return (
    <>
      <p role="status">{lockWords(locked)}</p>
      {reason !== '' && <Unsaved />}
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          // An unlock is asked about first, by its own button, whose dialog's submit comes by here too.
          if (unlocked === null && through !== null) set(through);
        }}
      >
        <SelectField
          label="Lock up to"
          value={value}
          empty="Choose a month…"
          choices={months}
          onChange={setValue}
        />
        <Field label="Reason" value={reason} onChange={({ target }) => setReason(target.value)} />
        {unlocked === null ? (
          <Button look="primary" type="submit" busy={busy !== null} unready={through === null || !ready}>
            {busy === 'lock' ? 'Locking…' : 'Lock'}
          </Button>
        ) : (
          <ConfirmedButton
            label={`Unlock ${shortly}`}
            look="primary"
            busy={busy !== null}
            unready={!ready}
            question={`Unlock ${unlocked}?`}
            act={() => send(through)}
            done={`Unlocked: ${unlocked}. ${lockWords(through)}`}
          >
            {lockWords(through)} What is unlocked can be billed, and its bills replaced.
          </ConfirmedButton>
        )}
        {locked !== null && (
          <Button busy={busy !== null} unready={!ready} onClick={() => set(null)}>
            {busy === 'unlock' ? 'Unlocking…' : 'Unlock'}
          </Button>
        )}
      </form>
      {history.length > 0 && (
        <PlainTable label="Locks and unlocks" head={['When', 'By', 'Locked up to', 'Why']}>
          {history.map((row, place, { [place + 1]: before }) => (
            <tr key={`${row.setAt} ${row.through}`}>
              <th scope="row">{formatMoment(row.setAt)}</th>
              <td>{row.setBy}</td>
              <td>{historyWords(row.through, before?.through ?? null)}</td>
              <td>{row.reason}</td>
            </tr>
          ))}
        </PlainTable>
      )}
    </>
  );
}

const lockWords = (through: Month | null): string =>
  through === null ? 'No month is locked.' : `The months up to ${monthName(through)} are locked.`;

/** The months that a lock up to an earlier month unlocks; null when it unlocks none. */
function unlockedBetween(locked: Month | null, through: Month | null): string | null {
  if (locked === null || through === null || through >= locked) return null;
  const first = addMonths(through, 1);
  return first === locked ? monthName(locked) : `${monthName(first)} to ${monthName(locked)}`;
}

function historyWords(through: Month | null, before: Month | null): string {
  if (through === null) return 'unlocked';
  const unlocked = unlockedBetween(before, through);
  return unlocked === null ? monthName(through) : `${monthName(through)}; unlocked: ${unlocked}`;
}
