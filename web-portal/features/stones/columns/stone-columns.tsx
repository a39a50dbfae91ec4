import type { Stone } from '#contracts/api/stones.ts';
import type { ShowPrices } from '#contracts/api/session.ts';
import { certificateOffered } from '#contracts/vocabulary/certificates.ts';
import { shapeName } from '#contracts/vocabulary/grades.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { statusName } from '#contracts/vocabulary/statuses.ts';
import { Chip, StatusChip, TierChip } from '../../../components/chip/chip.tsx';
import type { Column } from '../../../components/data-table/column.ts';
import { Icon } from '../../../components/icon/icon.tsx';
import { ShapeDrawing } from '../../../components/shape-drawing/shape-drawing.tsx';
import type { AttributeOrders } from '../../../lib/attributes.ts';
import {
  dayOf,
  formatAmount,
  formatMeasurements,
  formatMillimetres,
  formatPercent,
  formatRapPercent,
  formatWeight,
  ratioOf,
} from '../../../lib/format.ts';
import type { ListKind } from '../list-kinds.ts';
import { brandOf, shapeNameOf, TENTATIVE_NOTE } from '../stone-facts.ts';
import styles from './stone-columns.module.css';

export type StoneColumn = Column<Stone>;

export type StoneColumnOptions = {
  kind: ListKind;
  line: Line;
  showPrices: ShowPrices;
  /** Lab-grown customers see a Diamond Type column (specification, section 2.4). */
  lgAllowed: boolean;
  orders: AttributeOrders;
};

const yesNo = (flag: boolean | undefined): string => (flag ? 'Yes' : 'No');
const fixed2 = (value: number): string => formatWeight(value);

/**
 * The one registry of a stone's columns (specification, section 2.4: shared stone table). The table, its filters, the
 * cards, print and exports read nothing else, so that a price which may not be seen is nowhere (rules, section 5).
 */
export function stoneColumns(options: StoneColumnOptions): StoneColumn[] {
  const { kind, line, showPrices, lgAllowed, orders } = options;
  const natural = line === 'natural';
  return [
    drawing,
    parcelName,
    ...(kind === 'past' || kind === 'customer' ? [statusColumn(kind)] : []),
    ...(kind === 'past' ? [lastAction] : []),
    ...marks(natural),
    ...identity(),
    ...grading(orders),
    ...proportions(),
    {
      id: 'tier',
      label: 'Tier',
      kind: 'choice',
      read: (stone) => stone.tier,
      print: (stone) => stone.tier ?? '',
      cell: (stone) => stone.tier && <TierChip tier={stone.tier} />,
      rank: orders.tier,
      width: 76,
    },
    ...(lgAllowed ? [diamondType] : []),
    ...prices(showPrices, natural),
    ...(kind === 'available' ? [availability, cartButton] : []),
  ];
}

/** The filters in sight, in this order; the others are under More. */
export const FIRST_FILTERS = [
  'parcelName',
  'certNo',
  'shape',
  'weight',
  'colour',
  'clarity',
  'cut',
  'fluorescence',
  'total',
  'lab',
] as const;

function marks(natural: boolean): StoneColumn[] {
  const flag = (
    id: string,
    name: string,
    has: (stone: Stone) => boolean,
    icon: 'video' | 'certificate' | 'arrows',
  ): StoneColumn => ({
    id,
    label: name,
    name,
    kind: 'choice',
    symbol: true,
    width: 24,
    align: 'center',
    exported: false,
    read: (stone) => yesNo(has(stone)),
    print: (stone) => yesNo(has(stone)),
    cell: (stone) =>
      has(stone) && (
        <span className={styles['mark']} title={name}>
          <Icon name={icon} size={15} />
          <span className="visually-hidden">{name}</span>
        </span>
      ),
  });
  return [
    flag('video', 'Video', (stone) => stone.photoUrl !== undefined, 'video'),
    flag('certificate', 'Certificate', certificateOffered, 'certificate'),
    ...(natural
      ? [flag('haSleeve', 'Hearts and arrows', (stone) => stone.haSleeve === true, 'arrows'), brand]
      : []),
  ];
}

const brand: StoneColumn = {
  id: 'brand',
  label: 'Brand',
  kind: 'choice',
  symbol: true,
  unfiltered: true,
  width: 26,
  align: 'center',
  exported: false,
  read: (stone) => brandOf(stone.tier),
  print: (stone) => brandOf(stone.tier) ?? '',
  cell: (stone) => {
    const name = brandOf(stone.tier);
    return (
      name && (
        <span className={styles['brand']} title={name}>
          {name.charAt(0)}
          <span className="visually-hidden">{name.slice(1)}</span>
        </span>
      )
    );
  },
};

const drawing: StoneColumn = {
  id: 'drawing',
  label: 'Picture',
  kind: 'text',
  symbol: true,
  unfiltered: true,
  unsorted: true,
  exported: false,
  width: 33,
  pinned: 'left',
  align: 'center',
  read: () => undefined,
  print: () => '',
  cell: (stone) => (
    <span className={styles['thumbnail']}>
      <ShapeDrawing shapeCode={stone.shapeCode} colour={stone.colour} fancyColour={stone.fancyColour} />
    </span>
  ),
};

const parcelName: StoneColumn = {
  id: 'parcelName',
  label: 'Parcel Name',
  kind: 'text',
  look: 'strong',
  pinned: 'left',
  width: 100,
  read: (stone) => stone.parcelName,
  print: (stone) => stone.parcelName,
};

function identity(): StoneColumn[] {
  return [
    {
      id: 'lab',
      label: 'Lab',
      kind: 'choice',
      look: 'quiet',
      width: 42,
      read: (stone) => stone.lab,
      print: (stone) => stone.lab ?? '',
    },
    {
      id: 'certNo',
      label: 'Cert',
      name: 'Cert',
      kind: 'text',
      look: 'quiet',
      width: 88,
      read: (stone) => stone.certNo,
      print: (stone) => stone.certNo ?? '',
      cell: (stone) => (
        <span className={styles['cert']} title={stone.certNo}>
          {stone.certNo}
        </span>
      ),
    },
    {
      id: 'weight',
      label: 'Weight',
      kind: 'number',
      align: 'right',
      width: 56,
      unit: 'ct',
      bound: fixed2,
      read: (stone) => stone.weight,
      print: (stone) => formatWeight(stone.weight),
    },
  ];
}

function grading(orders: AttributeOrders): StoneColumn[] {
  type Grade = 'colour' | 'clarity' | 'fluorescence' | 'cut' | 'polish' | 'symmetry';
  const grade = (id: Grade, label: string, more: Partial<StoneColumn>): StoneColumn => ({
    id,
    label,
    kind: 'choice',
    rank: orders[id],
    read: (stone) => stone[id],
    print: (stone) => stone[id] ?? '',
    ...more,
  });
  return [
    {
      id: 'shape',
      label: 'Shape',
      kind: 'choice',
      width: 72,
      rank: orders.shape,
      read: shapeNameOf,
      print: (stone) => shapeNameOf(stone) ?? '',
      picture: (value) => <ShapeDrawing shapeCode={CODE_BY_NAME.get(value)} />,
    },
    grade('colour', 'Colour', { width: 48 }),
    grade('clarity', 'Clarity', { width: 50 }),
    grade('fluorescence', 'Flu', { name: 'Fluorescence', look: 'quiet', width: 34 }),
    grade('cut', 'Cut', { width: 34 }),
    grade('polish', 'Pol', { name: 'Polish', width: 34 }),
    grade('symmetry', 'Sym', { name: 'Symmetry', width: 34 }),
  ];
}

const CODE_BY_NAME = new Map(
  ['RD', 'OV', 'CU', 'EM', 'AS', 'MQ', 'PS', 'PR', 'HS', 'RAD', 'XP', 'IDC', 'IDO', 'IDH'].flatMap((code) => [
    [shapeName(code), code] as const,
    [shapeName(code, 'BL'), code] as const,
  ]),
);

function proportions(): StoneColumn[] {
  return [
    {
      id: 'tablePct',
      label: 'Table %',
      kind: 'number',
      align: 'right',
      width: 54,
      unit: '%',
      read: (stone) => stone.tablePct,
      print: (stone) => formatPercent(stone.tablePct),
    },
    {
      id: 'depthPct',
      label: 'Depth %',
      kind: 'number',
      align: 'right',
      width: 54,
      unit: '%',
      read: (stone) => stone.depthPct,
      print: (stone) => formatPercent(stone.depthPct),
    },
    {
      id: 'measurements',
      label: 'Measurements',
      kind: 'text',
      look: 'quiet',
      align: 'right',
      width: 126,
      unsorted: true,
      read: (stone) => formatMeasurements(stone) || undefined,
      print: formatMeasurements,
    },
    {
      id: 'ratio',
      label: 'Ratio',
      kind: 'number',
      align: 'right',
      width: 44,
      bound: fixed2,
      read: ratioOf,
      print: (stone) => formatMillimetres(ratioOf(stone)),
    },
  ];
}

const diamondType: StoneColumn = {
  id: 'diamondType',
  label: 'Diamond Type',
  kind: 'choice',
  width: 92,
  read: (stone) => (stone.labGrown ? 'Lab-grown' : 'Natural'),
  print: (stone) => (stone.labGrown ? 'Lab-grown' : 'Natural'),
};

const lastAction: StoneColumn = {
  id: 'lastAction',
  label: 'Last Action',
  kind: 'date',
  width: 86,
  read: (stone) => stone.lastAction && dayOf(stone.lastAction),
  print: (stone) => (stone.lastAction ? dayOf(stone.lastAction) : ''),
};

function statusColumn(kind: 'past' | 'customer'): StoneColumn {
  const where = kind === 'past' ? 'past' : 'requestable';
  return {
    id: 'status',
    label: 'Status',
    kind: 'choice',
    width: 112,
    read: (stone) => statusName(stone.status, where),
    print: (stone) => statusName(stone.status, where),
    cell: (stone) => <StatusChip status={stone.status} where={where} />,
  };
}

/** Rap % for WHOLESALE and naturals; Ppc and Total unless prices are hidden (specification, section 6). */
function prices(showPrices: ShowPrices, natural: boolean): StoneColumn[] {
  if (showPrices === 'NONE') return [];
  const rap: StoneColumn = {
    id: 'rapPercent',
    label: 'Rap %',
    kind: 'number',
    look: 'quiet',
    align: 'right',
    width: 64,
    pinned: 'right',
    unit: '%',
    read: (stone) => stone.displayRapPercent,
    print: (stone) => formatRapPercent(stone.displayRapPercent),
  };
  const money = (id: 'ppc' | 'total', label: string, more: Partial<StoneColumn>): StoneColumn => ({
    id,
    label,
    kind: 'number',
    align: 'right',
    unit: '$',
    bound: (value) => value.toLocaleString('en-US'),
    read: (stone) => stone[id],
    print: (stone) => formatAmount(stone[id]),
    ...more,
  });
  return [
    money('ppc', 'Ppc', { name: 'Price per carat', look: 'quiet', width: 76 }),
    ...(natural && showPrices === 'WHOLESALE' ? [rap] : []),
    money('total', 'Total', { look: 'strong', width: 88, pinned: 'right' }),
  ];
}

const availability: StoneColumn = {
  id: 'availability',
  label: 'Availability',
  kind: 'choice',
  symbol: true,
  align: 'center',
  width: 26,
  pinned: 'right',
  exported: false,
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

const cartButton: StoneColumn = {
  id: 'cart',
  label: 'In cart',
  kind: 'choice',
  symbol: true,
  align: 'center',
  width: 40,
  pinned: 'right',
  exported: false,
  read: (stone) => yesNo(stone.inCart),
  print: (stone) => yesNo(stone.inCart),
  cell: (stone) => <CartCell stone={stone} />,
};

/** Adds to the cart or takes out of it; the press is heard by the table (`data-action`). */
export function CartCell({ stone }: { stone: Stone }) {
  const label = stone.inCart ? `Remove ${stone.parcelName} from cart` : `Add ${stone.parcelName} to cart`;
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

/** The availability of a stone that can be requested, in words. */
export function AvailabilityChip({ stone }: { stone: Stone }) {
  return stone.tentativeAvailability ? (
    <Chip tone="waiting">To be confirmed</Chip>
  ) : (
    <Chip tone="good">In stock</Chip>
  );
}
