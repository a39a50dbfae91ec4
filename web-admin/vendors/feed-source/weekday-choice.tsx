import { WEEKDAYS, type Weekday } from '#contracts/vendor/feed-schedule.ts';
import { WEEKDAY_NAMES } from '../../components/weekday-names.ts';
import styles from './feed-source.module.css';

type WeekdayChoiceProps = { days: readonly Weekday[]; onChange: (days: Weekday[]) => void };

/** Days of the week, any of them. */
export function WeekdayChoice({ days, onChange }: WeekdayChoiceProps) {
  return (
    <fieldset className={styles['days']}>
      <legend>On</legend>
      {WEEKDAYS.map((day) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(WEEKDAYS.filter((one) => (one === day ? target.checked : days.includes(one))))
            }
          />
          {WEEKDAY_NAMES[day]}
        </label>
      ))}
    </fieldset>
  );
}
