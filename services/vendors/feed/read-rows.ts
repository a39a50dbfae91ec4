import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import {
  columnLetter,
  decodeText,
  isWorkbook,
  NAMED_SEPARATOR,
  readSheets,
  separatorOf,
  UnreadableSheet,
  type CellValue,
  type SheetRow,
} from '#services/platform/workbooks/index.ts';
import { UnreadableFeed } from './feed-attributes.ts';

/** More than a vendor's feed has, less than what would exhaust the server (rule: Workbook limits). */
export const FEED_LIMITS = {
  bytes: 64 * 1024 * 1024,
  rows: 500_000,
  columns: 500,
  rowCharacters: 65_536,
} as const;
/** A workbook of a whole stock is larger, and takes longer, than other sheets: 60,000 rows of 61 columns and more. */
const WORKBOOK_LIMITS = { expandedBytes: 256 * 1024 * 1024, timeMs: 180_000 } as const;
type Limits = Readonly<Record<keyof typeof FEED_LIMITS, number>>;

/** A cell: text, a number that a workbook holds as one, or what it holds instead of a value. */
export type FileCell = string | number | { problem: string };

/** One row of the file as it is; `row` counts as a spreadsheet does. Empty rows are left out. */
export type FileRow = { row: number; cells: readonly FileCell[] };

/** A sheet of a workbook, or a text file, whose name is null; there a row shorter than the headings is broken. */
export type FeedSheet = { name: string | null; rows: AsyncGenerator<FileRow> };

/**
 * The sheets of a vendor's file: .xlsx, or text with any separator; the bytes decide which. Of a text file nothing but
 * the row at hand is kept. Throws UnreadableFeed, then or on the way, for what is neither or passes a limit, and Refusal
 * 503 when many workbooks are being read.
 */
export async function openSheets(bytes: Uint8Array, limits: Limits = FEED_LIMITS): Promise<FeedSheet[]> {
  if (bytes.byteLength > limits.bytes)
    throw new UnreadableFeed(
      `The file is larger than ${Math.floor(limits.bytes / 1024 / 1024)} MB: split it.`,
    );
  if (!isWorkbook(bytes)) return [{ name: null, rows: textRows(bytes, limits) }];
  try {
    const { columns, bytes: most } = limits;
    const sheets = await readSheets(bytes, { ...WORKBOOK_LIMITS, columns, bytes: most });
    return sheets.map(({ name, rows }) => ({ name, rows: sheetRows(rows) }));
  } catch (cause) {
    throw explained(cause, limits.rowCharacters);
  }
}

async function* sheetRows(rows: readonly SheetRow[]): AsyncGenerator<FileRow> {
  for (const { row, cells, problems } of rows) {
    const read: FileCell[] = cells.map(cellOf);
    for (const { index, message } of problems) read[index] = { problem: message };
    // A cell to the right of the last value may be a problem: what lies between is empty.
    yield { row, cells: Array.from(read, (cell) => cell ?? '') };
  }
}

/** A number as a spreadsheet shows it: fifteen digits, without what binary fractions add. */
function cellOf(value: CellValue): FileCell {
  if (value === null) return '';
  if (typeof value === 'number') return Number(value.toPrecision(15));
  return value instanceof Date ? { problem: 'is a date: format its column as text' } : String(value);
}

async function* textRows(bytes: Uint8Array, limits: Limits): AsyncGenerator<FileRow> {
  const pieces = decodeText(bytes);
  const first = beginningOf(pieces, limits);
  const parser = parse({
    bom: true,
    delimiter: separatorOf(first),
    max_record_size: limits.rowCharacters,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  });
  const text = Readable.from(upToLongLine(startingWith(first.replace(NAMED_SEPARATOR, ''), pieces), limits), {
    objectMode: true,
  });
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row > limits.rows + 1)
        throw new UnreadableFeed(`The file has more than ${formatCount(limits.rows)} rows: split it.`);
      if (record.length > limits.columns)
        throw new UnreadableFeed(
          `Row ${row} has more than ${limits.columns} columns: is this the right file?`,
        );
      if (record.some((cell) => cell.trim() !== '')) yield { row, cells: record };
    }
  } catch (error) {
    throw explained(error, limits.rowCharacters);
  } finally {
    text.destroy();
  }
}

function beginningOf(pieces: Generator<string>, { rowCharacters }: Limits): string {
  try {
    return pieces.next().value ?? '';
  } catch (error) {
    throw explained(error, rowCharacters);
  }
}

function* startingWith(first: string, pieces: Iterable<string>): Generator<string> {
  yield first;
  yield* pieces;
}

/**
 * The text, which ends within a line that is longer than any row may be: so much of it is enough for the parser to find
 * the row too long, or to have too many columns, and the rest is not read.
 */
function* upToLongLine(pieces: Iterable<string>, { rowCharacters, columns }: Limits): Generator<string> {
  // Of a row within the limits each character may be doubled, and each cell has a separator and two quotes.
  const most = 2 * (rowCharacters + 2) + 3 * (columns + 1);
  let length = 0;
  for (const piece of pieces) {
    const first = piece.search(/[\r\n]/);
    const line = length + (first < 0 ? piece.length : first);
    if (line > most) {
      yield piece.slice(0, most - length);
      return;
    }
    yield piece;
    length = first < 0 ? line : piece.length - 1 - Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r'));
  }
}

/** Where the parser is when it finds something broken: rows that it has read, and cells of the row at hand. */
const brokenAt = z.object({ records: z.number(), column: z.number() });

/** What cannot be read, in words that name the place and the fix. */
function explained(error: unknown, rowCharacters: number): unknown {
  if (error instanceof UnreadableSheet) return new UnreadableFeed(error.message, { cause: error });
  if (!(error instanceof CsvError)) return error;
  const { records, column } = brokenAt.parse(error);
  const [row, letter] = [formatCount(records + 1), columnLetter(column + 1)];
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new UnreadableFeed(
      `Row ${row} is longer than ${formatCount(rowCharacters)} characters, in column ${letter}: a quote in it is not closed, or this is no vendor's feed.`,
    );
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new UnreadableFeed(
      `A quote is opened in row ${row}, column ${letter}, and never closed: close it.`,
    );
  return new UnreadableFeed(
    `The file cannot be read as CSV in row ${row}, column ${letter}: ${error.message}`,
  );
}
