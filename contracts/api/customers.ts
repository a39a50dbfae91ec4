import { z } from 'zod';
import { showPricesSchema } from './session.ts';

const figure = z.number().optional();

/**
 * A customer on the wire (product: Customer): money in dollars, rates in percent. Limits and holding are left out for
 * RETAIL and NONE users (rule: Price modes). Terms and accounts are for administrators; who acts for the customer and
 * sees its limits also sees `gracePeriodDays` and `paymentDays`, which its memos print (product: Memo to keep).
 */
export const customerSchema = z.object({
  customerId: z.number(),
  name: z.string(),
  legalName: z.string(),
  email: z.string(),
  salesRepEmail: z.string(),
  bigName: z.string(),
  minInventory: figure,
  maxInventory: figure,
  currentlyHolding: figure,
  firstAction: z.string().optional(),
  allowLogin: z.boolean(),
  allowActions: z.boolean(),
  fmAllowed: z.boolean(),
  lgAllowed: z.boolean(),
  fcAllowed: z.boolean(),
  legend: z.boolean(),
  giaRoundDiscount: figure,
  gracePeriodDays: figure,
  paymentDays: figure,
  memoDays: figure,
  normalRebate: figure,
  hafRebate: figure,
  lgRebate: figure,
  fcRebate: figure,
  feeRate: figure,
  hafPct1: figure,
  hafPct2: figure,
  lgFeeRate: figure,
  fcFeeRate: figure,
  accountCodes: z
    .array(z.object({ dxInstance: z.string(), accountCode: z.string(), docType: z.string() }))
    .optional(),
});
export type Customer = z.infer<typeof customerSchema>;

/**
 * POST /login/customer: the customer acted for and how its prices are shown. The customer's fields stand at the top, where
 * callers of the specified call read them, and under `customer`, which can say that there is none: null for staff who act
 * for none, then without the fields.
 */
export const sessionCustomerReply = customerSchema.partial().extend({
  customer: customerSchema.nullable(),
  showPrices: showPricesSchema,
});
export type SessionCustomer = z.infer<typeof sessionCustomerReply>;
