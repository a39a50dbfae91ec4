import type { ReactNode } from 'react';
import type { Stone } from '#contracts/api/stones.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import { colourInWords } from '#contracts/vocabulary/stone-words.ts';
import { formatRapPercent, formatWeight } from '../../../lib/format.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import styles from './price-card.module.css';

/**
 * Shape code, weight, colour, clarity, cut, polish and symmetry, then RAP, RAP % and the total price, as far
 * as the price mode shows them (product: Stone details).
 */
export function StonePriceCard({ stone }: { stone: Stone }) {
  return (
    <PriceCard
      facts={[
        ['Shape', stone.shapeCode],
        ['Weight', formatWeight(stone.weight)],
        ['Colour', colourInWords(stone)],
        ['Clarity', stone.clarity],
        ['Cut', stone.cut],
        ['Polish', stone.polish],
        ['Symmetry', stone.symmetry],
      ]}
      total={stone.total}
    >
      {stone.displayRap !== undefined && (
        <dl className={styles['rap']}>
          <div>
            <dt>RAP</dt>
            <dd>{formatPrice(stone.displayRap)}</dd>
          </div>
          <div>
            <dt>RAP %</dt>
            <dd>{formatRapPercent(stone.displayRapPercent)}</dd>
          </div>
        </dl>
      )}
    </PriceCard>
  );
}

/** A piece's model, metal, weight and price. */
export function PiecePriceCard({ piece }: { piece: ListRow }) {
  return (
    <PriceCard
      facts={[
        ['Type', [piece.modelType, piece.modelSubType].filter(Boolean).join(', ')],
        ['Finish', piece.modelFinish],
        ['Weight', `${formatWeight(piece.weight)} ct`],
      ]}
      total={piece.total}
    />
  );
}

function PriceCard({
  facts,
  total,
  children,
}: {
  facts: readonly (readonly [name: string, value: string | undefined])[];
  total: number | undefined;
  children?: ReactNode;
}) {
  return (
    <section className={styles['card']} aria-label="Price">
      <dl className={styles['facts']}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} data-long={value.length > 9}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {(children || total !== undefined) && (
        <div className={styles['amount']}>
          {children}
          {total !== undefined && (
            <p className={styles['total']}>
              <span className="visually-hidden">Total </span>
              {formatPrice(total)}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
