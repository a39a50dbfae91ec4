import { z } from 'zod';
import { adjustableKindSchema, rebateTermSchema } from '../billing/bill-line.ts';
import {
  effectiveAtSchema,
  houseDaySchema,
  instantSchema,
  lineSchema,
  monthSchema,
  positionSchema,
} from '../vocabulary/schemas.ts';

// The lines of a bill on the wire (rule: Units on the wire): those of contracts/billing in the same order, `priceCents`
// as `price`, `ratePpm` as `rate`.

const dollars = z.number();
/** 1 = 1 %. */
const percent = z.number();
const days = z.int();
/** Dollars held, each for its days. */
const dollarDays = z.number();

// Fields of a working that this version does not know are kept: a page that is older than its server shows them too.

const documentSchema = z.looseObject({
  eventId: z.string(),
  /** instance/docType/docNo/line */
  document: z.string(),
  effectiveAt: effectiveAtSchema,
  day: houseDaySchema,
  amount: dollars,
});

/** Fee days at one price and one rate; both ends inclusive. */
const feeSegment = z.looseObject({
  from: houseDaySchema,
  to: houseDaySchema,
  days,
  price: dollars,
  rate: percent,
});

const feeWorking = z.looseObject({
  spellKey: z.string(),
  daysInMonth: days,
  heldDays: days,
  graceDays: days,
  feeDays: days,
  haf: z.boolean(),
  freedom: z.boolean(),
  segments: z.array(feeSegment),
  eventIds: z.array(z.string()),
});

const surchargeWorking = z.looseObject({
  fees: dollars,
  hafDollarDays: dollarDays,
  naturalDollarDays: dollarDays,
  hafPct1: percent,
  hafPct2: percent,
});

/** Active days with one minimum, one holding and one rate; both ends inclusive. */
const trueUpSegment = z.looseObject({
  from: houseDaySchema,
  to: houseDaySchema,
  days,
  minInventory: dollars,
  held: dollars,
  rate: percent,
});

const trueUpWorking = z.looseObject({
  daysInMonth: days,
  activeDays: days,
  segments: z.array(trueUpSegment),
});

const openingWorking = z.looseObject({ balance: dollars });

const saleWorking = z.looseObject({
  spellKey: z.string(),
  invoice: documentSchema,
  price: dollars,
  listPrice: dollars,
  cost: dollars,
});

const rebateWorking = z.looseObject({
  spellKey: z.string(),
  invoice: documentSchema,
  price: dollars,
  rate: percent,
  term: rebateTermSchema,
});

const creditWorking = z.looseObject({ credit: documentSchema, invoice: documentSchema.nullable() });

const rebateReversalWorking = z.looseObject({
  credit: documentSchema,
  invoice: documentSchema,
  given: dollars,
});

const deploymentWorking = z.looseObject({ memo: documentSchema, cost: dollars });

const causeSchema = z.looseObject({
  eventId: z.string(),
  type: z.string(),
  what: z.string(),
  position: positionSchema,
  recordedAt: instantSchema,
  actor: z.string(),
  reason: z.string().nullable(),
  delta: dollars,
});

const adjustmentWorking = z.looseObject({
  month: monthSchema,
  kind: adjustableKindSchema,
  billed: dollars,
  now: dollars,
  causes: z.array(causeSchema),
});

const key = z.string();
const common = {
  parcelName: z.string().nullable(),
  line: lineSchema.nullable(),
  computed: dollars,
  override: z.object({ value: dollars, reason: z.string() }).nullable(),
  amount: dollars,
  vendorParts: z.array(
    z.object({
      vendorId: z.int(),
      parcelName: z.string(),
      flat: dollars,
      base: dollars,
      share: percent,
      amount: dollars,
    }),
  ),
  tradingSystem: dollars,
  house: dollars,
};

/** A bill's line with its working, by its kind. */
export const wireLineSchema = z.discriminatedUnion('kind', [
  z.object({ key, kind: z.literal('FEE'), ...common, working: feeWorking }),
  z.object({ key, kind: z.literal('SURCHARGE'), ...common, working: surchargeWorking }),
  z.object({ key, kind: z.literal('TRUE_UP'), ...common, working: trueUpWorking }),
  z.object({ key, kind: z.literal('OPENING_BALANCE'), ...common, working: openingWorking }),
  z.object({ key, kind: z.literal('SALE'), ...common, working: saleWorking }),
  z.object({ key, kind: z.literal('REBATE'), ...common, working: rebateWorking }),
  z.object({ key, kind: z.literal('CREDIT'), ...common, working: creditWorking }),
  z.object({ key, kind: z.literal('REBATE_REVERSAL'), ...common, working: rebateReversalWorking }),
  z.object({ key, kind: z.literal('DEPLOYMENT'), ...common, working: deploymentWorking }),
  z.object({ key, kind: z.literal('ADJUSTMENT'), ...common, working: adjustmentWorking }),
]);
export type WireLine = z.infer<typeof wireLineSchema>;
