import { createHash } from 'node:crypto';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import {
  checkRow,
  parcelNameOf,
  type FeedVendor,
  type OfferRow,
  type RapOf,
  type RowContext,
} from './check-row.ts';
import { decimalSignOf } from './decimal-sign.ts';
import { discountReader } from './discounts.ts';
import { duplicateFinder } from './duplicates.ts';
import { UnreadableFeed, type FeedProblem } from './feed-attributes.ts';
import { isAway } from './grading-aliases.ts';
import { findHeadings, HEADING_ROWS, mapColumns, type MappedRow } from './map-columns.ts';
import { openSheets, type FeedSheet, type FileRow } from './read-rows.ts';

/** What a feed comes to before anything is written. */
export type ParsedFeed = {
  /** SHA-256 of the file's bytes and the mapping, in hexadecimal. */
  fileHash: string;
  /** Without those whose stone is sold or not available, which count as not in the file (rule: Availability and line). */
  rows: number;
  offers: readonly OfferRow[];
  problems: readonly FeedProblem[];
  reportedRows: number;
  /** The rows left out, each with the parcel that it names. */
  refused: readonly { row: number; parcelName: string | undefined }[];
  /** Every parcel that a row names, good or bad: these are not missing from the feed. */
  named: ReadonlySet<string>;
};

/** A vendor's file by its mapping, row by row, not checked yet. */
type ReadFile = { rows: MappedRow[]; unidentified: FeedProblem[] };

/**
 * Reads a vendor's feed whole and checks it row by row (rule: Rows left out). The same rows in any order give
 * the same offers. Throws UnreadableFeed when nothing can be read; nothing is written here.
 */
export async function parseFeed(
  bytes: Uint8Array,
  mapping: FeedMapping,
  vendor: FeedVendor,
  rapPerCarat: RapOf,
): Promise<ParsedFeed> {
  const { rows: all, unidentified } = await readFile(bytes, mapping);
  const rows = all.filter((row) => !isAway(row.values.get('vendorAvailability')));
  const context = { ...readingOf(rows, mapping), vendor, rapPerCarat };
  const duplicates = duplicateFinder(rows);
  const problems = [...unidentified];
  const offers: OfferRow[] = [];
  const named = new Set<string>();
  const refused: ParsedFeed['refused'][number][] = unidentified.map(({ row }) => ({
    row,
    parcelName: undefined,
  }));
  for (const row of rows) {
    const parcelName = parcelNameOf(row, vendor);
    if (parcelName !== undefined) named.add(parcelName);
    const repeated = duplicates(row);
    const checked = checkRow(row, context);
    if ('offer' in checked && repeated.length === 0) offers.push(checked.offer);
    else refused.push({ row: row.row, parcelName });
    problems.push(...repeated, ...('problems' in checked ? checked.problems : []));
  }
  problems.sort((a, b) => a.row - b.row);
  return {
    fileHash: hashOf(bytes, mapping),
    rows: rows.length + unidentified.length,
    offers,
    problems,
    reportedRows: refused.length,
    refused,
    named,
  };
}

/** How the numbers of a file are read: as the mapping has it, else as its rows show. Throws UnreadableFeed. */
export function readingOf(
  rows: readonly MappedRow[],
  { conventions }: Pick<FeedMapping, 'conventions'>,
): Pick<RowContext, 'decimalSign' | 'weightUnit' | 'discountOf'> {
  const decimalSign = conventions.decimalSign ?? decimalSignOf(rows);
  return {
    decimalSign,
    weightUnit: conventions.weightUnit,
    discountOf: discountReader(rows, decimalSign, conventions),
  };
}

/**
 * The rows of the first sheet that has the mapping's headings. Throws UnreadableFeed when there are none.
 * @param most no more rows than this are read
 */
export async function readFile(
  bytes: Uint8Array,
  mapping: Pick<FeedMapping, 'columns'>,
  most = Infinity,
): Promise<ReadFile> {
  const sheets = await openSheets(bytes);
  let missing: UnreadableFeed | undefined;
  for (const sheet of sheets) {
    const { top, rest } = await topOf(sheet);
    const headings = findHeadings(top, mapping);
    if (headings instanceof UnreadableFeed) {
      // The headings may stand in a later sheet; if not, the first that holds anything is reported.
      missing ??= top.length > 0 ? headings : undefined;
      continue;
    }
    const mapRow = mapColumns(headings, mapping, sheet.name === null);
    const rows: MappedRow[] = [];
    const unidentified: FeedProblem[] = [];
    for await (const fileRow of rest(headings.row)) {
      const row = mapRow(fileRow);
      if ('problem' in row) unidentified.push(row.problem);
      else rows.push(row);
      if (rows.length >= most) break;
    }
    if (rows.length + unidentified.length === 0)
      throw new UnreadableFeed('The file has headings and no rows.');
    return { rows, unidentified };
  }
  throw missing ?? new UnreadableFeed('The file is empty.');
}

/** The first rows of a sheet, among which the headings are, and all rows below one of them. */
export async function topOf({ rows }: FeedSheet): Promise<{
  top: FileRow[];
  rest: (after: number) => AsyncGenerator<FileRow>;
}> {
  const top: FileRow[] = [];
  while (top.length < HEADING_ROWS) {
    const next = await rows.next();
    if (next.done) break;
    top.push(next.value);
  }
  async function* rest(after: number): AsyncGenerator<FileRow> {
    yield* top.filter(({ row }) => row > after);
    yield* rows;
  }
  return { top, rest };
}

function hashOf(bytes: Uint8Array, { columns, conventions }: FeedMapping): string {
  const headings = columns.map(({ heading, attribute }) => [heading, attribute]);
  const mapping = [headings.sort(([a = ''], [b = '']) => compareText(a, b)), conventions];
  return createHash('sha256').update(JSON.stringify(mapping)).update(bytes).digest('hex');
}
