import type { Stone } from '#contracts/api/stones.ts';
import { StatusChip, TierChip } from '../../../components/chip/chip.tsx';
import { ShapeDrawing } from '../../../components/shape-drawing/shape-drawing.tsx';
import { formatRapPercent } from '../../../lib/format.ts';
import { formatPrice } from '#contracts/vocabulary/money.ts';
import type { StoneColumn } from '../columns/stone-columns.tsx';
import { AvailabilityChip, CartCell } from '../columns/stone-columns.tsx';
import type { ListKind } from '../list-kinds.ts';
import { headingOf } from '../stone-facts.ts';
import styles from './stone-card.module.css';

type StoneCardProps = {
  stone: Stone;
  kind: ListKind;
  look: 'gallery' | 'compact';
  columns: readonly StoneColumn[];
};

/** A stone as a card of the gallery, or as a line of the list on small screens; it shows what the columns may show. */
export function StoneCard({ stone, kind, look, columns }: StoneCardProps) {
  const may = (id: string): boolean => columns.some((column) => column.id === id);
  const grades = [stone.cut, stone.polish, stone.symmetry].filter(Boolean).join(' · ');
  return (
    <div className={styles[look]}>
      <div className={styles['picture']}>
        {stone.stillPhotoUrl && look === 'gallery' ? (
          <StillPhoto stone={stone} />
        ) : (
          <ShapeDrawing shapeCode={stone.shapeCode} colour={stone.colour} fancyColour={stone.fancyColour} />
        )}
      </div>
      <div className={styles['facts']}>
        <strong>{headingOf(stone)}</strong>
        <span className={styles['quiet']}>
          {[stone.parcelName, stone.lab, stone.certNo].filter(Boolean).join(' · ')}
        </span>
        <span className={styles['line']}>
          {grades && <span>{grades}</span>}
          {stone.tier && <TierChip tier={stone.tier} />}
          {kind === 'available' && stone.tentativeAvailability && <AvailabilityChip stone={stone} />}
          {(kind === 'customer' || kind === 'past') && (
            <StatusChip status={stone.status} where={kind === 'past' ? 'past' : 'requestable'} />
          )}
        </span>
      </div>
      <div className={styles['money']}>
        {may('total') && stone.total !== undefined && <strong>{formatPrice(stone.total)}</strong>}
        {may('rapPercent') && stone.displayRapPercent !== undefined && (
          <span className={styles['quiet']}>{formatRapPercent(stone.displayRapPercent)} %</span>
        )}
      </div>
      {kind === 'available' && (
        <div className={styles['cart']}>
          <CartCell stone={stone} />
        </div>
      )}
    </div>
  );
}

/** The still, with the drawing behind it for when it does not come. */
function StillPhoto({ stone }: { stone: Stone }) {
  return (
    <>
      <ShapeDrawing shapeCode={stone.shapeCode} colour={stone.colour} fancyColour={stone.fancyColour} />
      <img
        src={stone.stillPhotoUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={(event) => event.currentTarget.remove()}
      />
    </>
  );
}
