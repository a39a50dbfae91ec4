import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import { NO_NUMBER, understood } from '#web-shared/formats/understood.ts';
import { useId, useState } from 'react';
import styles from './bound.module.css';

type NumberBoundProps = {
  label: string;
  value: number | null;
  autoFocus?: boolean;
  /** What stands there while it is open; the label, which stands around it, is then for screen readers only. */
  open?: string;
  /** What is wrong with the range. */
  problem?: string | null;
  onChange: (value: number | null) => void;
};

/** One end of a range, as a field; an empty field is an open end. */
export function NumberBound({
  label,
  value,
  autoFocus = false,
  open,
  problem = null,
  onChange,
}: NumberBoundProps) {
  // What is typed stays as typed ('1.', '1.50'); it is read again only when the filter was changed elsewhere.
  const [typed, setTyped] = useState(value === null ? '' : String(value));
  const shown = parseBound(typed) === value ? typed : value === null ? '' : String(value);
  const note = problem ?? understood(shown, readBound);
  const id = useId();
  const bare = open !== undefined;
  return (
    <div className={styles['field']} data-bare={bare}>
      <label className={styles['bound']}>
        <span className={bare ? 'visually-hidden' : undefined}>{label}</span>
        <input
          aria-describedby={id}
          inputMode="decimal"
          autoFocus={autoFocus}
          value={shown}
          placeholder={open}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(parseBound(event.target.value));
          }}
          aria-invalid={problem !== null || note === NO_NUMBER ? true : undefined}
        />
      </label>
      <span id={id} className={styles['note']}>
        {note}
      </span>
    </div>
  );
}

/** A bound as typed, with or without its $ or %; empty, or not a number (yet), is an open end. */
export const parseBound = (text: string): number | null => readBound(text) ?? null;

const readBound = (text: string): number | undefined =>
  readNumber(text.replace(/^\s*([-\u2212]?)\s*\$/, '$1').replace(/%\s*$/, ''));
