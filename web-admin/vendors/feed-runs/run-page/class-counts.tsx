import { STOCK_CLASSES, type FeedRunResource, type StockClass } from '#contracts/api/vendor-feeds.ts';
import { formatCount } from '#contracts/vocabulary/counts.ts';
import { CLASS_WORDS } from '../feed-run-words.ts';
import styles from './run-page.module.css';

type ClassCountsProps = {
  counts: NonNullable<FeedRunResource['counts']>;
  /** Null: all of them. */
  shown: StockClass | null;
  /** Undefined: the rows are removed, only their counts are left. */
  onShow: ((shown: StockClass | null) => void) | undefined;
};

/** How many rows come to what; a count shows its rows, and shows all again. */
export function ClassCounts({ counts, shown, onShow }: ClassCountsProps) {
  return (
    <div className={styles['counts']} role="group" aria-label="Rows by outcome">
      {STOCK_CLASSES.map((name) => {
        const [title, about] = CLASS_WORDS[name];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={shown === name}
            disabled={counts[name] === 0 || !onShow}
            onClick={() => onShow?.(shown === name ? null : name)}
          >
            <strong>{formatCount(counts[name])}</strong>
            <span>{title}</span>
            <small>{about}</small>
          </button>
        );
      })}
    </div>
  );
}
