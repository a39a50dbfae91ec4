import { createHash } from 'node:crypto';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { checkRow, parcelNameOf, type FeedVendor, type OfferRow } from './check-row.ts';
import { discountConvention, readDiscount } from './discounts.ts';
import { duplicateFinder } from './duplicates.ts';
import { UnreadableFeed, type FeedProblem } from './feed-attributes.ts';
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
  /** The rows left out, each with the parcel that it names. */
  refused: readonly { row: number; parcelName: string | undefined }[];
  /** Every parcel that a row names, good or bad: these are not missing from the feed. */
  named: ReadonlySet<string>;
};

/**
 * Reads a vendor's feed whole and checks it row by row (rule: Rows left out). The same rows in any order give
 * the same offers. Throws UnreadableFeed when nothing can be read; nothing is written here.
 */
export async function parseFeed(
  bytes: Uint8Array,
  mapping: FeedMapping,
  vendor: FeedVendor,
  rapPerCarat: (attributes: StoneAttributes) => Cents | undefined,
): Promise<ParsedFeed> {
  const rows: MappedRow[] = [];
  const problems: FeedProblem[] = [];
  let mapRow: RowMapper | undefined;
  for await (const fileRow of readRows(inPieces(bytes))) {
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
  const refused: ParsedFeed['refused'][number][] = problems.map(({ row }) => ({
    row,
    parcelName: undefined,
  }));
  const total = rows.length + refused.length;
  for (const row of rows) {
    const repeated = duplicates(row);
    const checked = checkRow(row, context);
    const found = [...repeated, ...('problems' in checked ? checked.problems : [])];
    if ('offer' in checked && repeated.length === 0) offers.push(checked.offer);
    else refused.push({ row: row.row, parcelName: parcelNameOf(row, vendor) });
    problems.push(...found);
  }
  problems.sort((a, b) => a.row - b.row);
  const named = new Set(rows.flatMap((row) => parcelNameOf(row, vendor) ?? []));
  return {
    fileHash: hashOf(bytes, mapping),
    rows: total,
    offers,
    problems,
    reportedRows: refused.length,
    refused,
    named,
  };
}

function hashOf(bytes: Uint8Array, { columns, conventions }: FeedMapping): string {
  const headings = columns.map(({ heading, attribute }) => [heading, attribute]);
  const mapping = [headings.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)), conventions];
  return createHash('sha256').update(JSON.stringify(mapping)).update(bytes).digest('hex');
}

const PIECE = 64 * 1024;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

function* valuesOf(rows: readonly MappedRow[]): Generator<string> {
  for (const row of rows) {
    const text = row.values.get('vendorDiscount');
    if (text !== undefined) yield text;
  }
}
