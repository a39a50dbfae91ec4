import styles from './progress-bar.module.css';

/** How far something has come; `share` is 0 to 1. */
export function ProgressBar({ label, share }: { label: string; share: number }) {
  const percent = Math.floor(share * 100);
  return (
    <span className={styles['progress']} data-done={share === 1}>
      <span
        className={styles['bar']}
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
      {percent} %
    </span>
  );
}
