import { z } from 'zod';
import {
  FEED_ATTRIBUTES,
  feedAttributeSchema,
  type FeedAttribute,
} from '#contracts/vendor/feed-attributes.ts';
import { AS_FOUND, type FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { UnreadableFeed, type FeedProblem } from './feed-attributes.ts';
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

/** A heading as it is compared: without case and runs of blanks. */
export const plainHeading = (heading: string): string => heading.trim().replace(/\s+/g, ' ').toUpperCase();

/**
 * Why no file can be read by these columns, in words: an attribute or a heading stands twice, or one that every row
 * needs is missing. Null when nothing is wrong.
 */
export function mappingFault(columns: FeedMapping['columns']): string | null {
  const headingOf = new Map<FeedAttribute, string>();
  const headings = new Set<string>();
  for (const { heading, attribute } of columns) {
    const other = headingOf.get(attribute);
    if (other !== undefined)
      return `The mapping gives both "${other}" and "${heading}" the attribute ${attribute}: keep one.`;
    if (headings.has(plainHeading(heading))) return `The mapping names "${heading}" twice: keep one.`;
    headingOf.set(attribute, heading);
    headings.add(plainHeading(heading));
  }
  const missing = NEEDED.filter((attribute) => !headingOf.has(attribute));
  if (!COLOURS.some((attribute) => headingOf.has(attribute))) missing.push('colour');
  if (missing.length > 0) return `The mapping names no column for ${missing.join(', ')}.`;
  return PRICES.some((attribute) => headingOf.has(attribute))
    ? null
    : `The mapping names no price: map a column to ${PRICES.join(' or ')}.`;
}

/**
 * A column mapping from its JSON (`{ "Stock #": "parcelName", … }`), by the file's own conventions. Throws
 * UnreadableFeed when it is none, or has a fault.
 */
export function readMapping(json: unknown): FeedMapping {
  const read = mappingSchema.safeParse(json);
  if (!read.success || Array.isArray(json))
    throw new UnreadableFeed("The mapping must be a JSON object: the vendor's heading → the attribute.");
  const columns = Object.entries(read.data).map(([heading, value]) => {
    const attribute = feedAttributeSchema.safeParse(value);
    if (!attribute.success) {
      throw new UnreadableFeed(
        `The mapping gives "${heading}" the attribute ${JSON.stringify(value)}, which is none of: ${FEED_ATTRIBUTES.join(', ')}.`,
      );
    }
    return { heading: heading.trim(), attribute: attribute.data };
  });
  const fault = mappingFault(columns);
  if (fault !== null) throw new UnreadableFeed(fault);
  return { columns, conventions: AS_FOUND };
}

/**
 * Finds the mapping's headings in the file's first row, whatever their case and blanks. Throws UnreadableFeed
 * when one is missing, or stands over two columns.
 */
export function mapColumns(
  headingRow: FileRow,
  { columns: mapped }: Pick<FeedMapping, 'columns'>,
): RowMapper {
  const found = headingRow.cells.map((cell) => cell.trim());
  const plain = found.map(plainHeading);
  const columns: { index: number; attribute: FeedAttribute }[] = [];
  const headings = new Map<FeedAttribute, string>();
  for (const { heading, attribute } of mapped) {
    const index = plain.indexOf(plainHeading(heading));
    if (index < 0)
      throw new UnreadableFeed(`The file has no column "${heading}" (${attribute}). ${described(found)}`);
    if (plain.includes(plainHeading(heading), index + 1))
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
