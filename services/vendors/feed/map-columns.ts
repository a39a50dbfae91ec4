import { z } from 'zod';
import {
  FEED_ATTRIBUTES,
  feedAttributeSchema,
  type FeedAttribute,
} from '#contracts/vendor/feed-attributes.ts';
import { AS_FOUND, plainHeading, type FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { UnreadableFeed, type FeedProblem } from './feed-attributes.ts';
import type { FileCell, FileRow } from './read-rows.ts';

/** A row by attribute: trimmed cells that hold something, and the headings they stand under. */
export type MappedRow = {
  row: number;
  values: ReadonlyMap<FeedAttribute, string>;
  /** Those that a workbook holds as numbers. */
  typed: ReadonlySet<FeedAttribute>;
  headings: ReadonlyMap<FeedAttribute, string>;
  /** Mapped cells that hold no value: the row is left out. */
  problems: readonly FeedProblem[];
};

/** Reads the file's rows by the mapping: the headings were found, so every row can be read. */
export type RowMapper = (row: FileRow) => MappedRow | { problem: FeedProblem };

/** Every row must have these; of the prices, one. */
const NEEDED: readonly FeedAttribute[] = ['parcelName', 'weight', 'shapeCode', 'clarity'];
const PRICES: readonly FeedAttribute[] = ['vendorPrice', 'vendorPpc', 'vendorDiscount'];
const COLOURS: readonly FeedAttribute[] = ['colour', 'fancyColour'];

/** Written by vendors where nothing is known. */
const BLANKS: ReadonlySet<string> = new Set(['', '*', '-', '--', 'N/A', 'NA']);
/** In these columns this is a value: not available; the code of Namibia. */
const NA = 'NA';
const WITH_NA: readonly FeedAttribute[] = ['vendorAvailability', 'countryOfOrigin'];
const ERROR_TEXT = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/i;
/** Text that a spreadsheet program is kept from reading as a number. */
const QUOTED_TEXT = /^="([^"]*)"$/;

const mappingSchema = z.record(z.string(), z.unknown());

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
        `The mapping gives "${heading}" the attribute ${JSON.stringify(value)}, which is not one of: ${FEED_ATTRIBUTES.join(', ')}.`,
      );
    }
    return { heading: heading.trim(), attribute: attribute.data };
  });
  const fault = mappingFault(columns);
  if (fault !== null) throw new UnreadableFeed(fault);
  return { columns, conventions: AS_FOUND };
}

/** The headings of a file: the row they stand in, the lower one where they are merged over two. */
export type Headings = { row: number; texts: readonly string[] };

/** Rows from the top in which headings are looked for. */
export const HEADING_ROWS = 50;

/**
 * Where headings may stand, from the top of a file: each row, and each with the row above it filled in where it is
 * blank, as merged headings are.
 */
export function headingsAt(top: readonly FileRow[]): Headings[] {
  const single = top.map(({ row, cells }) => ({ row, texts: cells.map(headingText) }));
  const merged = single.slice(1).map((lower, index) => {
    const upper = single[index]!.texts;
    const width = Math.max(upper.length, lower.texts.length);
    return {
      row: lower.row,
      texts: Array.from({ length: width }, (_, at) => lower.texts[at] || (upper[at] ?? '')),
    };
  });
  return [...single, ...merged];
}

const headingText = (cell: FileCell): string =>
  typeof cell === 'object' ? '' : String(cell).trim().replace(/\s+/g, ' ');

/**
 * Finds the mapping's headings at the top of a file, below whatever stands above them, whatever their case and blanks.
 * Answers what refuses the file when one is missing; throws it when one stands over two columns.
 */
export function findHeadings(
  top: readonly FileRow[],
  { columns }: Pick<FeedMapping, 'columns'>,
): Headings | UnreadableFeed {
  const missingOf = ({ texts }: Headings) => {
    const plain = new Set(texts.map(plainHeading));
    return columns.filter(({ heading }) => !plain.has(plainHeading(heading)));
  };
  const candidates = headingsAt(top);
  let best: { headings: Headings; missing: FeedMapping['columns'] } | undefined;
  for (const headings of candidates) {
    const missing = missingOf(headings);
    if (!best || missing.length < best.missing.length) best = { headings, missing };
  }
  if (!best) return new UnreadableFeed('The file is empty.');
  const { headings, missing } = best;
  const [first, ...more] = missing;
  if (first) {
    const others = more.length === 0 ? '' : `, nor ${more.map(({ heading }) => `"${heading}"`).join(', ')}`;
    return new UnreadableFeed(
      `The file has no column "${first.heading}" (${first.attribute})${others}. ${described(headings)}`,
    );
  }
  const plain = headings.texts.map(plainHeading);
  for (const { heading } of columns)
    if (plain.indexOf(plainHeading(heading)) !== plain.lastIndexOf(plainHeading(heading)))
      throw new UnreadableFeed(`The file has two columns "${heading}": rename one.`);
  return headings;
}

/**
 * Reads rows by the mapping. In a text file a row of another width than the headings cannot be identified: a stray
 * separator moves what follows it.
 */
export function mapColumns(
  { texts }: Headings,
  { columns: mapped }: Pick<FeedMapping, 'columns'>,
  isText: boolean,
): RowMapper {
  const plain = texts.map(plainHeading);
  const width = lengthOf(texts);
  const columns = mapped.map(({ heading, attribute }) => ({
    index: plain.indexOf(plainHeading(heading)),
    attribute,
  }));
  const headings = new Map(columns.map(({ index, attribute }) => [attribute, texts[index] ?? '']));
  return ({ row, cells }) => {
    if (isText && (cells.length < width || lengthOf(cells) > texts.length)) {
      const message = `has ${cells.length} cells, the headings are ${texts.length}: look for a stray separator or quote`;
      return { problem: { row, column: '', value: '', message } };
    }
    const values = new Map<FeedAttribute, string>();
    const typed = new Set<FeedAttribute>();
    const problems: FeedProblem[] = [];
    for (const { index, attribute } of columns) {
      const cell = cells[index] ?? '';
      const column = headings.get(attribute) ?? '';
      if (typeof cell === 'object') {
        problems.push({ row, column, value: '', message: cell.problem });
        continue;
      }
      const given = String(cell).trim();
      if (isText && /[\r\n]/.test(given)) {
        const message = 'has a line break in it: look for a quote that is not closed';
        return { problem: { row, column, value: given, message } };
      }
      const text = QUOTED_TEXT.exec(given)?.[1]?.trim() ?? given;
      if (ERROR_TEXT.test(text))
        problems.push({ row, column, value: text, message: 'holds an error: write its value' });
      else if (text.startsWith('='))
        problems.push({ row, column, value: text, message: 'is a formula: write its value' });
      else if (!BLANKS.has(text.toUpperCase()) || isValueThere(attribute, text)) {
        values.set(attribute, text);
        if (typeof cell === 'number') typed.add(attribute);
      }
    }
    return { row, values, typed, headings, problems };
  };
}

const isValueThere = (attribute: FeedAttribute, text: string): boolean =>
  WITH_NA.includes(attribute) && text.toUpperCase() === NA;

/** How many cells there are up to the last that holds anything. */
function lengthOf(cells: readonly FileCell[]): number {
  return cells.findLastIndex((cell) => typeof cell !== 'string' || cell.trim() !== '') + 1;
}

function described({ row, texts }: Headings): string {
  const held = texts.filter((text) => text !== '');
  const shown = held.slice(0, 40).map((heading) => JSON.stringify(heading.slice(0, 60)));
  return `Row ${row} has ${shown.join(', ')}${held.length > shown.length ? ', …' : ''}.`;
}
