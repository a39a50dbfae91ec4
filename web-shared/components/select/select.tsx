import { useId } from 'react';
import styles from './select.module.css';

type SelectProps = {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  /** What stands there while nothing is chosen. */
  empty?: string;
  onChange: (value: string) => void;
};

/** A choice that is no field of a record: what a page is about. */
export function Select({ label, value, choices, empty, onChange }: SelectProps) {
  const id = useId();
  return (
    <span className={styles['select']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}
