import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { houseDaySchema } from '#contracts/vocabulary/house-time.ts';
import { claritySchema, colourSchema } from '#contracts/vocabulary/grades.ts';
import { centsOf } from '#contracts/vocabulary/money.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { PRICE_TABLES, priceList, type PriceList } from './price-list.ts';
import { messageOf } from '#services/platform/message-of.ts';

const HEADINGS = ['table', 'from', 'to', 'colour', 'clarity', 'pricePerCarat', 'date'] as const;
const LONGEST = 20_000_000;

const carats = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,3})?$/, 'carats, like 0.30')
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
    const cents = text.trim() === '' ? null : centsOf(Number(text));
    if (cents !== null && cents > 0) return cents;
    context.addIssue({ code: 'custom', message: 'dollars above 0, at most two decimals' });
    return z.NEVER;
  }),
  date: houseDaySchema,
});

/**
 * A price list from CSV with the columns table (round or pear), from and to (carats; a band reaches up to the next
 * hundredth after `to`), colour, clarity, pricePerCarat (dollars) and date, the same in every row. Refuses (422) the
 * whole file, naming the first bad row.
 */
export function readPriceList(text: string): PriceList {
  const refuse = (message: string): never => {
    throw new Refusal(422, message, { code: 'INVALID' });
  };
  if (text.length > LONGEST) refuse('The price list is too long to be one.');
  let records: Record<string, string>[] = [];
  try {
    records = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    refuse(`The price list cannot be read as CSV: ${messageOf(error)}`);
  }
  const [first] = records;
  if (!first) return refuse(`The price list is empty: give rows under the headings ${HEADINGS.join(', ')}.`);
  const missing = HEADINGS.filter((heading) => !Object.hasOwn(first, heading));
  if (missing.length > 0)
    refuse(`The price list has no column ${missing.join(', ')}: its headings are ${HEADINGS.join(', ')}.`);
  const rows = records.map((record, index) => {
    const row = rowSchema.safeParse(record);
    const issue = row.error?.issues[0];
    return (
      row.data ??
      refuse(`Row ${index + 2}, ${String(issue?.path[0] ?? '')}: ${issue?.message ?? 'cannot be read'}`)
    );
  });
  const date = rows[0]?.date ?? '';
  if (rows.some((row) => row.date !== date))
    refuse('The price list has rows of several dates: load one date at a time.');
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
    return refuse(`The price list contradicts itself: ${messageOf(error)}`);
  }
}
