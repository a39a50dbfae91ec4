import { formatCount } from '#contracts/vocabulary/counts.ts';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { decodeText } from './decode-text.ts';
import { UnreadableFeed } from './feed-attributes.ts';

/** More than a vendor's feed has, less than what would exhaust the server (rule: Workbook limits). */
export const FEED_LIMITS = {
  bytes: 256 * 1024 * 1024,
  rows: 500_000,
  columns: 500,
  rowCharacters: 65_536,
} as const;

/** One row as it stands in the file; `row` counts lines as a spreadsheet does, the headings are row 1. */
export type FileRow = { row: number; cells: readonly string[] };

/**
 * The rows of a CSV file in UTF-8 or UTF-16, headings first, as a stream: nothing but the row at hand is kept.
 * Quotes inside a cell are kept as they are. Throws UnreadableFeed for what is no CSV, or passes a limit.
 */
export async function* readRows(
  bytes: AsyncIterable<Uint8Array>,
  limits: Readonly<Record<keyof typeof FEED_LIMITS, number>> = FEED_LIMITS,
): AsyncGenerator<FileRow> {
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: limits.rowCharacters,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  const text = Readable.from(limitLines(decodeText(bytes, limits.bytes), limits.rowCharacters), {
    objectMode: true,
  });
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let rows = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      rows += 1;
      if (rows > limits.rows + 1)
        throw new UnreadableFeed(`The file has more than ${formatCount(limits.rows)} rows: split it.`);
      if (record.length > limits.columns) {
        throw new UnreadableFeed(
          `Row ${info.lines} has ${formatCount(record.length)} columns, more than ${limits.columns}: is this the right file?`,
        );
      }
      yield { row: info.lines, cells: record };
    }
  } catch (error) {
    throw explained(error, limits.rowCharacters);
  } finally {
    text.destroy();
  }
}

/** The text as it is, unless a line in it is too long: the parser counts a row's cells only when it has read them all. */
async function* limitLines(chunks: AsyncIterable<string>, mostCharacters: number): AsyncGenerator<string> {
  let row = 1;
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      if (length + end - start > mostCharacters) throw tooLong(String(row), mostCharacters);
      row += 1;
      length = 0;
      start = end + 1;
    }
    length += chunk.length - start;
    if (length > mostCharacters && !chunk.includes('\r', start)) throw tooLong(String(row), mostCharacters);
    yield chunk;
  }
}

function tooLong(row: string, mostCharacters: number): UnreadableFeed {
  const most = formatCount(mostCharacters);
  return new UnreadableFeed(
    `Around row ${row} a row is longer than ${most} characters: a quote before it is not closed, or this is no vendor's feed.`,
  );
}

/** What the parser found broken, in words that name the place and the fix. */
function explained(error: unknown, rowCharacters: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const line = 'lines' in error ? String(error.lines) : '?';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong(line, rowCharacters);
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new UnreadableFeed(`A quote is opened and never closed up to the last row (${line}): close it.`);
  return new UnreadableFeed(`The file cannot be read as CSV: ${error.message}`);
}
