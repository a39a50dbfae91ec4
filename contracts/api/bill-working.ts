import { z } from 'zod';
import { overriddenTermSchema } from '../billing/overridden-terms.ts';
import { houseDaySchema, monthSchema } from '../vocabulary/schemas.ts';

const line = z.object({
  /** The parcel, or what the line is about. */
  item: z.string(),
  description: z.string(),
  /** How it comes about, in words. */
  working: z.string(),
  amount: z.number(),
  /** What it would be without an override, and why it is not. */
  override: z.object({ computed: z.number(), reason: z.string() }).nullable(),
  /** The days that it is charged for, at one price and rate each; both ends inclusive. */
  days: z.array(z.object({ from: houseDaySchema, to: houseDaySchema, days: z.int(), words: z.string() })),
  /** What changed a closed month since it was billed; the differences sum to the line. */
  events: z.array(
    z.object({
      /** On which it was recorded. */
      day: houseDaySchema,
      what: z.string(),
      by: z.string(),
      reason: z.string().nullable(),
      difference: z.number(),
    }),
  ),
});

/** POST /billing/working: what the workbook of a customer's bill says, to be read on screen (product: Invoices dialog). */
export const billWorkingReply = z.object({
  month: monthSchema,
  version: z.int(),
  issued: houseDaySchema,
  dueDate: houseDaySchema,
  total: z.number(),
  /** Terms that differ this month from those agreed, and why (rule: Overrides). */
  overriddenTerms: z.array(overriddenTermSchema),
  sections: z.array(z.object({ title: z.string(), total: z.number(), lines: z.array(line) })),
  /** Those in force, from one day of the month to another, both inclusive. */
  terms: z.array(
    z.object({
      from: houseDaySchema,
      to: houseDaySchema,
      terms: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
  ),
});
export type BillWorking = z.infer<typeof billWorkingReply>;
