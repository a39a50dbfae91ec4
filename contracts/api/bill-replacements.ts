import { z } from 'zod';
import { rowNumberSchema } from '../vocabulary/row-numbers.ts';
import { houseDaySchema } from '../vocabulary/schemas.ts';
import { monthRequest } from './month-request.ts';

// Which bills a call replaces, as they were shown (rule: Replacing a bill).

/** A total and a day on which it is due. */
const amountAndDue = z.object({ total: z.number(), dueDate: houseDaySchema });

/** What may be replaced, as it was shown (rule: Replacing a bill). */
export const shownReplacement = {
  /** The version that was shown. */
  replaces: rowNumberSchema.optional(),
  /** What it was shown to become: refused when it becomes another by now. Without it, whatever it becomes. */
  willBe: amountAndDue.optional(),
};

/** POST /billing/create. */
export const createOneRequest = monthRequest.extend(shownReplacement);

/** POST /billing/replacements: the overrides sheet (.xlsx or CSV) in base64. */
export const replacementsRequest = monthRequest.extend({ base64Overrides: z.string() });
/**
 * POST /billing/createall: with `replaces`, the answer of /billing/replacements that was shown, no other bill is
 * replaced, and none that becomes another than was shown; without it, every bill of a customer that the sheet names may be
 * (rule: Replacing a bill).
 */
export const createAllRequest = replacementsRequest.extend({
  replaces: z
    .array(
      z.object({
        customerId: rowNumberSchema,
        version: rowNumberSchema,
        willBe: shownReplacement.willBe,
      }),
    )
    .optional(),
});

/**
 * POST /billing/replacements: the bills that 'Generate All' replaces with a sheet, as they stand and as they become (rule:
 * Replacing a bill).
 */
export const replacementsReply = z.array(
  z.object({
    customerId: z.int(),
    customerName: z.string().nullable(),
    version: z.int(),
    was: amountAndDue,
    willBe: amountAndDue,
  }),
);
