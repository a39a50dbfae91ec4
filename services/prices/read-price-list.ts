import { z } from 'zod';
import { thousandthsOf } from '#contracts/vocabulary/carats.ts';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { claritySchema, colourSchema } from '#contracts/vocabulary/schemas.ts';
import { messageOf } from '#services/platform/message-of.ts';
import {
  findTable,
  numberOf,
  readSheets,
  refusedRows,
  textOf,
  UnreadableSheet,
  type CellValue,
  type Headings,
  type Sheet,
  type SheetRow,
} from '#services/platform/workbooks/index.ts';
import { PRICE_TABLES, priceList, type PriceList } from './price-list.ts';
import { refuseList } from './refuse-list.ts';

type PriceColumn = 'table' | 'from' | 'to' | 'colour' | 'clarity' | 'pricePerCarat' | 'date';
const HEADINGS: Headings<PriceColumn> = {
  table: ['table'],
  from: ['from'],
  to: ['to'],
  colour: ['colour'],
  clarity: ['clarity'],
  pricePerCarat: ['pricepercarat'],
  date: ['date'],
};
const COLUMNS = Object.keys(HEADINGS) as PriceColumn[];
/** Headings that make a row the header row though others are missing: no title has them. */
const ENOUGH_HEADINGS = 4;
const MB = 1024 * 1024;
/** Two tables of some twenty bands have five thousand prices; a file with far more is another one. */
export const PRICE_LIST_LIMITS = {
  bytes: 8 * MB,
  expandedBytes: 64 * MB,
  rows: 50_000,
  columns: 100,
} as const;

/** 01.12.2026: with points the day comes first everywhere. */
const POINTED_DATE = /^(\d{2})\.(\d{2})\.(\d{4})$/;

const carats = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2}0*)?$/, 'carats with at most two decimals, like 0.30')
  .transform((text) => thousandthsOf(Number(text)));
const rowSchema = z.object({
  table: z
    .string()
    .toLowerCase()
    .pipe(z.enum(PRICE_TABLES, { error: 'round or pear' })),
  from: carats,
  to: carats,
  colour: colourSchema,
  clarity: claritySchema,
  pricePerCarat: z.string().transform((text, context) => {
    const amount = numberOf(text);
    const cents = amount === null ? null : centsOf(amount);
    if (cents !== null && cents > 0) return cents;
    context.addIssue({ code: 'custom', message: 'dollars above 0, at most two decimals' });
    return z.NEVER;
  }),
  date: z
    .string()
    .transform((text) => text.replace(POINTED_DATE, (_, day, month, year) => `${year}-${month}-${day}`))
    .pipe(z.iso.date('a date written YYYY-MM-DD, such as 2026-12-01')),
});

const NUMBERS: readonly PriceColumn[] = ['from', 'to', 'pricePerCarat'];
/** A weight as '0,30', which cannot be read in another way: three digits follow the comma of thousands. */
const COMMA_WEIGHT = /^\d{1,3},\d{1,2}$/;
const WITH_COMMA = /^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;

/** '3.200,50' as '3200.50'. Null for what has no decimal comma where the list has it. */
const withPoint = (text: string): string | null =>
  WITH_COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : null;

/** The price list in a CSV file or workbook, read off the main thread. Refuses (422) as `readPriceList`, and a file that is neither. */
export async function readPriceListFile(bytes: Uint8Array): Promise<PriceList> {
  try {
    return readPriceList(await readSheets(bytes, PRICE_LIST_LIMITS));
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    return refuseList(error.message);
  }
}

const textIn = (cells: readonly CellValue[], index: number | undefined): string =>
  textOf(cells[index ?? -1] ?? null) ?? '';

/**
 * A price list from the first sheet, with its headings in one of the first rows: the columns table (round or pear), from
 * and to (carats; a band reaches up to the next hundredth after `to`), colour, clarity, pricePerCarat (dollars) and date,
 * the same in every row. Where weights have a decimal comma, prices have it too (rule: Text files). Pure. Refuses (422)
 * the whole file, naming every faulty cell.
 */
export function readPriceList(sheets: readonly Sheet[]): PriceList {
  const [first] = sheets;
  if (!first || first.rows.length < 2)
    return refuseList(`The price list is empty: give rows under the headings ${COLUMNS.join(', ')}.`);
  const found = findTable(
    [first],
    HEADINGS,
    ({ size }) => size >= ENOUGH_HEADINGS,
    (column) => column,
  );
  const missing = COLUMNS.filter((column) => found?.columns.has(column) !== true);
  if (!found || missing.length > 0)
    return refuseList(
      `The price list has no column ${missing.join(', ')}${sheets.length > 1 ? ` in its first sheet, ${first.name}` : ''}: give one of its first rows the headings ${COLUMNS.join(', ')}.`,
    );
  if (found.rows.length === 0)
    return refuseList(`The price list is empty: give rows under the headings ${COLUMNS.join(', ')}.`);
  const hasCommas = found.rows.some(({ cells }) =>
    (['from', 'to'] as const).some((column) => COMMA_WEIGHT.test(textIn(cells, found.columns.get(column)))),
  );
  const read = found.rows.map((row) => readRow(row, found.columns, hasCommas));
  const faults = read.flatMap((row) => ('faults' in row ? row.faults : []));
  if (faults.length > 0) throw refusedRows(faults, { code: 'INVALID', field: 'file' });
  const rows = read.flatMap((row) => ('price' in row ? [row.price] : []));
  const date = rows[0]?.date ?? '';
  if (rows.some((row) => row.date !== date))
    refuseList('The price list has rows of several dates: load one date at a time.');
  try {
    return priceList(
      date,
      rows.map(({ table, from, to, colour, clarity, pricePerCarat }) => ({
        table,
        fromWeight: from,
        toWeight: to + 10,
        colour,
        clarity,
        centsPerCarat: pricePerCarat,
      })),
    );
  } catch (error) {
    return refuseList(`The price list contradicts itself: ${messageOf(error)}`);
  }
}

/** A row's price, or what is wrong with each of its cells. */
function readRow(
  { row, cells, problems }: SheetRow,
  columns: ReadonlyMap<PriceColumn, number>,
  hasCommas: boolean,
): { price: z.infer<typeof rowSchema> } | { faults: string[] } {
  const wrong = new Map<string, string>();
  const record = [...columns].map(([column, index]) => {
    const problem = problems.find((each) => each.index === index);
    if (problem) wrong.set(column, `it ${problem.message}`);
    const text = textIn(cells, index);
    // A number of a workbook has no sign of its own.
    if (!hasCommas || !NUMBERS.includes(column) || typeof cells[index] === 'number') return [column, text];
    const number = withPoint(text);
    if (number === null && !problem)
      wrong.set(column, 'write it with a decimal comma as the other rows, like 0,30');
    return [column, number ?? text];
  });
  const read = rowSchema.safeParse(Object.fromEntries(record));
  for (const { path, message } of read.error?.issues ?? []) {
    const column = String(path[0]);
    if (!wrong.has(column)) wrong.set(column, message);
  }
  if (read.data && wrong.size === 0) return { price: read.data };
  return { faults: [...wrong].map(([column, message]) => `row ${row}, ${column}: ${message}`) };
}
