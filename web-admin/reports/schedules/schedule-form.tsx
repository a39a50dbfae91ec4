import { useState, type FormEvent } from 'react';
import { useGetList } from 'react-admin';
import { LAST_DAY_OF_MONTH, reportSchedule, reportScheduleEdit } from '#contracts/api/report-schedules.ts';
import type { UserResource } from '#contracts/api/users.ts';
import { WEEKDAYS } from '#contracts/vendor/feed-schedule.ts';
import { Button } from '#web-shared/components/button/button.tsx';
import { Field, SelectField, type Choices } from '#web-shared/components/field/field.tsx';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { houseZoneName } from '#web-shared/formats/moments.ts';
import { FailedState } from '../../components/failed-state.tsx';
import { failuresInPlace } from '../../components/list-page/failures-in-place.ts';
import { Unsaved } from '../../components/unsaved.tsx';
import { useAct } from '../../components/use-act.ts';
import { firstRows, MOST_ROWS } from '../../providers/data-provider.ts';
import { call } from '../../providers/http-client.ts';
import styles from '../reports.module.css';
import { WEEKDAY_NAMES } from '../../components/weekday-names.ts';
import { dayWords } from './schedule-words.ts';

const PERIODS: Choices = [
  ['WEEK', 'Week'],
  ['MONTH', 'Month'],
];
const WEEKDAY_CHOICES: Choices = WEEKDAYS.map((day) => [day, WEEKDAY_NAMES[day]]);
const MONTH_DAYS: Choices = Array.from({ length: LAST_DAY_OF_MONTH }, (_, index) => [
  `${index + 1}`,
  `${index + 1}`,
]);

/** When a report is mailed and who receives it. */
export function ScheduleForm({ onEnd }: { onEnd: () => void }) {
  const [every, setEvery] = useState<'WEEK' | 'MONTH'>('WEEK');
  const [weekday, setWeekday] = useState<string>('MON');
  const [monthDay, setMonthDay] = useState('1');
  const [at, setAt] = useState('06:30');
  const [recipients, setRecipients] = useState<readonly string[]>([]);
  const [withCost, setWithCost] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // One form makes one schedule: what got no answer and is sent again is the same.
  const [id] = useState(newCommandId);
  const { busy, act } = useAct();
  const { staff, error, ask } = useStaff();

  const save = (event: FormEvent): void => {
    event.preventDefault();
    const day = every === 'WEEK' ? weekday : Number(monthDay);
    const edit = reportScheduleEdit.safeParse({ every, day, at, recipients, withCost });
    setProblem(edit.success ? null : (edit.error.issues[0]?.message ?? 'Something is missing.'));
    if (!edit.success) return;
    void act('save', async () => {
      const path = `/api/report-schedules/${id}`;
      await call(path, reportSchedule, { method: 'PUT', body: edit.data });
      onEnd();
      return `${dayWords(edit.data)} a report is mailed.`;
    });
  };
  const choose = (username: string, chosen: boolean): void =>
    setRecipients((before) => (chosen ? [...before, username] : before.filter((one) => one !== username)));
  return (
    <form className={styles['schedule']} onSubmit={save} aria-label="Send a report by mail">
      {recipients.length > 0 && <Unsaved />}
      <div className={styles['axes']}>
        <SelectField
          label="Every"
          autoFocus
          value={every}
          choices={PERIODS}
          onChange={(period) => setEvery(period === 'MONTH' ? 'MONTH' : 'WEEK')}
        />
        {every === 'WEEK' ? (
          <SelectField label="Day" value={weekday} choices={WEEKDAY_CHOICES} onChange={setWeekday} />
        ) : (
          <SelectField label="Day" value={monthDay} choices={MONTH_DAYS} onChange={setMonthDay} />
        )}
        <Field
          label="At"
          inputMode="numeric"
          maxLength={5}
          hint={houseZoneName()}
          value={at}
          onChange={({ target }) => setAt(target.value)}
        />
      </div>
      <fieldset>
        <legend>To</legend>
        {staff.map(({ username, administrator, email }) => (
          <label key={username}>
            <input
              type="checkbox"
              checked={recipients.includes(username)}
              onChange={({ target }) => choose(username, target.checked)}
            />{' '}
            {username} ({administrator ? 'administrator' : 'sales rep'}, {email})
          </label>
        ))}
        {error !== null && <FailedState error={error} what="The staff" onRetry={ask} />}
      </fieldset>
      <label>
        <input type="checkbox" checked={withCost} onChange={({ target }) => setWithCost(target.checked)} />{' '}
        With cost and margin, for administrators only
      </label>
      {problem !== null && <p role="alert">{problem}</p>}
      <div className={styles['buttons']}>
        <Button type="submit" busy={busy !== null}>
          Send it by mail
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
      </div>
    </form>
  );
}

/** Active staff with an address who see wholesale prices, why they could not be listed, and how to ask again. */
function useStaff(): { staff: UserResource[]; error: unknown; ask: () => void } {
  const of = (role: 'administrator' | 'salesRep') =>
    firstRows(MOST_ROWS, 'username', { filter: { active: true, [role]: true } });
  const administrators = useGetList<UserResource>('users', of('administrator'), failuresInPlace);
  const reps = useGetList<UserResource>('users', of('salesRep'), failuresInPlace);
  const found = [...(administrators.data ?? []), ...(reps.data ?? [])];
  const failed = [administrators, reps].filter(({ data, error }) => !data && error);
  return {
    staff: [...new Map(found.map((one) => [one.username, one])).values()].filter(
      ({ email, showPrices }) => email !== '' && showPrices === 'WHOLESALE',
    ),
    error: failed[0]?.error ?? null,
    ask: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
