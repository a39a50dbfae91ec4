import { CsvError, parse } from 'csv-parse/sync';
import { checkExtent } from './check-sheet.ts';
import { decodeText } from './decode-text.ts';
import { HeldText } from './held-text.ts';
import { NAMED_SEPARATOR, separatorOf } from './separators.ts';
import { UnreadableSheet, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts';

const LONGEST_ROW = 262_144;

/**
 * Reads a text file with any separator as one sheet; cells are text, an empty one is null, rows are counted as lines.
 * Throws UnreadableSheet.
 */
export function readCsv(bytes: Uint8Array, limits: SheetLimits): Sheet[] {
  const text = [...decodeText(bytes)].join('');
  const held = new HeldText(limits);
  const rows = parsed(text).map(({ record, line }): SheetRow => {
    const cells = record.map((cell) => (cell.trim() === '' ? null : cell));
    while (cells.at(-1) === null) cells.pop();
    checkExtent(line, cells.length, limits);
    held.row('', line, cells.length);
    cells.forEach((cell, index) => {
      if (cell !== null) held.text('', line, index + 1, cell);
    });
    return { row: line, cells, problems: [] };
  });
  return [{ name: '', rows: rows.filter(({ cells }) => cells.length > 0), merges: [] }];
}

/** The records, each with the line that it ends in. */
function parsed(text: string): { record: string[]; line: number }[] {
  const found: { record: string[]; line: number }[] = [];
  try {
    parse(text.replace(NAMED_SEPARATOR, ''), {
      delimiter: separatorOf(text),
      max_record_size: LONGEST_ROW,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      on_record(record, { lines: line }) {
        found.push({ record, line });
        return null;
      },
    });
    return found;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new UnreadableSheet(`The file cannot be read as CSV: ${cause.message}`, { cause });
  }
}
