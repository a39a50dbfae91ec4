import { inCarats } from '#contracts/vocabulary/carats.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { priceQuestions } from '../check-price-list.ts';
import { comparePriceLists } from '../compare-price-lists.ts';
import { priceList, PRICE_TABLES, type PriceRow } from '../price-list.ts';

/**
 * The prices of a small complete list: two bands up to 5.99 ct, two colours, two clarities; a round of 0.30-0.89 ct D IF
 * costs $10,000 × `factor` a carat.
 */
export function cells(factor = 1): PriceRow[] {
  return PRICE_TABLES.flatMap((table) =>
    [
      { fromWeight: 300, toWeight: 900, dollars: 10_000 },
      { fromWeight: 900, toWeight: 6_000, dollars: 20_000 },
    ].flatMap(({ dollars, ...band }) =>
      ['D', 'E'].flatMap((colour, row) =>
        ['IF', 'VVS1'].map((clarity, column) => ({
          table,
          ...band,
          colour,
          clarity,
          centsPerCarat: Math.round(dollars * 100 * factor * (1 - 0.1 * row - 0.1 * column)),
        })),
      ),
    ),
  );
}

/** The same as a file. */
export function priceListText(date: HouseDay, rows: readonly PriceRow[] = cells()): string {
  const lines = rows.map(({ table, fromWeight, toWeight, colour, clarity, centsPerCarat }) =>
    [table, inCarats(fromWeight), inCarats(toWeight - 10), colour, clarity, centsPerCarat / 100, date].join(
      ',',
    ),
  );
  return ['table,from,to,colour,clarity,pricePerCarat,date', ...lines].join('\n');
}

/** A list of these prices, and what it is asked against the one before. */
export function checkedWith(
  rows: readonly PriceRow[],
  {
    before,
    today = '2026-03-10',
    date = '2026-03-06',
  }: { before?: { rows: PriceRow[]; date: HouseDay }; today?: HouseDay; date?: HouseDay } = {},
) {
  const list = priceList(date, rows);
  const old = before && priceList(before.date, before.rows);
  const differences = comparePriceLists(old, list);
  return { list, questions: priceQuestions(list, differences, { today, inForce: old?.date }) };
}
