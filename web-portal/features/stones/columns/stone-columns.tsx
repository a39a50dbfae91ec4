import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { diamondType } from '#contracts/stone-lists/readings.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { TierChip } from '#web-shared/components/chip/chip.tsx';
import { ordersOf } from '../../../lib/attributes.ts';
import type { ListKind } from '../../../lists/list-kinds.ts';
import { withDesires } from './desire-columns.tsx';
import { colours, grades, identity, proportions, shape } from './grading-columns.tsx';
import type { ListColumn } from './list-column.ts';
import { drawing, marks } from './mark-columns.tsx';
import { memoColumns } from './memo-columns.tsx';
import { pieceColumns } from './piece-columns.tsx';
import { prices } from './price-columns.ts';
import { availability, cartButton, lastAction, refillButton, statusColumn, v360 } from './state-columns.tsx';

export type ColumnOptions = {
  kind: ListKind;
  line: Line;
  showPrices: ShowPrices;
  /** Lab-grown customers see a Diamond Type column (product: Stone table). */
  lgAllowed: boolean;
  attributes: AttributeLists;
  /** The reader's day, YYYY-MM-DD: days on memo are counted to it. */
  today: string;
  /** Where a stone's 360° view lies; the certificate number follows it. */
  v360BaseUrl: string;
};

/**
 * The one registry of a list's columns (product: Stone table). The table, its filters, the cards, print and
 * exports read nothing else, so that a price which may not be seen is nowhere (rule: Price modes).
 */
export function columnsOf(options: ColumnOptions): ListColumn[] {
  const { kind, line, showPrices, lgAllowed, attributes, today, v360BaseUrl } = options;
  const state = [
    statusColumn(kind),
    ...(kind === 'past' ? [lastAction] : []),
    ...(kind === 'customer' ? memoColumns(today) : []),
  ];
  // Replacements are found for naturals and lab-grown (product: Line calls).
  const refills = kind === 'past' && (line === 'natural' || line === 'labGrown');
  const acting = [
    ...(kind === 'available' || kind === 'cart' ? [availability] : []),
    ...(kind === 'available' ? [cartButton] : []),
    ...(refills ? [refillButton] : []),
  ];
  if (line === 'jewellery')
    return [drawing, ...pieceColumns(state), ...prices(showPrices, line), v360(v360BaseUrl), ...acting];

  const orders = ordersOf(attributes);
  const columns = [
    drawing,
    ...marks(line === 'natural'),
    parcelName,
    ...state,
    ...identity,
    shape(orders, attributes),
    ...colours(line, orders, attributes),
    ...grades(orders),
    ...proportions,
    tier(orders.tier),
    ...(lgAllowed ? [diamondTypeColumn] : []),
    ...prices(showPrices, line),
    v360(v360BaseUrl),
    ...acting,
  ];
  return line === 'natural' ? withDesires(columns) : columns;
}

/** The filters in sight, in this order; the others are under More. */
export const firstFilters = (line: Line): readonly string[] => FIRST_FILTERS[line];

const FIRST_FILTERS: Readonly<Record<Line, readonly string[]>> = {
  natural: ['parcelName', 'certNo', 'shape', 'weight', 'colour', 'clarity', 'cut', 'fluorescence', 'total'],
  labGrown: ['parcelName', 'certNo', 'shape', 'weight', 'colour', 'clarity', 'cut', 'total', 'lab'],
  fancyColour: [
    'parcelName',
    'certNo',
    'shape',
    'weight',
    'fancyColour',
    'fancyIntensity',
    'clarity',
    'total',
  ],
  jewellery: ['parcelName', 'model', 'modelType', 'modelSubType', 'modelFinish', 'total'],
};

/** The filters that unfold side by side, in this order (product: Filters by hand). */
export const panelFilters = (line: Line): readonly string[] => PANEL_FILTERS[line];

const STONES = ['shape', 'weight', 'total'];
const MAKE = ['clarity', 'cut', 'polish', 'symmetry', 'fluorescence'];
const PANEL_FILTERS: Readonly<Record<Line, readonly string[]>> = {
  natural: [...STONES, 'colour', ...MAKE],
  labGrown: [...STONES, 'colour', ...MAKE],
  fancyColour: [...STONES, 'fancyColour', 'fancyIntensity', 'fancyOvertone', ...MAKE],
  jewellery: ['total', 'modelType', 'modelSubType', 'modelFinish'],
};

const parcelName: ListColumn = {
  id: 'parcelName',
  label: 'Parcel Name',
  kind: 'text',
  look: 'strong',
  pinned: 'left',
  read: (stone) => stone.parcelName,
  print: (stone) => stone.parcelName,
  exported: { place: 1, width: 16 },
};

const tier = (rank: (value: string) => number): ListColumn => ({
  id: 'tier',
  label: 'Tier',
  kind: 'choice',
  group: 'tier',
  read: (stone) => stone.tier,
  print: (stone) => stone.tier ?? '',
  cell: (stone) => stone.tier && <TierChip tier={stone.tier} />,
  rank,
  exported: { place: 16, width: 13 },
});

const diamondTypeColumn: ListColumn = {
  id: 'diamondType',
  label: 'Diamond Type',
  short: 'Type',
  group: 'tier',
  kind: 'choice',
  read: diamondType,
  print: diamondType,
  exported: { place: 30, width: 14 },
};
