import styles from './chip.module.css';

export type Tone = 'good' | 'waiting' | 'gone' | 'alert';

/** A word with its colour. */
export function Chip({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={styles['chip']} data-tone={tone}>
      {children}
    </span>
  );
}
