import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse/sync';
import { checkExtent } from './check-sheet.ts';
import { HeldText } from './held-text.ts';
import { UnreadableSheet, type Sheet, type SheetLimits, type SheetRow } from './sheet.ts';

const LONGEST_ROW = 262_144;

/**
 * Reads a CSV file in UTF-8 or UTF-16 as one sheet; cells are text, an empty one is null, rows are counted as lines.
 * The separator is the one of comma, semicolon and tab that is most frequent in the first row. Throws UnreadableSheet.
 */
export function readCsv(bytes: Uint8Array, limits: SheetLimits): Sheet[] {
  const text = decoded(bytes);
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
    parse(text, {
      bom: true,
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

function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/);
  const first = end < 0 ? text : text.slice(0, end);
  const count = (separator: string): number => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableSheet(
      `The file is not ${encoding.toUpperCase()} text: save it as "CSV UTF-8" or .xlsx.`,
      { cause },
    );
  }
  if (text.includes('\0'))
    throw new UnreadableSheet(
      'The file holds NUL characters, so it is not text: save it as "CSV UTF-8" or .xlsx.',
    );
  return text;
}
