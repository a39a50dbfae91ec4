import { z } from 'zod';
import { centsOf } from '../vocabulary/money.ts';
import { instantSchema, monthSchema } from '../vocabulary/schemas.ts';
import { text } from './edit-fields.ts';

/** Who set something, when, and why. */
const provenance = { reason: z.string(), setBy: z.string(), setAt: instantSchema };
const reason = text(400).min(1, 'Say why.');

/** GET /api/period-lock: months up to and including `through` are locked (rule: Period lock); null: none is. */
export const periodLockResource = z.object({
  through: monthSchema.nullable(),
  /** Every lock and unlock, the newest first. */
  history: z.array(z.object({ through: monthSchema.nullable(), ...provenance })),
});
export type PeriodLockResource = z.infer<typeof periodLockResource>;
/** POST /api/period-lock: an earlier month, or null, unlocks. */
export const setPeriodLockRequest = z.object({
  through: monthSchema.nullable(),
  reason,
  /** The `through` that was seen: 409 when another lock is in force. Absent, whatever lock is in force is replaced. */
  seen: monthSchema.nullable().optional(),
});

/** GET and PUT /api/customers/{id}/billing-begins: null: with its first activity (rule: Billing begins on). */
export const billingBeginsReply = z.object({
  opening: z.object({ month: monthSchema, balance: z.number() }).nullable(),
});
export const billingBeginsRequest = z.object({
  month: monthSchema,
  /** Dollars; negative: in the customer's favour. */
  balance: z
    .number('Enter an amount in dollars.')
    .min(-1_000_000_000, 'Use at least -1,000,000,000.')
    .max(1_000_000_000, 'Use at most 1,000,000,000.')
    .refine((given) => centsOf(given) !== null, 'Use at most two decimals.'),
  reason,
  /** The opening that was seen: 409 when another is in force. Absent, whatever opening is in force is replaced. */
  seen: billingBeginsReply.shape.opening.optional(),
});

/** PUT /api/billing-begins: of every customer that has neither a month of its own nor a bill, without an opening balance. */
export const houseBeginsRequest = z.object({ month: monthSchema, reason });
/** For how many customers it was set, and how many have a month of their own, or a bill, and keep it. */
export const houseBeginsReply = z.object({ set: z.number(), kept: z.number(), billed: z.number() });
export type HouseBegins = z.infer<typeof houseBeginsReply>;

/** What documents say of the house or of a customer beside its name; several lines each, '' where there is none. */
export const documentDetailsSchema = z.object({
  address: text(400),
  registration: text(100),
  bankLines: text(400),
});
export type DocumentDetails = z.infer<typeof documentDetailsSchema>;
export const NO_DETAILS: DocumentDetails = { address: '', registration: '', bankLines: '' };

/**
 * GET /api/customers/{id}/document-details, and what PUT answers; the version is the answer's ETag, too. With If-Match
 * PUT sets only what was not changed since it was read.
 */
export const customerDetailsResource = documentDetailsSchema.extend({ version: z.string() });
export type CustomerDetailsResource = z.infer<typeof customerDetailsResource>;

/** The accounts that the journal posts to, by what is posted. */
const account = text(60).min(1, 'Name the account.');
export const journalAccountsSchema = z.object({
  receivable: account,
  payable: account,
  fees: account,
  surcharge: account,
  trueUp: account,
  rebates: account,
  adjustments: account,
  openingBalance: account,
  vendorCosts: account,
});
export type JournalAccounts = z.infer<typeof journalAccountsSchema>;
export const STANDARD_ACCOUNTS: JournalAccounts = {
  receivable: 'Accounts Receivable',
  payable: 'Accounts Payable',
  fees: 'Memo Fee Income',
  surcharge: 'Surcharge Income',
  trueUp: 'Minimum True-Up Income',
  rebates: 'Rebates Given',
  adjustments: 'Adjustments of Earlier Months',
  openingBalance: 'Opening Balances',
  vendorCosts: 'Vendor Shares',
};

/** PUT /api/finance-settings: of the house; with If-Match only what was not changed since it was read. */
export const financeSettingsSchema = z.object({
  details: documentDetailsSchema,
  accounts: journalAccountsSchema,
});
/** GET /api/finance-settings, and what PUT answers; the version is the answer's ETag, too. */
export const financeSettingsResource = financeSettingsSchema.extend({ version: z.string() });
export type FinanceSettings = z.infer<typeof financeSettingsSchema>;
export type FinanceSettingsResource = z.infer<typeof financeSettingsResource>;

/** GET /api/journal?from=2026-10&to=2026-10&format=csv: IIF is QuickBooks' general journal. */
export const journalQuery = z.object({
  from: monthSchema,
  to: monthSchema,
  format: z.enum(['csv', 'iif']),
});
