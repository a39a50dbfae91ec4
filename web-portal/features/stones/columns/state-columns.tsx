import { availabilityWord, yesNo } from '#contracts/stone-lists/readings.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { Chip, StatusChip } from '#web-shared/components/chip/chip.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { dayOf } from '#web-shared/formats/moments.ts';
import { useSession } from '../../../lib/session.ts';
import { statusWhere, type ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { isShown } from '#contracts/vocabulary/media.ts';
import { mediaKindOf } from '../../../lists/media/media-kind.ts';
import { TENTATIVE_NOTE } from '../../../lists/stone-facts.ts';
import type { ListColumn } from './list-column.ts';
import styles from './stone-columns.module.css';

const EXPORTED_STATUS = { place: 20, width: 16 };

/** The status, in the words of the list; all of Available have one, which is for spreadsheets only. */
export function statusColumn(kind: ListKind): ListColumn {
  const where = statusWhere(kind);
  return {
    id: 'status',
    label: 'Status',
    kind: 'choice',
    beside: 13,
    wraps: 'close',
    group: 'state',
    read: (stone) => statusName(stone.status, where),
    print: (stone) => statusName(stone.status, where),
    cell: (stone) => <StatusChip status={stone.status} where={where} />,
    exported: EXPORTED_STATUS,
    ...(kind === 'available' && { exportOnly: true }),
  };
}

/** Past: the date of the last action (product: Stone lists). */
export const lastAction: ListColumn = {
  id: 'lastAction',
  label: 'Last Action',
  kind: 'date',
  look: 'quiet',
  group: 'state',
  read: (stone) => stone.lastAction && dayOf(stone.lastAction),
  print: (stone) => (stone.lastAction ? dayOf(stone.lastAction) : ''),
  exported: { place: 40, width: 13 },
};

/** A stone of the cart may be gone, which its status says. */
const availabilityOf = (stone: ListRow): string | undefined =>
  stone.status === 'AVAILABLE' ? availabilityWord(stone) : undefined;

/** Whether the stone is in stock, or must be asked for. */
export const availability: ListColumn = {
  id: 'availability',
  label: 'Availability',
  kind: 'choice',
  symbol: true,
  group: 'cart',
  align: 'center',
  width: 16,
  pinned: 'right',
  read: availabilityOf,
  print: (stone) => availabilityOf(stone) ?? '',
  cell: (stone) =>
    stone.status === 'AVAILABLE' && (
      <span
        className={styles['availability']}
        data-tentative={stone.tentativeAvailability}
        title={stone.tentativeAvailability ? TENTATIVE_NOTE : 'In stock'}
      >
        <span className="visually-hidden">{stone.tentativeAvailability ? TENTATIVE_NOTE : 'In stock'}</span>
      </span>
    ),
};

export const cartButton: ListColumn = {
  id: 'cart',
  label: 'In cart',
  kind: 'choice',
  symbol: true,
  group: 'cart',
  align: 'center',
  width: 32,
  pinned: 'right',
  read: (stone) => yesNo(stone.inCart),
  print: (stone) => yesNo(stone.inCart),
  cell: (stone) => <CartCell stone={stone} />,
};

/**
 * Adds to the cart or takes out of it; the press is heard by the table (`data-action`). Disabled, with the reason, while
 * the cart is closed to the session (product: Actions by status).
 */
export function CartCell({ stone }: { stone: ListRow }) {
  const { actionsClosed } = useSession();
  const name = stone.virtual ? 'similar stones' : stone.parcelName;
  const label = stone.inCart ? `Remove ${name} from cart` : `Add ${name} to cart`;
  return (
    <button
      type="button"
      className={styles['cart']}
      data-action="cart"
      data-in={stone.inCart}
      disabled={actionsClosed !== null}
      aria-pressed={stone.inCart}
      aria-label={label}
      title={actionsClosed ?? (stone.inCart ? 'In cart' : 'Add to cart')}
    >
      <Icon name={stone.inCart ? 'inCart' : 'cart'} size={16} />
    </button>
  );
}

/** Past: replacement options for a stone that is gone (product: Stone lists). */
export const refillButton: ListColumn = {
  id: 'refill',
  label: 'Refill',
  kind: 'choice',
  symbol: true,
  unfiltered: true,
  align: 'center',
  width: 64,
  narrow: 48,
  pinned: 'right',
  read: () => undefined,
  print: () => '',
  cell: (row) => <RefillCell row={row} />,
};

/** Opens the replacement options; the press is heard by the table (`data-action`). */
export function RefillCell({ row }: { row: ListRow }) {
  return (
    <button
      type="button"
      className={styles['refill']}
      data-action="refill"
      aria-label={`Refill ${row.parcelName}`}
    >
      Refill
    </button>
  );
}

/** The availability of a stone that can be requested, in words. */
export function AvailabilityChip({ stone }: { stone: ListRow }) {
  return stone.tentativeAvailability ? (
    <Chip tone="waiting" title={TENTATIVE_NOTE}>
      To be confirmed
    </Chip>
  ) : (
    <Chip tone="good">In stock</Chip>
  );
}

/**
 * The film or 360° view of a stone or piece, for spreadsheets; where its address is none that a browser opens, the view
 * by its certificate number. Blank where there is no film.
 */
export function v360(baseUrl: string): ListColumn {
  const address = ({ photoUrl, certNo, fancyColoured }: ListRow): string | undefined => {
    if (photoUrl === undefined || mediaKindOf(photoUrl, fancyColoured) === 'image') return undefined;
    // A path of this server leads nowhere from a spreadsheet.
    if (isShown(photoUrl)) return new URL(photoUrl, window.location.origin).href;
    return certNo === undefined ? undefined : baseUrl + encodeURIComponent(certNo);
  };
  return {
    id: 'v360',
    label: 'V360',
    kind: 'text',
    exportOnly: true,
    read: address,
    print: (stone) => (address(stone) ? 'V360' : ''),
    exported: { place: 21, width: 9, link: address },
  };
}
