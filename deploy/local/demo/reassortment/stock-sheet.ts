import type { ColumnMap, ValueMap } from '#contracts/reassortment/reassortment.ts';
import type { StoneAttributes } from '#contracts/events/index.ts';
import { inCarats } from '#contracts/vocabulary/carats.ts';
import { addDays, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { dollars, type Cents } from '#contracts/vocabulary/money.ts';
import type { Random } from '#services/platform/random.ts';
import type { DemoSheet } from './workbook.ts';

/** What a jeweller calls the columns of its stock; heads that equal a property need no map (rule: Maps). */
export const COLUMN_MAPS: readonly ColumnMap[] = [
  { columnHeader: 'Stock No.', customerStoneProperty: 'customerStoneId' },
  { columnHeader: 'Branch', customerStoneProperty: 'storeName' },
  { columnHeader: 'Cts', customerStoneProperty: 'weight' },
  { columnHeader: 'Report', customerStoneProperty: 'certNo' },
  { columnHeader: 'Sold On', customerStoneProperty: 'soldDate' },
  { columnHeader: 'Pcs', customerStoneProperty: 'quantity' },
];
export const VALUE_MAPS: readonly ValueMap[] = [
  { customerStoneProperty: 'shape', inputValue: 'Brilliant', outputValue: 'RD' },
  { customerStoneProperty: 'clarity', inputValue: 'VS-1', outputValue: 'VS1' },
];

const HEADS = [
  'Stock No.',
  'Branch',
  'Shape',
  'Cts',
  'Colour',
  'Clarity',
  'Lab',
  'Report',
  'Price',
  'Status',
  'Sold On',
  'Pcs',
];

/** A stone that the jeweller holds from us. */
export type HeldStone = { attributes: StoneAttributes; priceCents: Cents };

const WEIGHTS: readonly (readonly [readonly [number, number], number])[] = [
  [[300, 490], 34],
  [[500, 690], 26],
  [[700, 990], 18],
  [[1000, 1490], 14],
  [[1500, 1990], 5],
  [[2000, 2600], 3],
];
const COLOURS = [...'DEFGHIJ'];
const CLARITIES = ['VVS2', 'VS-1', 'VS2', 'VS2', 'SI1', 'SI1', 'SI2'];
const SHAPES = [
  ['Brilliant', 78],
  ['Oval', 16],
  ['Pear', 6],
] as const;
const DOLLARS_PER_CARAT = 5_200;

/**
 * The current stock of a jeweller: what it holds from us, by certificate number, and stones of its own. Most lies in its
 * first store, as it was delivered there. Some rows are of several pieces, some are sold, two cannot be read.
 */
export function stockSheet(
  random: Random,
  stores: readonly string[],
  { held, own, today }: { held: readonly HeldStone[]; own: number; today: HouseDay },
): DemoSheet {
  const branch = (): string => (random.chance(0.55) ? stores[0]! : random.pick(stores));
  let number = 1_000;
  const name = (): string => `J-${(number += random.int(1, 9))}`;
  const heldRows = held.map(({ attributes, priceCents }) => {
    const { shapeCode = null, weight, colour = null, clarity = null, lab = null, certNo = null } = attributes;
    const stone = [shapeCode, inCarats(weight), colour, clarity, lab, certNo];
    return [name(), branch(), ...stone, dollars(priceCents), 'On hand', null, 1];
  });
  const ownRows = Array.from({ length: own }, () => {
    const weight = random.int(...random.weighted(WEIGHTS));
    const isSold = random.chance(0.1);
    const price = Math.round(inCarats(weight) ** 1.7 * DOLLARS_PER_CARAT);
    const stone = [random.weighted(SHAPES), inCarats(weight), random.pick(COLOURS), random.pick(CLARITIES)];
    const sold = isSold ? ['Sold', addDays(today, -random.int(5, 400))] : ['On hand', null];
    return [name(), branch(), ...stone, null, null, price, ...sold, random.chance(0.12) ? 2 : 1];
  });
  const unreadable = [
    [name(), stores[0]!, 'Brilliant', 0.52, 'Champagne', 'SI1', null, null, 900, 'On hand', null, 1],
    [name(), 'Warehouse', 'Brilliant', 0.41, 'G', 'VS2', null, null, 850, 'On hand', null, 1],
  ];
  return { name: 'Stock', rows: [HEADS, ...heldRows, ...ownRows, ...unreadable] };
}
