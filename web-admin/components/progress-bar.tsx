import { formatCount } from '#contracts/vocabulary/counts.ts';
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

/** Work in the background; `total` is null until it is known. */
type Job = { done: number; total: number | null };

/** How much of a job is done, 0 to 1. */
export const shareDone = ({ done, total }: Job): number => (total ? Math.min(1, done / total) : 0);

/** '12', or '12 of 40' once it is known how much there is. */
export const doneWords = ({ done, total }: Job): string =>
  total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;

/** How far a job has come, as a bar and in figures. */
export function JobProgress({ label, job }: { label: string; job: Job }) {
  return (
    <>
      <ProgressBar label={label} share={shareDone(job)} /> {doneWords(job)}
      {job.total === null && ' of …'}
    </>
  );
}
