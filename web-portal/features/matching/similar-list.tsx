import type { SimilarStone } from '#contracts/api/matching.ts';
import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { certificateInWords } from '#contracts/vocabulary/stone-words.ts';
import { headingOf, isTentative, TENTATIVE_NOTE } from '../../lists/stone-facts.ts';
import { CartButton } from './cart-button.tsx';
import { DifferenceList } from './difference-list.tsx';
import { finishOf } from './finish.ts';
import { MOST_COMPARED } from './most-compared.ts';
import { Score } from './score.tsx';
import { longestSide, TrueSize } from './true-size.tsx';
import { verdictOf } from './verdict.ts';
import styles from './similar-modal.module.css';

/** A similar stone, and how it differs from the source in words. */
type Candidate = SimilarStone & { differences: readonly string[] };

type SimilarListProps = {
  line: Line;
  /** What they are compared with. */
  source: Stone;
  found: readonly Candidate[];
  chosen: readonly string[];
  onChoose: (parcelName: string, on: boolean) => void;
  onOpen?: (stone: Stone) => void;
};

/** The ranked list: what each candidate is and costs, how close it is, how it differs, its score; a tick to compare it. */
export function SimilarList({ line, source, found, chosen, onChoose, onOpen }: SimilarListProps) {
  const full = chosen.length >= MOST_COMPARED - 1;
  const largest = Math.max(...[source, ...found.map(({ stone }) => stone)].map(longestSide));
  return (
    <ol className={styles['list']} aria-label="Similar stones">
      {found.map((candidate) => {
        const { stone } = candidate;
        const { parcelName } = stone;
        const on = chosen.includes(parcelName);
        return (
          <li key={parcelName} className={styles['candidate']} data-chosen={on}>
            <input
              type="checkbox"
              aria-label={`Compare ${parcelName}`}
              title={full && !on ? `${MOST_COMPARED} stones at most` : 'Compare'}
              checked={on}
              disabled={full && !on}
              onChange={(event) => onChoose(parcelName, event.target.checked)}
            />
            <span className={styles['drawing']}>
              <TrueSize stone={stone} largest={largest} />
            </span>
            <div className={styles['facts']}>
              <strong>{headingOf(stone)}</strong>
              <span>
                {onOpen ? (
                  <button type="button" className={styles['open']} onClick={() => onOpen(stone)}>
                    {parcelName}
                  </button>
                ) : (
                  parcelName
                )}{' '}
                · {certificateInWords(stone)}
              </span>
              <span>{finishOf(stone)}</span>
              {isTentative(stone) && (
                <span className={styles['tentative']} title={TENTATIVE_NOTE}>
                  To be confirmed
                </span>
              )}
            </div>
            <div className={styles['judged']}>
              <strong className={styles['verdict']}>{verdictOf(candidate.rank)}</strong>
              <DifferenceList words={candidate.differences} />
              <Score {...candidate} />
            </div>
            {stone.total !== undefined && <span className={styles['price']}>{formatPrice(stone.total)}</span>}
            <CartButton line={line} stone={stone} answeredNow />
          </li>
        );
      })}
    </ol>
  );
}
