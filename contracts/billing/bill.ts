import { z } from 'zod';
import { adjustableKindSchema, billLineSchema, logCutSchema, lineKindSchema } from './bill-line.ts';
import {
  houseDaySchema,
  instantSchema,
  centsSchema,
  monthSchema,
  positionSchema,
} from '../vocabulary/schemas.ts';

/** The terms that an override may replace for one month (rule: Overrides). */
export const BILLING_TERMS = [
  'minInventoryCents',
  'gracePeriodDays',
  'paymentDays',
  'normalRebatePpm',
  'hafRebatePpm',
  'lgRebatePpm',
  'fcRebatePpm',
  'feeRatePpm',
  'lgFeeRatePpm',
  'fcFeeRatePpm',
  'hafPct1Ppm',
  'hafPct2Ppm',
] as const;
const billingTermSchema = z.enum(BILLING_TERMS);
export type BillingTerm = z.infer<typeof billingTermSchema>;

/** One row of the overrides sheet: of a line (value in cents) or of a term (cents, ppm or days, as the term is). */
export const overrideSchema = z.discriminatedUnion('target', [
  z.object({
    target: z.literal('LINE'),
    customerId: z.int().positive(),
    lineKey: z.string().min(1),
    valueCents: centsSchema,
    reason: z.string().min(1).max(2000),
  }),
  z.object({
    target: z.literal('TERM'),
    customerId: z.int().positive(),
    term: billingTermSchema,
    value: z.int().nonnegative(),
    reason: z.string().min(1).max(2000),
  }),
]);
export type Override = z.infer<typeof overrideSchema>;

/** What is hashed: the canonical bytes of a bill are the JSON of this, keys in this order, lines in the bill's order. */
const billFields = {
  customerId: z.int().positive(),
  month: monthSchema,
  cut: logCutSchema,
  policyVersion: z.int().positive(),
  /** This customer's rows of the overrides sheet, and the SHA-256 of them. */
  overrides: z.array(overrideSchema),
  overridesHash: z.string(),
  /** SHA-256 of every fact that the bill was made of. */
  inputHash: z.string(),
  lines: z.array(billLineSchema),
  totalCents: centsSchema,
  dueDate: houseDaySchema,
};
const calculatedBillSchema = z.object(billFields);
/** A bill as computed: `bill(customer, month, cut, policyVersion)`. */
export type CalculatedBill = z.infer<typeof calculatedBillSchema>;

/**
 * Where the lines and overrides of a bill stand that is too large for one event: in the parts of `bill-{id}`, recorded
 * before it. Their texts, one after the other, are the JSON of `{ overrides, lines }`.
 */
const linesInPartsSchema = z.object({
  id: z.string(),
  parts: z.int().positive(),
  /** Of the whole text, as hex: a bill of which a byte is missing or other is never read as whole. */
  sha256: z.string(),
});

/** Appended to `customer-{customerId}` when a month is closed; a higher version of a month replaces the lower. */
export const billCreated = z.object({
  ...billFields,
  /** Only of a large bill: `lines` and `overrides` are then empty here. */
  linesIn: linesInPartsSchema.optional(),
  version: z.int().positive(),
  effectiveAt: instantSchema,
});
export type BillCreated = z.infer<typeof billCreated>;

/**
 * A part of a large bill's text, in `bill-{id}`. The id is made of the text: the same bill has the same parts however
 * often it is tried, and parts that no BillCreated names are of a bill that was never made.
 */
export const billPartRecorded = z.object({
  customerId: z.int().positive(),
  month: monthSchema,
  /** From 1 to `parts`. */
  part: z.int().positive(),
  parts: z.int().positive(),
  text: z.string(),
  effectiveAt: instantSchema,
});
export type BillPartRecorded = z.infer<typeof billPartRecorded>;

/**
 * In `bill-places`, recorded once a log has been copied into another store, where the same events have other positions:
 * what the positions that each bill names are there.
 */
export const billsMoved = z.object({
  bills: z.array(
    z.object({
      billEventId: z.string(),
      /** The last event known at the bill's cut. */
      cutEventId: z.string(),
      /** From each position that the bill names, its cut's and its causes', to the same event's in this log. */
      places: z.record(positionSchema, positionSchema),
    }),
  ),
  effectiveAt: instantSchema,
});
export type BillsMoved = z.infer<typeof billsMoved>;
export type MovedBill = BillsMoved['bills'][number];

/** By what read models name a version of a customer's bill. */
export const billVersionKey = ({
  customerId,
  month,
  version,
}: Pick<BillCreated, 'customerId' | 'month' | 'version'>): string => `${customerId} ${month} ${version}`;

/** A bill as issued, with its own place in the log. */
export type Bill = CalculatedBill & {
  version: number;
  /** When it was issued, and the event's id and place in the log (decimal). */
  issuedAt: string;
  eventId: string;
  position: string;
  issuedBy: string;
};

/** A vendor's statement of one month: the sum of its parts on that month's bills, adjustments included; may be negative. */
export type VendorStatement = {
  vendorId: number;
  month: string;
  lines: VendorStatementLine[];
  totalCents: number;
};
export type VendorStatementLine = {
  customerId: number;
  /** The bill's version that it is of. */
  billVersion: number;
  lineKey: string;
  kind: z.infer<typeof lineKindSchema>;
  adjusts: LineDifference['adjusts'];
  parcelName: string;
  /** What the customer was charged (given) with this line, of this parcel; null for an adjusted surcharge, of several. */
  chargedCents: number | null;
  /** What the trading system invoiced (credited: negative) with this line: a sale is charged there. */
  tradingSystemCents: number;
  flatCents: number;
  baseCents: number;
  sharePpm: number;
  amountCents: number;
};

/** What one line was and would be. */
const lineDifferenceSchema = z.object({
  kind: lineKindSchema,
  key: z.string(),
  parcelName: z.string().nullable(),
  /** Of an adjustment: the closed month that it puts right, and the kind of its lines there. */
  adjusts: z.object({ month: monthSchema, kind: adjustableKindSchema }).nullable(),
  beforeCents: centsSchema,
  afterCents: centsSchema,
});
export type LineDifference = z.infer<typeof lineDifferenceSchema>;

/**
 * A bill that would change. OPEN: ended and not billed; RUNNING: the month is not over, what is held now counts to its
 * end. Of closed months the first of these carries the difference as adjustments.
 */
export type BillDifference = {
  customerId: number;
  month: string;
  state: 'OPEN' | 'RUNNING';
  beforeCents: number;
  afterCents: number;
  lines: LineDifference[];
};
/** By how much a vendor's statement of a month changes: it is made of bills of customers that nothing changes, too. */
export type StatementDifference = { vendorId: number; month: string; differenceCents: number };
/** What a change that is not made yet would change in money (rule: Preview). */
export type BillingEffect = { bills: BillDifference[]; statements: StatementDifference[] };

/** One event recorded between two knowledge cuts, with what it alone changed. */
export type ExplainedEvent = {
  eventId: string;
  stream: string;
  type: string;
  what: string;
  position: string;
  recordedAt: string;
  actor: string;
  reason: string | null;
  deltaCents: number;
  lines: LineDifference[];
};
/** Why a bill differs between two cuts: the deltas sum exactly to after − before. */
export type Explanation = {
  customerId: number;
  month: string;
  from: z.infer<typeof logCutSchema>;
  to: z.infer<typeof logCutSchema>;
  beforeCents: number;
  afterCents: number;
  events: ExplainedEvent[];
  /** Of a month that was billed by `to`; null of another. */
  settlement: Settlement | null;
};

/** What has become of an issued bill: now − issued = what stands on later bills + what the next will carry + nothing else. */
export type Settlement = {
  version: number;
  issuedCents: number;
  /** The same bill as known now. */
  nowCents: number;
  /** The adjustments of it on the bills issued since. */
  stands: { month: string; version: number; amountCents: number }[];
  /** What the next bill will carry of it. */
  next: { month: string; amountCents: number } | null;
  unaccountedCents: number;
};
