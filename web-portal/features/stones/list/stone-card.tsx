import { formatPrice } from '#contracts/vocabulary/money.ts';
import { StatusChip, TierChip } from '../../../components/chip/chip.tsx';
import { JewelleryDrawing } from '../../../components/shape-drawing/jewellery-drawing.tsx';
import { ShapeDrawing } from '../../../components/shape-drawing/shape-drawing.tsx';
import { formatRapPercent } from '../../../lib/format.ts';
import { desireStatusName } from '../../desires/desire-row.ts';
import type { ListColumn } from '../columns/list-column.ts';
import { AvailabilityChip, CartCell } from '../columns/state-columns.tsx';
import type { ListKind } from '../list-kinds.ts';
import type { ListRow } from '../list-row.ts';
import { headingOf } from '../stone-facts.ts';
import styles from './stone-card.module.css';

type StoneCardProps = {
  row: ListRow;
  kind: ListKind;
  look: 'gallery' | 'compact';
  columns: readonly ListColumn[];
};

/** A row as a card of the gallery, or as a line of the list on small screens; it shows what the columns may show. */
export function StoneCard({ row, kind, look, columns }: StoneCardProps) {
  const may = (id: string): boolean => columns.some((column) => column.id === id);
  const price = row.wanted ? row.wanted.price : row.total === undefined ? undefined : formatPrice(row.total);
  return (
    <div className={styles[look]}>
      <div className={styles['picture']}>
        {row.stillPhotoUrl && look === 'gallery' ? <StillPhoto row={row} /> : <DefaultImage row={row} />}
      </div>
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

/** What is shown where there is no picture, or it does not come (specification, section 2.4: default icon). */
function DefaultImage({ row }: { row: ListRow }) {
  if (row.piece)
    return <JewelleryDrawing type={row.modelType} subType={row.modelSubType} finish={row.modelFinish} />;
  return (
    <ShapeDrawing
      shapeCode={row.shapeCode}
      colour={row.colour}
      fancyColour={row.fancyColour}
      fancyIntensity={row.fancyIntensity}
      fancyOvertone={row.fancyOvertone}
      outline={row.virtual}
    />
  );
}

/** The still, with the drawing behind it for when it does not come. */
function StillPhoto({ row }: { row: ListRow }) {
  return (
    <>
      <DefaultImage row={row} />
      <img
        src={row.stillPhotoUrl}
        alt=""
        loading="lazy"
        decoding="async"
        onError={(event) => event.currentTarget.remove()}
      />
    </>
  );
}
