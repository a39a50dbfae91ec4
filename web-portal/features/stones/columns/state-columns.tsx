import { EXCEPTIONAL_SHOW_DAYS } from '#contracts/vocabulary/tiers.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { Chip, StatusChip } from '#web-shared/components/chip/chip.tsx';
import { Icon } from '#web-shared/components/icon/icon.tsx';
import { dayNumber } from '../../../components/data-table/column-data.ts';
import { dayOf } from '#web-shared/formats/moments.ts';
import type { ListKind } from '../../../lists/list-kinds.ts';
import type { ListRow } from '../../../lists/list-row.ts';
import { TENTATIVE_NOTE } from '../../../lists/stone-facts.ts';
import type { ListColumn } from './list-column.ts';
import styles from './stone-columns.module.css';

const EXPORTED_STATUS = { place: 20, width: 16 };

/** The status, in the words of the list: shown in My and Past, elsewhere for spreadsheets only. */
export function statusColumn(kind: ListKind): ListColumn {
  const where = kind === 'past' ? 'past' : 'requestable';
  const shown = kind === 'past' || kind === 'customer';
  return {
    id: 'status',
    label: 'Status',
    kind: 'choice',
    width: 112,
    read: (stone) => statusName(stone.status, where),
    print: (stone) => statusName(stone.status, where),
    cell: (stone) => <StatusChip status={stone.status} where={where} />,
    exported: EXPORTED_STATUS,
    ...(!shown && { exportOnly: true }),
  };
}

/** Past: the date of the last action (product: Stone lists). */
export const lastAction: ListColumn = {
  id: 'lastAction',
  label: 'Last Action',
  kind: 'date',
  width: 86,
  read: (stone) => stone.lastAction && dayOf(stone.lastAction),
  print: (stone) => (stone.lastAction ? dayOf(stone.lastAction) : ''),
  exported: { place: 40, width: 13 },
};

/** Days on memo: since the last action of what the customer holds, which is its memo; of nothing else. */
export function daysOnMemo(row: ListRow, today: string): number | undefined {
  if (row.status !== 'CUSTOMER' || row.lastAction === undefined) return undefined;
  return Math.max(0, dayNumber(today) - dayNumber(dayOf(row.lastAction)));
}

const NEARLY_DUE_DAYS = 5;

/** An Exceptional stone is shown for 20 days (rule: Exceptional tier): how near that is. */
function dueTone(row: ListRow, days: number): 'due' | 'overdue' | undefined {
  if (row.tier !== 'Exceptional') return undefined;
  if (days > EXCEPTIONAL_SHOW_DAYS) return 'overdue';
  return days >= EXCEPTIONAL_SHOW_DAYS - NEARLY_DUE_DAYS ? 'due' : undefined;
}

/** Why the figure is in colour: '3 left', 'due', '6 over'. */
const dueWords = (left: number): string => (left === 0 ? 'due' : left > 0 ? `${left} left` : `${-left} over`);

export const daysOut = (today: string): ListColumn => ({
  id: 'daysOut',
  label: 'Days Out',
  name: 'Days on memo',
  kind: 'number',
  align: 'right',
  width: 84,
  look: 'quiet',
  read: (row) => daysOnMemo(row, today),
  print: (row) => String(daysOnMemo(row, today) ?? ''),
  cell: (row) => {
    const days = daysOnMemo(row, today);
    const tone = days === undefined ? undefined : dueTone(row, days);
    return (
      <span
        className={styles['days']}
        data-tone={tone}
        title={tone && `Due back after ${EXCEPTIONAL_SHOW_DAYS} days`}
      >
        {days}
        {tone && days !== undefined && <small>{dueWords(EXCEPTIONAL_SHOW_DAYS - days)}</small>}
      </span>
    );
  },
  exported: { place: 41, width: 10, format: '0' },
});

/** Whether the stone is in stock, or must be asked for. */
export const availability: ListColumn = {
  id: 'availability',
  label: 'Availability',
  kind: 'choice',
  symbol: true,
  align: 'center',
  width: 26,
  pinned: 'right',
  read: (stone) => (stone.tentativeAvailability ? 'To be confirmed' : 'In stock'),
  print: (stone) => (stone.tentativeAvailability ? 'To be confirmed' : 'In stock'),
  cell: (stone) => (
    <span
      className={styles['availability']}
      data-tentative={stone.tentativeAvailability}
      title={stone.tentativeAvailability ? TENTATIVE_NOTE : 'In stock'}
    >
      <span className="visually-hidden">{stone.tentativeAvailability ? TENTATIVE_NOTE : 'In stock'}</span>
    </span>
  ),
};

const yesNo = (flag: boolean): string => (flag ? 'Yes' : 'No');

export const cartButton: ListColumn = {
  id: 'cart',
  label: 'In cart',
  kind: 'choice',
  symbol: true,
  align: 'center',
  width: 40,
  pinned: 'right',
  read: (stone) => yesNo(stone.inCart),
  print: (stone) => yesNo(stone.inCart),
  cell: (stone) => <CartCell stone={stone} />,
};

/** Adds to the cart or takes out of it; the press is heard by the table (`data-action`). */
export function CartCell({ stone }: { stone: ListRow }) {
  const name = stone.virtual ? 'similar stones' : stone.parcelName;
  const label = stone.inCart ? `Remove ${name} from cart` : `Add ${name} to cart`;
  return (
    <button
      type="button"
      className={styles['cart']}
      data-action="cart"
      data-in={stone.inCart}
      aria-pressed={stone.inCart}
      aria-label={label}
      title={stone.inCart ? 'In cart' : 'Add to cart'}
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
    <Chip tone="waiting">To be confirmed</Chip>
  ) : (
    <Chip tone="good">In stock</Chip>
  );
}

/** The stone's 360° view, for spreadsheets: its own, else by its certificate number. */
export function v360(baseUrl: string): ListColumn {
  const address = ({ photoUrl, certNo }: ListRow): string | undefined => {
    // A path of this server leads nowhere from a spreadsheet.
    const here = window.location.origin;
    if (photoUrl !== undefined && URL.canParse(photoUrl, here)) return new URL(photoUrl, here).href;
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
