import type { SimilarStone } from '#contracts/api/matching.ts';
import type { Difference } from './differences.ts';
import styles from './similar-modal.module.css';

/** A candidate with what its score is made of. */
export type Candidate = SimilarStone & { differences: readonly Difference[] };

const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** The score, lower is better, and each penalty it is made of in words. */
export function Score({ candidate }: { candidate: Candidate }) {
  const { rank, differences } = candidate;
  return (
    <ul className={styles['differences']} aria-label={`Score ${points.format(rank)}, lower is better`}>
      <li className={styles['rank']} title="The sum of the penalties; lower is better">
        {points.format(rank)}
      </li>
      {differences.length === 0 && <li className={styles['same']}>alike in everything</li>}
      {differences.map(({ penalty, words, points: amount }) => (
        <li key={penalty} title={`${penalty}: ${points.format(amount)} of ${points.format(rank)} points`}>
          {words}
          <small>{points.format(amount)}</small>
        </li>
      ))}
    </ul>
  );
}
