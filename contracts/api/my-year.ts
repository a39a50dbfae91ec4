import { z } from 'zod';
import { lineSchema, monthSchema } from '../vocabulary/schemas.ts';

/** Pieces, and what they come to in dollars: left out for a user who is not shown wholesale prices (rule: Price modes). */
const figure = z.object({ count: z.int(), value: z.number().optional() });

const yearMonth = z.object({
  month: monthSchema,
  /** On memo at the end of the month's last day; of the current month, today. */
  held: figure,
  /** Memos, return memos, and invoices that no credit took back, dated in the month. */
  taken: figure,
  returned: figure,
  sold: figure,
  /** Of the month's newest bill, in dollars: null where there is none, left out without wholesale prices. */
  bill: z
    .object({
      fees: z.number(),
      rebates: z.number(),
      total: z.number(),
    })
    .nullable()
    .optional(),
});
export type YearMonth = z.infer<typeof yearMonth>;

/** POST /reports/year: what the customer held, took, gave back and sold in the twelve months that end with this one. */
export const myYearReply = z.object({
  /** The house's day of it. */
  day: z.string(),
  months: z.array(yearMonth),
  /** Of the memos that ended in the last 12 months, what was sold, the best sold first. */
  sells: z.array(
    z.object({
      line: lineSchema,
      /** 'Round, 0.90-0.99'; the line's name where there is no shape. */
      what: z.string(),
      ended: z.int(),
      sold: z.int(),
      /** The mean of the days from memo to sale; null when none was sold. */
      daysToSale: z.number().nullable(),
    }),
  ),
  /** What has been on memo for longest. */
  sits: z.array(
    z.object({
      parcelName: z.string(),
      line: lineSchema,
      description: z.string(),
      since: z.string(),
      days: z.int(),
      price: z.number().optional(),
    }),
  ),
});
export type MyYear = z.infer<typeof myYearReply>;
