import { grouped } from '#contracts/vocabulary/grouped.ts';
import type { NaturalStockRow } from '#projections/parcels/index.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { PriceDifference } from './compare-price-lists.ts';

/** A price with the stones in stock that take it, and their list value. */
export type Concerned = { difference: PriceDifference; stones: number; cents: Cents };

/** The stones in stock beside the price that each takes: rounds of the round table, all others of the pears'. */
export function stockConcerned(
  differences: readonly PriceDifference[],
  stock: readonly NaturalStockRow[],
): Concerned[] {
  const concerned = differences.map((difference): Concerned => ({ difference, stones: 0, cents: 0 }));
  const byGrade = grouped(concerned, ({ difference: { table, colour, clarity } }) =>
    [table, colour, clarity].join(' '),
  );
  for (const { round, weight, colour, clarity, stones, cents } of stock) {
    const grade = [round ? 'round' : 'pear', colour, clarity === 'FL' ? 'IF' : clarity].join(' ');
    const own = byGrade
      .get(grade)
      ?.find(({ difference: { fromWeight, toWeight } }) => fromWeight <= weight && weight < toWeight);
    if (!own) continue;
    own.stones += stones;
    own.cents += cents;
  }
  return concerned;
}
