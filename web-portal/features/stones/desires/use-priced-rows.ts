import { useMemo } from 'react';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import type { ListRow, DesiredProperties } from '../../../lists/list-row.ts';
import { useDesirePrices } from './get-desire-price.ts';

/** Rows with the prices of the desires among them in words; those that have ended have none. */
export function usePricedRows(rows: readonly ListRow[], showPrices: ShowPrices): readonly ListRow[] {
  const allDesired = useMemo(
    () => (showPrices === 'NONE' ? NONE_DESIRED : distinctDesired(rows)),
    [rows, showPrices],
  );
  const prices = useDesirePrices(allDesired);
  return useMemo(() => {
    if (allDesired.length === 0) return rows;
    const priceOf = new Map(allDesired.map((desired, place) => [JSON.stringify(desired), prices[place]]));
    return rows.map((row) => {
      const desired = desiredToPrice(row);
      return row.wanted && desired
        ? { ...row, wanted: { ...row.wanted, price: priceOf.get(JSON.stringify(desired)) } }
        : row;
    });
  }, [rows, allDesired, prices]);
}

const NONE_DESIRED: readonly DesiredProperties[] = [];

/** Two desires may ask for the same: its price is asked for once. */
const distinctDesired = (rows: readonly ListRow[]): DesiredProperties[] => [
  ...new Map(
    rows.flatMap((row) => {
      const desired = desiredToPrice(row);
      return desired ? [[JSON.stringify(desired), desired] as const] : [];
    }),
  ).values(),
];

function desiredToPrice({ wanted }: ListRow): DesiredProperties | undefined {
  return wanted && (wanted.status === 'CART' || wanted.status === 'ACTIVE') ? wanted.desire : undefined;
}
