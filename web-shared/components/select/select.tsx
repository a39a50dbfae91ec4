import { useId } from 'react';
import { Options, type Choices } from '../field/field.tsx';
import styles from './select.module.css';

type SelectProps = {
  label: string;
  value: string;
  choices: Choices;
  /** What stands there while nothing is chosen. */
  empty?: string;
  onChange: (value: string) => void;
};

/** A choice outside of forms, such as the month that a page shows. */
export function Select({ label, value, choices, empty, onChange }: SelectProps) {
  const id = useId();
  return (
    <span className={styles['select']}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <Options choices={choices} empty={empty} />
      </select>
    </span>
  );
}
