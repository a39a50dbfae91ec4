import type { Cents } from '#contracts/vocabulary/money.ts';
import { PRICE_TABLES, type PriceList, type PriceTable } from './price-list.ts';

/**
 * One price beside the one before it: weights in thousandths of a carat, from (inclusive) and to (exclusive), cents per
 * carat; null where a list has none. Where bands were cut again, each part of a band is one.
 */
export type PriceDifference = {
  table: PriceTable;
  fromWeight: number;
  toWeight: number;
  colour: string;
  clarity: string;
  before: Cents | null;
  after: Cents | null;
};

/** Every price of two lists: those in both, and those in only one. */
export function comparePriceLists(before: PriceList | undefined, after: PriceList): PriceDifference[] {
  return PRICE_TABLES.flatMap((table) => {
    const [old, now] = [before?.bands[table] ?? [], after.bands[table]];
    const ends = [...new Set([...old, ...now].flatMap(({ fromWeight, toWeight }) => [fromWeight, toWeight]))];
    ends.sort((a, b) => a - b);
    return ends.slice(0, -1).flatMap((fromWeight, index) => {
      const toWeight = ends[index + 1]!;
      const at = (bands: typeof old) =>
        bands.find((band) => band.fromWeight <= fromWeight && toWeight <= band.toWeight)?.prices;
      const [oldPrices, newPrices] = [at(old), at(now)];
      return [...new Set([...(oldPrices?.keys() ?? []), ...(newPrices?.keys() ?? [])])].map((grades) => {
        const [colour, clarity] = grades.split(' ') as [string, string];
        const prices = { before: oldPrices?.get(grades) ?? null, after: newPrices?.get(grades) ?? null };
        return { table, fromWeight, toWeight, colour, clarity, ...prices };
      });
    });
  });
}
