import type { ReactNode } from 'react';
import { TierChip } from '#web-shared/components/chip/chip.tsx';
import { dayOf } from '#web-shared/formats/moments.ts';
import { formatRapPercent } from '../../../lib/format.ts';
import { RowStatus } from '../columns/desire-columns.tsx';
import type { ListColumn } from '../columns/list-column.ts';
import { AvailabilityChip, CartCell, RefillCell } from '../columns/state-columns.tsx';
import { statusWhere, type ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { headingOf, isTentative, priceOf } from '../../../lists/stone-facts.ts';
import { StoneDrawing } from '../../../lists/media/stone-drawing.tsx';
import { GalleryPicture } from './gallery-picture.tsx';
import styles from './stone-card.module.css';

type StoneCardProps = {
  row: ListRow;
  kind: ListKind;
  look: 'gallery' | 'compact';
  /** The mouse is over it. */
  under: boolean;
  /** The visible ones: a card shows nothing of a hidden column. */
  columns: readonly ListColumn[];
};

/** A row as a card of the gallery, or as a line of the list on small screens; it shows what the columns show. */
export function StoneCard({ row, kind, look, under, columns }: StoneCardProps) {
  const may: May = (id) => columns.some((column) => column.id === id);
  const cellOf = (id: string): ReactNode => columns.find((column) => column.id === id)?.cell?.(row);
  const grades = gradesOf(row, may);
  const price = priceOf(row);
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
        <span className={styles['quiet']}>{detailsOf(row, may)}</span>
        <span className={styles['line']}>
          {grades && <span>{grades}</span>}
          {may('tier') && row.tier && <TierChip tier={row.tier} />}
          {statusWhere(kind) === 'requestable' && isTentative(row) && <AvailabilityChip stone={row} />}
          {kind !== 'available' && may('status') && <RowStatus row={row} kind={kind} />}
          {may('lastAction') && row.lastAction !== undefined && (
            <span className={styles['quiet']}>Last Action {dayOf(row.lastAction)}</span>
          )}
          {row.dueDate !== undefined && may('dueDate') && (
            <span className={styles['quiet']}>Due {cellOf('dueDate')}</span>
          )}
        </span>
      </div>
      <div className={styles['foot']}>
        <div className={styles['money']}>
          {may('total') && price !== undefined && <strong>{price}</strong>}
          {may('rapPercent') && row.displayRapPercent !== undefined && (
            <span className={styles['quiet']}>{formatRapPercent(row.displayRapPercent)} %</span>
          )}
        </div>
        <div className={styles['actions']}>
          {!row.virtual && cellOf('video')}
          {!row.virtual && cellOf('certificate')}
          {may('cart') && <CartCell stone={row} />}
          {may('refill') && !row.virtual && <RefillCell row={row} />}
        </div>
      </div>
    </div>
  );
}

type May = (column: string) => boolean;

function detailsOf(row: ListRow, may: May): string {
  if (row.wanted) return '';
  return [
    row.parcelName,
    row.piece && may('modelFinish') && row.modelFinish,
    may('lab') && row.lab,
    may('certNo') && row.certNo,
  ]
    .filter(Boolean)
    .join(' · ');
}

function gradesOf({ wanted, cut, polish, symmetry }: ListRow, may: May): string {
  if (wanted) return `Cut ${wanted.words.cut} · Pol ${wanted.words.polish} · Sym ${wanted.words.symmetry}`;
  return [may('cut') && cut, may('polish') && polish, may('symmetry') && symmetry]
    .filter(Boolean)
    .join(' · ');
}
