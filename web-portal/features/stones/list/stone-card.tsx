import { formatPrice } from '#contracts/vocabulary/money.ts';
import { StatusChip, TierChip } from '#web-shared/components/chip/chip.tsx';
import { formatRapPercent } from '../../../lib/format.ts';
import { desireStatusName } from '../../../lists/desire-row.ts';
import type { ListColumn } from '../columns/list-column.ts';
import { AvailabilityChip, CartCell, RefillCell } from '../columns/state-columns.tsx';
import type { ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { headingOf } from '../../../lists/stone-facts.ts';
import { StoneDrawing } from '../../../lists/media/stone-drawing.tsx';
import { GalleryPicture } from './gallery-picture.tsx';
import styles from './stone-card.module.css';

type StoneCardProps = {
  row: ListRow;
  kind: ListKind;
  look: 'gallery' | 'compact';
  /** The mouse is over it. */
  under: boolean;
  columns: readonly ListColumn[];
};

/** A row as a card of the gallery, or as a line of the list on small screens; it shows what the columns may show. */
export function StoneCard({ row, kind, look, under, columns }: StoneCardProps) {
  const may = (id: string): boolean => columns.some((column) => column.id === id);
  const due = columns.find(({ id }) => id === 'dueDate');
  const price = row.wanted ? row.wanted.price : row.total === undefined ? undefined : formatPrice(row.total);
  return (
    <div className={styles[look]}>
      {look === 'gallery' ? (
        <GalleryPicture row={row} under={under} />
      ) : (
        <div className={styles['picture']}>
          <StoneDrawing stone={row} />
        </div>
      )}
      <div className={styles['facts']}>
        <strong>{headingOf(row)}</strong>
        <span className={styles['quiet']}>{detailsOf(row)}</span>
        <span className={styles['line']}>
          {gradesOf(row) && <span>{gradesOf(row)}</span>}
          {row.tier && <TierChip tier={row.tier} />}
          {kind === 'available' && row.tentativeAvailability && <AvailabilityChip stone={row} />}
          {(kind === 'customer' || kind === 'past') &&
            (row.wanted ? (
              <span>{desireStatusName(row.wanted)}</span>
            ) : (
              <StatusChip status={row.status} where={kind === 'past' ? 'past' : 'requestable'} />
            ))}
          {row.dueDate !== undefined && due?.cell && (
            <span className={styles['quiet']}>Due {due.cell(row)}</span>
          )}
        </span>
      </div>
      <div className={styles['money']}>
        {may('total') && price !== undefined && <strong>{price}</strong>}
        {may('rapPercent') && row.displayRapPercent !== undefined && (
          <span className={styles['quiet']}>{formatRapPercent(row.displayRapPercent)} %</span>
        )}
      </div>
      {kind === 'available' && (
        <div className={styles['cart']}>
          <CartCell stone={row} />
        </div>
      )}
      {may('refill') && !row.virtual && (
        <div className={styles['cart']}>
          <RefillCell row={row} />
        </div>
      )}
    </div>
  );
}

function detailsOf(row: ListRow): string {
  if (row.wanted) return '';
  return [row.parcelName, row.piece && row.modelFinish, row.lab, row.certNo].filter(Boolean).join(' · ');
}

function gradesOf({ wanted, cut, polish, symmetry }: ListRow): string {
  if (wanted) return `Cut ${wanted.words.cut} · Pol ${wanted.words.polish} · Sym ${wanted.words.symmetry}`;
  return [cut, polish, symmetry].filter(Boolean).join(' · ');
}
