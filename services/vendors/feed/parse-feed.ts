import { createHash } from 'node:crypto';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { checkRow, parcelNameOf, type FeedVendor, type OfferRow } from './check-row.ts';
import { discountConvention, readDiscount } from './discounts.ts';
import { duplicateFinder } from './duplicates.ts';
import { UnreadableFeed, type ColumnMapping, type FeedProblem } from './feed-attributes.ts';
import { mapColumns, type MappedRow, type RowMapper } from './map-columns.ts';
import { readRows } from './read-rows.ts';

/** What a feed comes to before anything is written. */
export type ParsedFeed = {
  /** SHA-256 of the file's bytes and the mapping, in hexadecimal. */
  fileHash: string;
  rows: number;
  offers: readonly OfferRow[];
  problems: readonly FeedProblem[];
  reportedRows: number;
  /** Every parcel that a row names, good or bad: these are not missing from the feed. */
  named: ReadonlySet<string>;
  /** False when a row could not be identified: a parcel may be in the file and yet not be found in it. */
  whole: boolean;
};

/**
 * Reads a vendor's feed whole and checks it row by row (rule: Rows left out). The same rows in any order give
 * the same offers. Throws UnreadableFeed when nothing can be read; nothing is written here.
 */
export async function parseFeed(
  bytes: AsyncIterable<Uint8Array>,
  mapping: ColumnMapping,
  vendor: FeedVendor,
  rapPerCarat: (attributes: StoneAttributes) => Cents | undefined,
): Promise<ParsedFeed> {
  const hash = createHash('sha256').update(JSON.stringify([...mapping].sort(([a], [b]) => (a < b ? -1 : 1))));
  const rows: MappedRow[] = [];
  const problems: FeedProblem[] = [];
  let mapRow: RowMapper | undefined;
  for await (const fileRow of readRows(hashed(bytes, hash))) {
    if (!mapRow) {
      mapRow = mapColumns(fileRow, mapping);
      continue;
    }
    const row = mapRow(fileRow);
    if ('problem' in row) problems.push(row.problem);
    else rows.push(row);
  }
  if (!mapRow) throw new UnreadableFeed('The file is empty.');
  if (rows.length + problems.length === 0) throw new UnreadableFeed('The file has headings and no rows.');

  const convention = discountConvention(valuesOf(rows));
  const context = { vendor, rapPerCarat, discountOf: (text: string) => readDiscount(text, convention) };
  const duplicates = duplicateFinder(rows);
  const offers: OfferRow[] = [];
  const unreadable = problems.length;
  let reportedRows = unreadable;
  for (const row of rows) {
    const repeated = duplicates(row);
    const checked = checkRow(row, context);
    const found = [...repeated, ...('problems' in checked ? checked.problems : [])];
    if ('offer' in checked && repeated.length === 0) offers.push(checked.offer);
    else reportedRows += 1;
    problems.push(...found);
  }
  problems.sort((a, b) => a.row - b.row);
  const named = new Set(rows.flatMap((row) => parcelNameOf(row, vendor) ?? []));
  return {
    fileHash: hash.digest('hex'),
    rows: rows.length + unreadable,
    offers,
    problems,
    reportedRows,
    named,
    whole: unreadable === 0,
  };
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

function* valuesOf(rows: readonly MappedRow[]): Generator<string> {
  for (const row of rows) {
    const text = row.values.get('vendorDiscount');
    if (text !== undefined) yield text;
  }
}
