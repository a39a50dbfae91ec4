import { z } from 'zod';
import { logCutSchema, lineKindSchema } from '../billing/bill-line.ts';
import { shownReplacement } from './bill-replacements.ts';
import { wireLineSchema } from './bill-lines.ts';
import { invoiceSchema } from './invoices.ts';
import { overriddenTermSchema } from '../billing/overridden-terms.ts';
import { BILLING_TERMS } from '../billing/bill.ts';
import { CUSTOMER_TERMS } from './terms.ts';
import {
  instantSchema,
  houseDaySchema,
  lineSchema,
  statusSchema,
  monthSchema,
} from '../vocabulary/schemas.ts';
import { MAX_INTEGER, rowNumberSchema } from '../vocabulary/row-numbers.ts';

// Billing on the wire (rule: Units on the wire): dollars and percent as numbers.

/** The terms that an override may replace, by their names on the wire. */
const TERM_NAMES = BILLING_TERMS.map((term) => CUSTOMER_TERMS[term].name);

/** A row of the overrides sheet: the value in dollars for a line, as the term is shown for a term. */
export const wireOverrideSchema = z.discriminatedUnion('target', [
  z.object({
    target: z.literal('LINE'),
    customerId: rowNumberSchema,
    lineKey: z.string().min(1),
    value: z.number(),
    reason: z.string().min(1).max(2000),
  }),
  z.object({
    target: z.literal('TERM'),
    customerId: rowNumberSchema,
    /** By its wire name: feeRate, minInventory, gracePeriodDays. */
    term: z.enum(TERM_NAMES),
    value: z.number().nonnegative(),
    reason: z.string().min(1).max(2000),
  }),
]);

const wireBillSchema = z.object({
  customerId: z.int(),
  month: monthSchema,
  cut: logCutSchema,
  policyVersion: z.int(),
  overridesHash: z.string(),
  inputHash: z.string(),
  lines: z.array(wireLineSchema),
  total: z.number(),
  dueDate: houseDaySchema,
});
export type WireBill = z.infer<typeof wireBillSchema>;

/** A row of GET /api/bills; `id` is customer-month-version, such as 7-2026-04-1. */
export const billResource = z.object({
  id: z.string(),
  customerId: z.int(),
  customerName: z.string().nullable(),
  month: monthSchema,
  version: z.int(),
  /** No higher version of the month exists. */
  newest: z.boolean(),
  total: z.number(),
  dueDate: houseDaySchema,
  issuedAt: instantSchema,
  issuedBy: z.string(),
});
export type BillResource = z.infer<typeof billResource>;
export const issuedBillSchema = wireBillSchema.extend({
  id: z.string(),
  version: z.int(),
  issuedAt: instantSchema,
  issuedBy: z.string(),
  eventId: z.string(),
  position: z.string(),
});

/** GET /api/bills/{id}: an issued bill with what a person needs to read it. */
export const openedBillSchema = issuedBillSchema.extend({
  customerName: z.string().nullable(),
  /** Whose parts are on its lines, by name. */
  vendors: z.array(z.object({ vendorId: z.int(), name: z.string() })),
  /** What the customer can download of it, from /api/invoices/{id}/file; none until they are drawn. */
  documents: z.array(invoiceSchema),
  /** Terms that its overrides replaced for the month; those of lines are on the lines. */
  overriddenTerms: z.array(overriddenTermSchema),
  /** A higher one than its own has replaced it. */
  newestVersion: z.int(),
});
export type OpenedBill = z.infer<typeof openedBillSchema>;

/** GET /api/bills/preview: a bill as it would be made, beside the one that stands. */
export const previewedBillSchema = wireBillSchema.extend({
  /** The month is billed with these very lines, their working included: Create keeps the bill that stands. */
  unchanged: z.boolean(),
  /** The later month whose bill closes this one, which is then not replaced; null while none does. */
  closedBy: monthSchema.nullable(),
});
export type WirePreviewedBill = z.infer<typeof previewedBillSchema>;

/** POST /api/bills. */
export const createBillRequest = z.object({
  customerId: rowNumberSchema,
  month: monthSchema,
  ...shownReplacement,
});
export const createBillReply = z.object({
  outcome: z.enum(['CREATED', 'REPLACED', 'UNCHANGED', 'NOTHING']),
  bill: issuedBillSchema.nullable(),
});

const customerIdQuery = z.coerce.number('customerId must be a number').int().positive().max(MAX_INTEGER);
/** A log position, an event's id (up to it) or a time; the log's end when left out (rule: Knowledge cut). */
const knownAtQuery = z.string().optional();
export const billPreviewQuery = z.object({
  customerId: customerIdQuery,
  month: monthSchema,
  knownAt: knownAtQuery,
});
export const billExplainQuery = z.object({
  customerId: customerIdQuery,
  month: monthSchema,
  from: knownAtQuery,
  to: knownAtQuery,
});

/** Of an adjustment: the closed month that it puts right, and the kind of its lines there. */
const adjustsSchema = z.object({ month: monthSchema, kind: lineKindSchema }).nullable();

const lineDifference = z.object({
  kind: lineKindSchema,
  key: z.string(),
  parcelName: z.string().nullable(),
  adjusts: adjustsSchema,
  before: z.number(),
  after: z.number(),
});
/**
 * An issued bill and what is known of its month since: `now` − `issued` = Σ `stands` + `next`, and `unaccounted`, which
 * is 0 unless the program is at fault.
 */
const settlementSchema = z.object({
  version: z.int(),
  issued: z.number(),
  now: z.number(),
  stands: z.array(z.object({ month: monthSchema, version: z.int(), amount: z.number() })),
  next: z.object({ month: monthSchema, amount: z.number() }).nullable(),
  unaccounted: z.number(),
});

/** GET /api/bills/{id}/settlement: null of a version that has been replaced. */
export const billSettlementReply = z.object({ settlement: settlementSchema.nullable() });

const versionQuery = z.coerce
  .number('must be the number of a version')
  .int()
  .positive()
  .max(MAX_INTEGER)
  .optional();
/** GET /api/bills/compare: each side is an issued version, or the month as known at a cut; now when left out. */
export const billCompareQuery = z.object({
  customerId: customerIdQuery,
  month: monthSchema,
  fromVersion: versionQuery,
  from: knownAtQuery,
  toVersion: versionQuery,
  to: knownAtQuery,
});
const comparedSide = z.object({
  /** Null of a bill as it would be made. */
  version: z.int().nullable(),
  cut: logCutSchema,
  total: z.number(),
  dueDate: houseDaySchema,
});
/** The lines that differ; `difference` sums to the difference of the totals. */
export const billComparisonSchema = z.object({
  customerId: z.int(),
  month: monthSchema,
  before: comparedSide,
  after: comparedSide,
  difference: z.number(),
  lines: z.array(lineDifference.extend({ difference: z.number() })),
});
export type WireBillComparison = z.infer<typeof billComparisonSchema>;

export const explanationSchema = z.object({
  customerId: z.int(),
  month: monthSchema,
  from: logCutSchema,
  to: logCutSchema,
  before: z.number(),
  after: z.number(),
  /** In the order of the log; the deltas sum to after − before. */
  events: z.array(
    z.object({
      eventId: z.string(),
      stream: z.string(),
      type: z.string(),
      what: z.string(),
      position: z.string(),
      recordedAt: instantSchema,
      actor: z.string(),
      reason: z.string().nullable(),
      delta: z.number(),
      lines: z.array(lineDifference),
    }),
  ),
  /** What has become of the issued bill by `to`; null where the month was not billed then. */
  settlement: settlementSchema.nullable(),
});

/** What a change that is not made yet would change in money (rule: Preview). */
export const billingEffectSchema = z.object({
  bills: z.array(
    z.object({
      customerId: z.int(),
      /** Null for a customer that is no longer known; likewise a vendor below. */
      customerName: z.string().nullable(),
      month: monthSchema,
      state: z.enum(['OPEN', 'RUNNING']),
      before: z.number(),
      after: z.number(),
      lines: z.array(lineDifference),
    }),
  ),
  statements: z.array(
    z.object({
      vendorId: z.int(),
      vendorName: z.string().nullable(),
      month: monthSchema,
      /** Not its amounts: those are of all its customers' bills, and the statement's page has them. */
      difference: z.number(),
    }),
  ),
});
export type WireBillingEffect = z.infer<typeof billingEffectSchema>;

/** POST /api/bills/terms-preview: what new terms of a customer or a vendor would change; in the wire's units. */
export const termsPreviewRequest = z.object({
  customerId: rowNumberSchema.optional(),
  vendorId: rowNumberSchema.optional(),
  /** Only the fields that change, by their wire names: dollars, percent, days. */
  changes: z.record(z.string(), z.number()),
  effectiveAt: z.string(),
});

/** POST /api/bill-runs: BILLS is 'Generate All', VENDORS 'Generate Vendors', VERIFY derives every bill again. */
export const startBillRunRequest = z.object({
  kind: z.enum(['BILLS', 'VENDORS', 'VERIFY']),
  month: monthSchema.optional(),
  overrides: z.array(wireOverrideSchema).default([]),
});
export const billRunResource = z.object({
  id: z.string(),
  kind: z.enum(['BILLS', 'VENDORS', 'VERIFY']),
  month: monthSchema.nullable(),
  state: z.enum(['WAITING', 'RUNNING', 'DONE', 'FAILED']),
  requestedBy: z.string(),
  requestedAt: instantSchema,
  startedAt: instantSchema.nullable(),
  finishedAt: instantSchema.nullable(),
  cut: logCutSchema.nullable(),
  /** Customers (VENDORS: vendors), how many are done and how many of those failed. */
  total: z.int().nullable(),
  done: z.int(),
  failed: z.int(),
  /** Bills that would differ but were left as they are: the sheet does not name their customers (rule: Replacing a bill). */
  left: z.int(),
  failure: z.string().nullable(),
  /** Double entry over the month's bills: lines + trading system = vendors + house; left out, like totals below, for who sees no wholesale prices. */
  postings: z
    .object({ lines: z.number(), tradingSystem: z.number(), vendors: z.number(), house: z.number() })
    .nullable()
    .optional(),
});
export type BillRunResource = z.infer<typeof billRunResource>;
export const billRunDetails = billRunResource.extend({
  items: z.array(
    z.object({
      subjectId: z.int(),
      outcome: z.enum(['CREATED', 'REPLACED', 'UNCHANGED', 'NOTHING', 'MADE', 'SAME', 'DIFFERENT', 'FAILED']),
      /** Left out, as it may name amounts, for who sees no wholesale prices. */
      message: z.string().nullable().optional(),
      total: z.number().nullable().optional(),
    }),
  ),
});

/** A row of GET /api/bill-alarms: an issued bill that differs from the log, or of whose month a change stands on no bill. */
export const billAlarmResource = z.object({
  id: z.string(),
  customerId: z.int(),
  month: monthSchema,
  version: z.int(),
  /** Left out, as it may name amounts, for who sees no wholesale prices. */
  message: z.string().optional(),
  raisedAt: instantSchema,
});

/** GET /api/billing-months: the first month with something to bill (rule: Months of billing); null: there is none. */
export const billingMonthsReply = z.object({ earliest: monthSchema.nullable() });

export const vendorStatementQuery = z.object({ month: monthSchema });
export const vendorStatementFileQuery = vendorStatementQuery.extend({ format: z.enum(['xlsx', 'pdf']) });
export const wireStatementSchema = z.object({
  id: z.string(),
  vendorId: z.int(),
  /** Null for a vendor that is no longer known. */
  vendorName: z.string().nullable(),
  month: monthSchema,
  total: z.number(),
  lines: z.array(
    z.object({
      customerId: z.int(),
      billVersion: z.int(),
      lineKey: z.string(),
      kind: lineKindSchema,
      adjusts: adjustsSchema,
      parcelName: z.string(),
      /** Null for an adjusted surcharge: it is one amount for several parcels. */
      charged: z.number().nullable(),
      /** What the trading system invoiced (credited: negative) with it. */
      tradingSystem: z.number(),
      flat: z.number(),
      base: z.number(),
      share: z.number(),
      amount: z.number(),
    }),
  ),
});

const holdingDaySchema = z.object({
  day: houseDaySchema,
  exposure: z.number(),
  currentlyHolding: z.number(),
  feeBase: z.number(),
  /** 0 = unset. */
  minInventory: z.number(),
  maxInventory: z.number(),
});
/** To customers' users too: which event was the last is not theirs to know. */
const shownCutSchema = logCutSchema.omit({ eventId: true });

/** GET /api/holdings: at the end of a house day (axis effectiveAt), as known at a cut (axis knownAt). */
export const holdingQuery = z.object({
  customerId: customerIdQuery.optional(),
  effectiveAt: z.string().optional(),
  knownAt: knownAtQuery,
});
export const holdingReply = z.object({
  customerId: z.int(),
  cut: shownCutSchema,
  ...holdingDaySchema.shape,
  parcels: z.array(
    z.object({
      parcelName: z.string(),
      line: lineSchema,
      status: statusSchema,
      /** The day of its first memo by then, else of its request (rule: Movements and key figures). */
      since: houseDaySchema,
      price: z.number(),
    }),
  ),
});
/** GET /api/holdings/series: a row a day. */
export const holdingSeriesQuery = z.object({
  customerId: customerIdQuery.optional(),
  from: houseDaySchema.optional(),
  to: houseDaySchema.optional(),
  knownAt: knownAtQuery,
});
export const holdingSeriesReply = z.object({
  customerId: z.int(),
  cut: shownCutSchema,
  days: z.array(holdingDaySchema),
});
