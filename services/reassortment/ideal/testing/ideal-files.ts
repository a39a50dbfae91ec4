import type { CellValue, Sheet } from '#services/platform/workbooks/index.ts';
import { readIdeal } from '../read-ideal.ts';
import { sheetOf } from './sheets.ts';

/** Stores of a customer with one, and of a customer with two. */
export const ONE = [{ storeId: '1', storeName: 'Main Street' }];
export const TWO = [...ONE, { storeId: '2', storeName: 'Harbour-Side' }];
/** What stands above a table, which begins below the second row. */
export const TITLE: CellValue[][] = [['Ideal 2026'], []];

/** The faults that refuse a file, as 'Sheet1!B4 is …'; none for one that is read. */
export function faultsOf(sheets: readonly Sheet[], stores = ONE): string[] {
  const read = readIdeal(sheets, stores);
  return 'faults' in read ? read.faults.map(({ sheet, cell, message }) => `${sheet}!${cell} ${message}`) : [];
}

/** A file with a crosstab under its title. */
export const crosstab = (
  rows: readonly (readonly CellValue[])[],
  merges: readonly string[] = [],
  name = 'Sheet1',
) => [sheetOf(name, [...TITLE, ...rows], merges)];
