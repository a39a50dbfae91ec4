import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import { UnreadableSheet, type Sheet, type SheetLimits } from './sheet.ts';

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/**
 * The sheets of a workbook or a CSV file, distinguished by their first bytes: its name and its declared type do not
 * matter. To be run off the main thread: `readSheets`. Throws UnreadableSheet.
 */
export async function readFile(bytes: Uint8Array, limits: SheetLimits): Promise<Sheet[]> {
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UnreadableSheet(
      'This is an old .xls workbook, or one with a password: save it as .xlsx without a password.',
    );
  }
  // The first bytes of every zip archive.
  return startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) ? readWorkbook(bytes, limits) : readCsv(bytes, limits);
}
