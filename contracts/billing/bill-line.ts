import { z } from 'zod';
import {
  effectiveAtSchema,
  houseDaySchema,
  instantSchema,
  lineSchema,
  monthSchema,
  centsSchema,
  positionSchema,
  ppmSchema,
} from '../vocabulary/schemas.ts';

/**
 * Up to where the log was known, and the time shown with it. The last event known, by its id, is its name wherever the
 * log is moved to; the position is the short cut to it in the log that this is read from. Without an id: before the
 * first event, and in bills of the shapes before cuts had names.
 */
export const logCutSchema = z.object({
  position: positionSchema,
  eventId: z.string().optional(),
  recordedAt: instantSchema,
});
export type Cut = z.infer<typeof logCutSchema>;

/**
 * What a line can be (rule: Fee; rule: HAF surcharge; rule: Minimum true-up; rule: Rebate; rule: Closing and
 * adjusting). CREDIT and REBATE_REVERSAL take back a SALE and its REBATE; DEPLOYMENT is a MEMO shipped.
 */
export const LINE_KINDS = [
  'FEE',
  'SURCHARGE',
  'TRUE_UP',
  'OPENING_BALANCE',
  'SALE',
  'REBATE',
  'CREDIT',
  'REBATE_REVERSAL',
  'DEPLOYMENT',
  'ADJUSTMENT',
] as const;
export const lineKindSchema = z.enum(LINE_KINDS);
export type LineKind = z.infer<typeof lineKindSchema>;
/** The kinds of lines that are fees, and those of rebates, as figures of bills add them up. */
export const FEE_KINDS: readonly LineKind[] = ['FEE', 'SURCHARGE', 'TRUE_UP'];
export const REBATE_KINDS: readonly LineKind[] = ['REBATE', 'REBATE_REVERSAL'];

/**
 * What a vendor gets (negative: gives) of a line, rounded on its own: `flatCents + baseCents × sharePpm`. A
 * surcharge has a part per parcel; the base is that parcel's largest-remainder share of it (rule: Vendor
 * parts).
 */
const vendorPartSchema = z.object({
  vendorId: z.int().positive(),
  parcelName: z.string(),
  flatCents: centsSchema,
  baseCents: centsSchema,
  sharePpm: ppmSchema,
  amountCents: centsSchema,
});
export type VendorPart = z.infer<typeof vendorPartSchema>;

/** A document of the trading system that a line is made of. `document` is instance/docType/docNo/line. */
const documentRefSchema = z.object({
  eventId: z.string(),
  document: z.string(),
  effectiveAt: effectiveAtSchema,
  day: houseDaySchema,
  amountCents: centsSchema,
});
export type DocumentRef = z.infer<typeof documentRefSchema>;

/** Consecutive fee days at one price and one rate; both days inclusive. */
const feeSegmentSchema = z.object({
  from: houseDaySchema,
  to: houseDaySchema,
  days: z.int().positive(),
  priceCents: centsSchema,
  ratePpm: ppmSchema,
});
export type FeeSegment = z.infer<typeof feeSegmentSchema>;

const feeWorking = z.object({
  spellKey: z.string(),
  /** D, day ends held (grace included), of these in grace, of these charged. */
  daysInMonth: z.int().positive(),
  heldDays: z.int().nonnegative(),
  graceDays: z.int().nonnegative(),
  feeDays: z.int().nonnegative(),
  haf: z.boolean(),
  /** The customer's own stone: it carries no fee (rule: Tiers). */
  freedom: z.boolean(),
  segments: z.array(feeSegmentSchema),
  /** The spell's live entries up to the month's end, in fold order. */
  eventIds: z.array(z.string()),
});

const surchargeWorking = z.object({
  /** Σ of the rounded fees of natural stones, before overrides of lines. */
  feesCents: centsSchema,
  /** Σ P·d, in cents × days: s is the first over the second. */
  hafCentDays: z.int().nonnegative(),
  naturalCentDays: z.int().nonnegative(),
  hafPct1Ppm: ppmSchema,
  hafPct2Ppm: ppmSchema,
});

const trueUpWorking = z.object({
  daysInMonth: z.int().positive(),
  activeDays: z.int().nonnegative(),
  /** Consecutive active days with the same minimum, holding and rate; both days inclusive. */
  segments: z.array(
    z.object({
      from: houseDaySchema,
      to: houseDaySchema,
      days: z.int().positive(),
      minInventoryCents: centsSchema,
      heldCents: centsSchema,
      ratePpm: ppmSchema,
    }),
  ),
});

/** What was owed before billing began. */
const openingWorking = z.object({ balanceCents: centsSchema });

const saleWorking = z.object({
  spellKey: z.string(),
  invoice: documentRefSchema,
  priceCents: centsSchema,
  listPriceCents: centsSchema,
  costCents: centsSchema,
});

/** The term that a rebate's rate is of. */
export const rebateTermSchema = z.enum(['normalRebate', 'hafRebate', 'lgRebate', 'fcRebate']);

const rebateWorking = z.object({
  spellKey: z.string(),
  invoice: documentRefSchema,
  priceCents: centsSchema,
  ratePpm: ppmSchema,
  term: rebateTermSchema,
});

/** `invoice` null: a credit of which no invoice is known; the house bears it. */
const creditWorking = z.object({ credit: documentRefSchema, invoice: documentRefSchema.nullable() });

const rebateReversalWorking = z.object({
  credit: documentRefSchema,
  invoice: documentRefSchema,
  /** What the rebate's line gave, in the invoice's month, its override included. */
  givenCents: centsSchema,
});

const deploymentWorking = z.object({ memo: documentRefSchema, costCents: centsSchema });

/** An event recorded since the last closing that changed a closed month (rule: Closing and adjusting). */
const adjustmentCauseSchema = z.object({
  eventId: z.string(),
  type: z.string(),
  /** In words: 'RETURN_MEMO of P-1 dated 2026-04-21'. */
  what: z.string(),
  position: positionSchema,
  recordedAt: instantSchema,
  actor: z.string(),
  reason: z.string().nullable(),
  /** What it alone changed; the causes of a line sum to it. */
  deltaCents: centsSchema,
});
export type AdjustmentCause = z.infer<typeof adjustmentCauseSchema>;

export const adjustableKindSchema = lineKindSchema.exclude(['ADJUSTMENT']);
export type AdjustableKind = z.infer<typeof adjustableKindSchema>;

const adjustmentWorking = z.object({
  /** The closed month that it corrects. */
  month: monthSchema,
  kind: adjustableKindSchema,
  /** Billed in that month and adjusted since, and what it is now. */
  billedCents: centsSchema,
  nowCents: centsSchema,
  causes: z.array(adjustmentCauseSchema),
});

const common = {
  /** Names the line within its bill; what an override's `lineKey` refers to. */
  key: z.string(),
  parcelName: z.string().nullable(),
  line: lineSchema.nullable(),
  computedCents: centsSchema,
  override: z.object({ valueCents: centsSchema, reason: z.string() }).nullable(),
  /** What the customer pays (negative: is given): the override's value, else as computed. */
  amountCents: centsSchema,
  vendorParts: z.array(vendorPartSchema),
  /** What the trading system invoiced (credited: negative) with this line. */
  tradingSystemCents: centsSchema,
  /** The house's part, computed on its own: amount + trading system = vendors' parts + house's part. */
  houseCents: centsSchema,
};

/** The one line model of bills. Cents, ppm and house days throughout. */
export const billLineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('FEE'), ...common, working: feeWorking }),
  z.object({ kind: z.literal('SURCHARGE'), ...common, working: surchargeWorking }),
  z.object({ kind: z.literal('TRUE_UP'), ...common, working: trueUpWorking }),
  z.object({ kind: z.literal('OPENING_BALANCE'), ...common, working: openingWorking }),
  z.object({ kind: z.literal('SALE'), ...common, working: saleWorking }),
  z.object({ kind: z.literal('REBATE'), ...common, working: rebateWorking }),
  z.object({ kind: z.literal('CREDIT'), ...common, working: creditWorking }),
  z.object({ kind: z.literal('REBATE_REVERSAL'), ...common, working: rebateReversalWorking }),
  z.object({ kind: z.literal('DEPLOYMENT'), ...common, working: deploymentWorking }),
  z.object({ kind: z.literal('ADJUSTMENT'), ...common, working: adjustmentWorking }),
]);
export type BillLine = z.infer<typeof billLineSchema>;
export type LineOf<Kind extends LineKind> = Extract<BillLine, { kind: Kind }>;
