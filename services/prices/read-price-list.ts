import { z } from 'zod';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { houseDaySchema, claritySchema, colourSchema } from '#contracts/vocabulary/schemas.ts';
import { messageOf } from '#services/platform/message-of.ts';
import {
  columnLetter,
  numberOf,
  readSheets,
  textOf,
  UnreadableSheet,
  type Sheet,
} from '#services/platform/workbooks/index.ts';
import { PRICE_TABLES, priceList, type PriceList } from './price-list.ts';
import { refuseList } from './refuse-list.ts';

const HEADINGS = ['table', 'from', 'to', 'colour', 'clarity', 'pricePerCarat', 'date'] as const;
const MB = 1024 * 1024;
/** Two tables of some twenty bands have five thousand prices; a file with far more is another one. */
export const PRICE_LIST_LIMITS = {
  bytes: 8 * MB,
  expandedBytes: 64 * MB,
  rows: 50_000,
  columns: 100,
} as const;

const carats = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2}0*)?$/, 'carats with at most two decimals, like 0.30')
  .transform((text) => Math.round(Number(text) * 1000));
const rowSchema = z.object({
  table: z
    .string()
    .toLowerCase()
    .pipe(z.enum(PRICE_TABLES, { error: 'table: round or pear' })),
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
  date: houseDaySchema,
});

/** The price list in a CSV file or workbook, read off the main thread. Refuses (422) as `readPriceList`, and a file that is neither. */
export async function readPriceListFile(bytes: Uint8Array): Promise<PriceList> {
  try {
    return readPriceList(await readSheets(bytes, PRICE_LIST_LIMITS));
  } catch (error) {
    if (!(error instanceof UnreadableSheet)) throw error;
    return refuseList(error.message);
  }
}

/**
 * A price list from the first sheet: the columns table (round or pear), from and to (carats; a band reaches up to the
 * next hundredth after `to`), colour, clarity, pricePerCarat (dollars) and date, the same in every row. Pure. Refuses
 * (422) the whole file, naming the first bad row.
 */
export function readPriceList(sheets: readonly Sheet[]): PriceList {
  const [head, ...body] = sheets[0]?.rows ?? [];
  if (!head || body.length === 0)
    return refuseList(`The price list is empty: give rows under the headings ${HEADINGS.join(', ')}.`);
  const headings = head.cells.map(textOf);
  const missing = HEADINGS.filter((heading) => !headings.includes(heading));
  if (missing.length > 0)
    refuseList(
      `The price list has no column ${missing.join(', ')}: give its first row the headings ${HEADINGS.join(', ')}.`,
    );
  const columns = HEADINGS.map((heading) => {
    const index = headings.indexOf(heading);
    if (headings.lastIndexOf(heading) !== index)
      refuseList(`The price list has the column ${heading} twice.`);
    return { heading, index, letter: columnLetter(index + 1) };
  });
  const rows = body.map(({ row, cells, problems }) => {
    const problem = problems.find(({ column }) => columns.some(({ letter }) => letter === column));
    if (problem) refuseList(`Row ${row}, column ${problem.column}: ${problem.message}`);
    const record = columns.map(({ heading, index }) => [heading, textOf(cells[index] ?? null) ?? '']);
    const read = rowSchema.safeParse(Object.fromEntries(record));
    const issue = read.error?.issues[0];
    return (
      read.data ??
      refuseList(`Row ${row}, ${String(issue?.path[0] ?? '')}: ${issue?.message ?? 'cannot be read'}`)
    );
  });
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
