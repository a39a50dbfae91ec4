import { Buffer } from 'node:buffer';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import type { FeedVendor } from '../check-row.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import { readMapping } from '../map-columns.ts';
import { parseFeed, type ParsedFeed } from '../parse-feed.ts';

/** A vendor for tests, without prefix and tier. */
export const TEST_VENDOR: FeedVendor = { vendorId: 1, dxPrefix: '', markupPpm: 80_000 };

const GOOD: Partial<Record<FeedAttribute, string>> = {
  parcelName: 'A1',
  weight: '1.01',
  shapeCode: 'ROUND',
  colour: 'G',
  clarity: 'VS1',
  length: '6.41',
  width: '6.44',
  height: '3.97',
  vendorPrice: '5000',
};

/** Reads a feed of one row for tests: a good one, but for the cells given (`undefined`: the column is not there). */
export async function readRow(
  cells: { readonly [Attribute in FeedAttribute]?: string | undefined },
  options: { vendor?: Partial<FeedVendor>; rap?: (stone: StoneAttributes) => Cents | undefined } = {},
): Promise<ParsedFeed> {
  const row = Object.entries({ ...GOOD, ...cells }).filter(
    (cell): cell is [string, string] => cell[1] !== undefined,
  );
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const csv = `${row.map(([attribute]) => quoted(`the ${attribute}`)).join(',')}\n${row.map(([, text]) => quoted(text)).join(',')}\n`;
  const mapping = readMapping(Object.fromEntries(row.map(([attribute]) => [`the ${attribute}`, attribute])));
  return parseFeed(
    Buffer.from(csv),
    mapping,
    { ...TEST_VENDOR, ...options.vendor },
    options.rap ?? (() => undefined),
  );
}
