import type { ReactNode } from 'react';
import styles from './toggle-chip.module.css';

type ToggleChipProps = {
  on: boolean;
  onToggle: () => void;
  children: string;
  /** How many of a group's types are chosen, when not all are. */
  count?: number | undefined;
  small?: boolean;
};

/** A narrowing of a list that is on or off. */
export function ToggleChip({ on, onToggle, children, count, small = false }: ToggleChipProps) {
  return (
    <button type="button" className={styles['chip']} aria-pressed={on} data-small={small} onClick={onToggle}>
      {children}
      {count !== undefined && <small>{count}</small>}
    </button>
  );
}

/** Several of them in a line. */
export function ToggleChips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles['chips']}>
      {children}
    </div>
  );
}
