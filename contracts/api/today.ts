import { z } from 'zod';
import { monthSchema } from '../vocabulary/schemas.ts';

const amount = z.object({ count: z.int(), total: z.number() });

/**
 * GET /api/today: what waits for a person, and the money of the month (rule: Today). What the caller may not see is left
 * out: to a rep everything for administrators, to who sees no prices limits and money.
 */
export const todayReply = z.object({
  /** The house's day. */
  day: z.string(),
  /** Exceptional stones on memo: past their day, and due within 7 days. */
  memosOverdue: z.int(),
  memosDueSoon: z.int(),
  customersBelowMinimum: z.int().optional(),
  customersNearMaximum: z.int().optional(),
  /** Months that have ended, the newest first, each with the customers that wait for their bill. */
  monthsToBill: z.array(z.object({ month: monthSchema, customers: z.int() })).optional(),
  billAlarms: z.int().optional(),
  anomalies: z.int().optional(),
  suspense: z.int().optional(),
  stuckInstructions: z.int().optional(),
  /** Feed runs that are classified or held; vendors whose last feed is old. */
  feedsWaiting: z.int().optional(),
  feedsOld: z.int().optional(),
  mailsFailed: z.int().optional(),
  /** In dollars. */
  money: z
    .object({
      /** Of all customers now. */
      holding: amount,
      exposure: z.number(),
      feeBase: z.number(),
      /** For administrators: by documents dated this month; and the bills of the last month that has ended. */
      month: monthSchema.optional(),
      invoiced: amount.optional(),
      credited: amount.optional(),
      billed: amount.extend({ month: monthSchema }).optional(),
      /** Of those bills: the house's part of every line, of what was billed and invoiced. */
      margin: z.object({ month: monthSchema, house: z.number(), of: z.number() }).optional(),
    })
    .optional(),
});
export type Today = z.infer<typeof todayReply>;
