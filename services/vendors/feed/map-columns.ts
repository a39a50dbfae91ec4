import { z } from 'zod';
import {
  FEED_ATTRIBUTES,
  feedAttributeSchema,
  type FeedAttribute,
} from '#contracts/vendor/feed-attributes.ts';
import { UnreadableFeed, type ColumnMapping, type FeedProblem } from './feed-attributes.ts';
import type { FileRow } from './read-rows.ts';

/** A row by attribute: trimmed cells that hold something, and the headings they stand under. */
export type MappedRow = {
  row: number;
  values: ReadonlyMap<FeedAttribute, string>;
  headings: ReadonlyMap<FeedAttribute, string>;
};

/** Reads the file's rows by the mapping: the headings were found, so every row can be read. */
export type RowMapper = (row: FileRow) => MappedRow | { problem: FeedProblem };

/** Every row must have these; of the prices, one. */
const NEEDED: readonly FeedAttribute[] = ['parcelName', 'weight', 'shapeCode', 'clarity'];
const PRICES: readonly FeedAttribute[] = ['vendorPrice', 'vendorPpc', 'vendorDiscount'];
const COLOURS: readonly FeedAttribute[] = ['colour', 'fancyColour'];

/** Written by vendors where nothing is known. */
const BLANKS: ReadonlySet<string> = new Set(['', '-', '--', 'N/A', 'NA', '#N/A']);

const mappingSchema = z.record(z.string(), z.unknown());

/**
 * A column mapping from its JSON (`{ "Stock #": "parcelName", … }`). Throws UnreadableFeed naming the heading, when an
 * attribute is unknown or given twice, or one that every row needs is missing.
 */
export function readMapping(json: unknown): ColumnMapping {
  const read = mappingSchema.safeParse(json);
  if (!read.success || Array.isArray(json))
    throw new UnreadableFeed("The mapping must be a JSON object: the vendor's heading → the attribute.");
  const mapping = new Map<string, FeedAttribute>();
  const headingOf = new Map<FeedAttribute, string>();
  for (const [heading, value] of Object.entries(read.data)) {
    const attribute = feedAttributeSchema.safeParse(value);
    if (!attribute.success) {
      throw new UnreadableFeed(
        `The mapping gives "${heading}" the attribute ${JSON.stringify(value)}, which is none of: ${FEED_ATTRIBUTES.join(', ')}.`,
      );
    }
    const other = headingOf.get(attribute.data);
    if (other !== undefined)
      throw new UnreadableFeed(
        `The mapping gives both "${other}" and "${heading}" the attribute ${attribute.data}: keep one.`,
      );
    headingOf.set(attribute.data, heading);
    mapping.set(heading.trim(), attribute.data);
  }
  const missing = NEEDED.filter((attribute) => !headingOf.has(attribute));
  if (!COLOURS.some((attribute) => headingOf.has(attribute))) missing.push('colour');
  if (missing.length > 0) throw new UnreadableFeed(`The mapping names no column for ${missing.join(', ')}.`);
  if (!PRICES.some((attribute) => headingOf.has(attribute))) {
    throw new UnreadableFeed(`The mapping names no price: map a column to ${PRICES.join(' or ')}.`);
  }
  return mapping;
}

/**
 * Finds the mapping's headings in the file's first row, exactly but for blanks around them. Throws UnreadableFeed
 * when one is missing, or stands over two columns.
 */
export function mapColumns(headingRow: FileRow, mapping: ColumnMapping): RowMapper {
  const found = headingRow.cells.map((cell) => cell.trim());
  const columns: { index: number; attribute: FeedAttribute }[] = [];
  const headings = new Map<FeedAttribute, string>();
  for (const [heading, attribute] of mapping) {
    const index = found.indexOf(heading);
    if (index < 0)
      throw new UnreadableFeed(`The file has no column "${heading}" (${attribute}). ${described(found)}`);
    if (found.includes(heading, index + 1))
      throw new UnreadableFeed(`The file has two columns "${heading}": rename one.`);
    columns.push({ index, attribute });
    headings.set(attribute, heading);
  }
  return ({ row, cells }) => {
    if (cells.length !== found.length) {
      return {
        problem: {
          row,
          column: '',
          value: '',
          message: `has ${cells.length} cells, the headings are ${found.length}: look for a stray comma or quote`,
        },
      };
    }
    const values = new Map<FeedAttribute, string>();
    for (const { index, attribute } of columns) {
      const cell = cells[index]?.trim() ?? '';
      if (/[\r\n]/.test(cell)) {
        const message = 'has a line break in it: look for a quote that is not closed';
        return { problem: { row, column: headings.get(attribute) ?? '', value: cell, message } };
      }
      if (!BLANKS.has(cell.toUpperCase())) values.set(attribute, cell);
    }
    return { row, values, headings };
  };
}

function described(found: readonly string[]): string {
  if (found.length === 1) {
    const only = found[0] ?? '';
    const separator = [';', '\t', '|'].find((sign) => only.includes(sign));
    if (separator)
      return `It seems to be separated by ${separator === '\t' ? 'tabs' : `"${separator}"`}: save it with commas.`;
  }
  const shown = found.slice(0, 40).map((heading) => JSON.stringify(heading.slice(0, 60)));
  return `Its headings are ${shown.join(', ')}${found.length > shown.length ? ', …' : ''}.`;
}
