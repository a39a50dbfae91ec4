import { numberOf, type CellValue } from '#services/platform/workbooks/index.ts';

/** A cell's number of pieces; null when it is no whole number from 0 on. */
export function wholePieces(value: CellValue): number | null {
  const number = numberOf(value);
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
