import { MOST_QUANTITY } from '#contracts/reassortment/bin-spec.ts';
import { numberOf, type CellValue } from '#services/platform/workbooks/index.ts';

/** A cell's number of pieces; null when it is no whole number from 0 to the most that is planned. */
export function wholePieces(value: CellValue): number | null {
  const number = numberOf(value);
  return number !== null && Number.isInteger(number) && number >= 0 && number <= MOST_QUANTITY
    ? number
    : null;
}
