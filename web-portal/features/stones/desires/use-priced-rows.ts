import { useMemo } from 'react';
import type { ShowPrices } from '#contracts/api/session.ts';
import type { ListRow, Wish } from '../../../lists/list-row.ts';
import { useDesirePrices } from './get-desire-price.ts';

/** Rows with the prices of the desires among them in words; those that have ended have none. */
export function usePricedRows(rows: readonly ListRow[], showPrices: ShowPrices): readonly ListRow[] {
  const wishes = useMemo(
    () => (showPrices === 'NONE' ? NO_WISHES : distinctWishes(rows)),
    [rows, showPrices],
  );
  const prices = useDesirePrices(wishes);
  return useMemo(() => {
    if (wishes.length === 0) return rows;
    const priceOf = new Map(wishes.map((wish, place) => [JSON.stringify(wish), prices[place]]));
    return rows.map((row) => {
      const wish = wishToPrice(row);
      return row.wanted && wish
        ? { ...row, wanted: { ...row.wanted, price: priceOf.get(JSON.stringify(wish)) } }
        : row;
    });
  }, [rows, wishes, prices]);
}

const NO_WISHES: readonly Wish[] = [];

/** Two desires may ask for the same: its price is asked for once. */
const distinctWishes = (rows: readonly ListRow[]): Wish[] => [
  ...new Map(
    rows.flatMap((row) => {
      const wish = wishToPrice(row);
      return wish ? [[JSON.stringify(wish), wish] as const] : [];
    }),
  ).values(),
];

function wishToPrice({ wanted }: ListRow): Wish | undefined {
  return wanted && (wanted.status === 'CART' || wanted.status === 'ACTIVE') ? wanted.desire : undefined;
}
