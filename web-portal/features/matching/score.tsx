import type { SimilarStone } from '#contracts/api/matching.ts';
import styles from './similar-modal.module.css';

const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** The score's working: the sum, lower is better, and what each penalty adds to it. */
export function Score({ rank, penalties }: Pick<SimilarStone, 'rank' | 'penalties'>) {
  return (
    <ul
      className={styles['score']}
      aria-label={`Score ${points.format(rank)}, lower is better`}
      title="The sum of the penalties; lower is better"
    >
      <li>
        <span aria-hidden="true">Score </span>
        <b>{points.format(rank)}</b>
      </li>
      {penalties.map(({ penalty, amount }) => (
        <li key={penalty}>
          {penalty} {points.format(amount)}
        </li>
      ))}
    </ul>
  );
}
