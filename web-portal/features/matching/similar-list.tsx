import type { Stone } from '#contracts/api/stones.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { ShapeDrawing } from '#web-shared/components/shape-drawing/shape-drawing.tsx';
import { headingOf, TENTATIVE_NOTE } from '../../lists/stone-facts.ts';
import { CartButton } from './cart-button.tsx';
import { MOST_COMPARED } from './most-compared.ts';
import { Score, type Candidate } from './score.tsx';
import styles from './similar-modal.module.css';

type SimilarListProps = {
  line: Line;
  found: readonly Candidate[];
  chosen: readonly string[];
  onChoose: (parcelName: string, on: boolean) => void;
  onOpen?: (stone: Stone) => void;
};

/** The ranked list: what each candidate is, what its score is made of, and a tick to compare it. */
export function SimilarList({ line, found, chosen, onChoose, onOpen }: SimilarListProps) {
  const full = chosen.length >= MOST_COMPARED - 1;
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
              <ShapeDrawing
                shapeCode={stone.shapeCode}
                colour={stone.colour}
                fancyColour={stone.fancyColour}
                proportions={stone}
              />
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
                · {[stone.lab, stone.certNo].filter(Boolean).join(' ')}
              </span>
              {stone.tentativeAvailability && (
                <span className={styles['tentative']} title={TENTATIVE_NOTE}>
                  To be confirmed
                </span>
              )}
            </div>
            <Score candidate={candidate} />
            {stone.total !== undefined && <span className={styles['price']}>{formatPrice(stone.total)}</span>}
            <CartButton line={line} stone={stone} />
          </li>
        );
      })}
    </ol>
  );
}
