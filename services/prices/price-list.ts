import type { StoneAttributes } from '#contracts/events/index.ts';
import { carats, caratsInWords } from '#contracts/vocabulary/carats.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';

/** Rounds have a table of their own, every other shape uses the pears' (rule: Price list data). */
export const PRICE_TABLES = ['round', 'pear'] as const;
export type PriceTable = (typeof PRICE_TABLES)[number];

/** One price: weights in thousandths of a carat, from (inclusive) and to (exclusive). */
export type PriceRow = {
  table: PriceTable;
  fromWeight: number;
  toWeight: number;
  colour: string;
  clarity: string;
  centsPerCarat: Cents;
};

type Band = { fromWeight: number; toWeight: number; prices: ReadonlyMap<string, Cents> };

/** A price list ready for look-ups, with the date it was published. */
export type PriceList = {
  date: HouseDay;
  rows: readonly PriceRow[];
  bands: Readonly<Record<PriceTable, readonly Band[]>>;
};

const keyOf = (colour: string, clarity: string): string => `${colour} ${clarity}`;

/** Makes a price list of its rows. Throws RangeError when two bands of a table overlap, one ends before it begins, or a price stands twice. */
export function priceList(date: HouseDay, rows: readonly PriceRow[]): PriceList {
  return { date, rows, bands: { round: bandsOf(rows, 'round'), pear: bandsOf(rows, 'pear') } };
}

function bandsOf(rows: readonly PriceRow[], table: PriceTable): Band[] {
  const bands = new Map<number, { fromWeight: number; toWeight: number; prices: Map<string, Cents> }>();
  for (const row of rows) {
    if (row.table !== table) continue;
    if (row.toWeight <= row.fromWeight)
      throw new RangeError(`${table}: the band from ${caratsInWords(row.fromWeight)} ends before it begins`);
    const band = bands.get(row.fromWeight) ?? {
      fromWeight: row.fromWeight,
      toWeight: row.toWeight,
      prices: new Map<string, Cents>(),
    };
    bands.set(row.fromWeight, band);
    const key = keyOf(row.colour, row.clarity);
    if (band.prices.has(key))
      throw new RangeError(`${table} ${caratsInWords(row.fromWeight)} ${key} has two prices`);
    if (band.toWeight !== row.toWeight)
      throw new RangeError(`${table} ${caratsInWords(row.fromWeight)} has two upper ends`);
    band.prices.set(key, row.centsPerCarat);
  }
  const sorted = [...bands.values()].sort((a, b) => a.fromWeight - b.fromWeight);
  sorted.forEach((band, index) => {
    const before = sorted[index - 1];
    if (before && before.toWeight > band.fromWeight)
      throw new RangeError(
        `${table}: the bands from ${carats(before.fromWeight)} and ${caratsInWords(band.fromWeight)} overlap`,
      );
  });
  return sorted;
}

/**
 * The list's price per carat in cents; undefined for a weight, colour or clarity that it does not have. Flawless stones
 * take the price of internally flawless ones, which lists do not distinguish.
 * @param stone weight in thousandths of a carat
 */
export function rapPerCarat(
  list: PriceList,
  stone: Pick<StoneAttributes, 'shapeCode' | 'weight' | 'colour' | 'clarity'>,
): Cents | undefined {
  const { shapeCode, weight, colour, clarity } = stone;
  if (colour === undefined || clarity === undefined || shapeCode === undefined) return undefined;
  const bands = list.bands[shapeCode === 'RD' ? 'round' : 'pear'];
  let low = 0;
  let high = bands.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const band = bands[middle]!;
    if (weight < band.fromWeight) high = middle - 1;
    else if (weight >= band.toWeight) low = middle + 1;
    else return band.prices.get(keyOf(colour, clarity === 'FL' ? 'IF' : clarity));
  }
  return undefined;
}
