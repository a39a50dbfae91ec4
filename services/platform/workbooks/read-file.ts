import { isWorkbook } from './is-workbook.ts';
import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import type { Sheet, SheetLimits } from './sheet.ts';

/**
 * The sheets of a workbook or a CSV file, distinguished by their first bytes: its name and its declared type do not
 * matter. To be run off the main thread: `readSheets`. Throws UnreadableSheet.
 */
export async function readFile(bytes: Uint8Array, limits: SheetLimits): Promise<Sheet[]> {
  return isWorkbook(bytes) ? readWorkbook(bytes, limits) : readCsv(bytes, limits);
}
