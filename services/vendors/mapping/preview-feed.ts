import type { FeedPreview } from '#contracts/api/vendor-feeds.ts';
import type { StoneAttributes } from '#contracts/events/index.ts';
import { FEED_ATTRIBUTES, type FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { carats } from '#contracts/vocabulary/carats.ts';
import { COLOURS, FLUORESCENCES } from '#contracts/vocabulary/grades.ts';
import { moneyWords } from '#contracts/vocabulary/money.ts';
import { SHAPES } from '#contracts/vocabulary/shapes.ts';
import { constantInWords } from '#contracts/vocabulary/words.ts';
import { checkRow, parcelNameOf, type FeedVendor, type RapOf } from '../feed/check-row.ts';
import { duplicateFinder } from '../feed/duplicates.ts';
import { UnreadableFeed } from '../feed/feed-attributes.ts';
import { isAway } from '../feed/grading-aliases.ts';
import { mappingFault, type MappedRow } from '../feed/map-columns.ts';
import { readFile, readingOf } from '../feed/parse-feed.ts';

const SHOWN = 50;
/** How many rows are read to find how the file writes its numbers. */
const LOOKED_AT = 500;

/**
 * The first 50 rows of a file as the stones they would become by a mapping, with what is wrong with each cell; what
 * would refuse the file as a whole is answered in words.
 */
export async function previewFeed(
  bytes: Uint8Array,
  mapping: FeedMapping,
  vendor: FeedVendor,
  rapPerCarat: RapOf,
): Promise<FeedPreview> {
  const fault = mappingFault(mapping.columns);
  if (fault !== null) return { refusal: fault, rows: [] };
  try {
    const { rows, unidentified } = await readFile(bytes, mapping, LOOKED_AT);
    const context = { ...readingOf(rows, mapping), vendor, rapPerCarat };
    const duplicates = duplicateFinder(
      rows.filter(({ values }) => !isAway(values.get('vendorAvailability'))),
    );
    const read = rows.slice(0, SHOWN).map((row) => {
      const checked = checkRow(row, context);
      if (isAway(row.values.get('vendorAvailability')))
        return { row: row.row, stone: stoneOf(row, vendor, {}), problems: [] };
      if ('problems' in checked)
        return {
          row: row.row,
          stone: stoneOf(row, vendor, checked.attributes),
          problems: [...duplicates(row), ...checked.problems],
        };
      const { attributes, costCents, vendorAvailability } = checked.offer;
      const stone = {
        ...stoneOf(row, vendor, attributes),
        vendorPrice: moneyWords(costCents),
        vendorAvailability: constantInWords(vendorAvailability),
      };
      return { row: row.row, stone, problems: duplicates(row) };
    });
    const broken = unidentified.map((problem) => ({ row: problem.row, stone: {}, problems: [problem] }));
    return { refusal: null, rows: [...read, ...broken].sort((a, b) => a.row - b.row).slice(0, SHOWN) };
  } catch (error) {
    if (error instanceof UnreadableFeed) return { refusal: error.message, rows: [] };
    throw error;
  }
}

type Stone = FeedPreview['rows'][number]['stone'];

/** What was read of a row, in words: shapes by their names, weights in carats. */
function stoneOf(row: MappedRow, vendor: FeedVendor, attributes: Readonly<Record<string, unknown>>): Stone {
  const stone: Stone = {};
  const name = parcelNameOf(row, vendor);
  if (name !== undefined) stone.parcelName = name;
  const tiered: Readonly<Record<string, unknown>> = { tier: vendor.tier, ...attributes };
  for (const attribute of FEED_ATTRIBUTES) {
    const value = tiered[FIELDS[attribute] ?? attribute];
    if (typeof value === 'string' || typeof value === 'number')
      stone[attribute] = previewText(attribute, value);
  }
  return stone;
}

/** Fields of a stone that are not named like their column. */
const FIELDS: Partial<Record<FeedAttribute, keyof StoneAttributes>> = {
  photoUrl2: 'stillPhotoUrl',
  group: 'tier',
};

function previewText(attribute: FeedAttribute, value: string | number): string {
  if (attribute === 'weight') return carats(Number(value));
  if (attribute === 'shapeCode')
    return SHAPES.find((row) => row.shapeCode === value)?.description ?? String(value);
  if (attribute === 'colour')
    return COLOURS.find((row) => row.colour === value)?.description ?? String(value);
  if (attribute === 'fluorescence')
    return FLUORESCENCES.find((row) => row.fluorescence === value)?.description ?? String(value);
  return String(value);
}
