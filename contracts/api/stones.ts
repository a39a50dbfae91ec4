import { z } from 'zod';
import { centsOf } from '../vocabulary/money.ts';
import { billingEffectSchema } from './bills.ts';
import { parcelNameSchema } from '../events/stone-events.ts';
import {
  effectiveAtSchema,
  historyTypeSchema,
  intentSchema,
  positionSchema,
  statusSchema,
} from '../vocabulary/schemas.ts';
import { MOST_PARCELS, TOO_MANY_STONES } from '../vocabulary/parcels-at-a-time.ts';
import { rowNumberSchema } from '../vocabulary/row-numbers.ts';

const text = z.string().optional();
const figure = z.number().optional();

/**
 * A stone on the wire (product: Stone; rule: Units on the wire): weight in carats, money in dollars,
 * percentages as percent, dates YYYY-MM-DD, instants ISO 8601. What the caller may not see, or is not known,
 * is left out.
 */
export const stoneSchema = z.object({
  parcelName: z.string(),
  certNo: text,
  shortCertNo: text,
  lab: text,
  countryOfOrigin: text,
  /** Administrators only. */
  vendorId: figure,
  weight: z.number(),
  shapeCode: text,
  shapeName: text,
  colour: text,
  clarity: text,
  fluorescence: text,
  cut: text,
  polish: text,
  symmetry: text,
  tier: text,
  tablePct: figure,
  depthPct: figure,
  girdlePct: figure,
  crownHeight: figure,
  crownAngle: figure,
  pavilionDepth: figure,
  pavilionAngle: figure,
  starHalves: figure,
  pavilionHalves: figure,
  lightPerformance: text,
  haSleeve: z.boolean().optional(),
  length: figure,
  width: figure,
  height: figure,
  keyToSymbols: text,
  /** The customer's price; by price mode wholesale, retail or left out (rule: Price modes). */
  total: figure,
  ppc: figure,
  /** List price per carat of the price list, and the stone's distance from it; WHOLESALE and naturals only. */
  displayRap: figure,
  displayRapPercent: figure,
  status: statusSchema,
  inCart: z.boolean(),
  tentativeAvailability: z.boolean(),
  /** Date of this customer's last history entry. */
  lastAction: text,
  /** My Inventory, while it is on memo: since which house day, and on which it is due back, if that is agreed. */
  memoDate: text,
  dueDate: text,
  /** Instant of the last change. */
  lastUpdated: z.string(),
  /** Department; administrators only. */
  location: text,
  photoUrl: text,
  stillPhotoUrl: text,
  labGrown: z.boolean(),
  fancyColoured: z.boolean(),
  virtual: z.boolean(),
  fancyColour: text,
  fancyIntensity: text,
  fancyOvertone: text,
  colourText: text,
});
export type Stone = z.infer<typeof stoneSchema>;
export const stoneListSchema = z.array(stoneSchema);

/** One line of a parcel's history. A customer sees its own entries only; who and when we learnt it are for staff. */
export const historyEntrySchema = z.object({
  eventId: z.string(),
  parcelName: z.string(),
  type: historyTypeSchema,
  /** When it happened: an instant, or a document's bare day. */
  date: z.string(),
  remarks: text,
  /** Staff: when Vitrine learnt it, who did it, for whom. */
  recordedAt: text,
  actor: text,
  customerId: figure,
  customerName: text,
  /** Administrators: corrections. An undone entry is shown struck out; `recordedDate` is the date first recorded. */
  undone: z.object({ at: z.string(), by: z.string(), reason: text }).optional(),
  recordedDate: text,
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const stoneDetailsSchema = stoneSchema.extend({
  history: z.array(historyEntrySchema),
  /** What the caller may do with it now. */
  actions: z.array(intentSchema),
  /** The entry an administrator may undo or back-date: the parcel's last live entry, when it is an intent. */
  correctable: z.object({ eventId: z.string(), action: intentSchema, date: z.string() }).optional(),
});
export type StoneDetails = z.infer<typeof stoneDetailsSchema>;

/** Parcels of one instruction: each once, at most 500. */
const parcelNamesSchema = z
  .array(parcelNameSchema)
  .min(1, 'Choose at least one stone.')
  .max(MOST_PARCELS, TOO_MANY_STONES)
  .refine((names) => new Set(names).size === names.length, 'Each stone may be named once.');

export const parcelNamesRequest = z.object({ parcelNames: parcelNamesSchema });
export const instructionRequest = z.object({
  parcelNames: parcelNamesSchema,
  remarks: z.string().max(2000, 'A remark has at most 2000 characters.').nullish(),
});
export const parcelNameRequest = z.object({ parcelName: parcelNameSchema });

/** The outcome of an instruction (rule: Instructions). */
export const instructionReply = z.object({
  instructionId: z.string(),
  done: z.array(z.string()),
  declined: z.array(z.object({ parcelName: z.string(), reason: z.string() })),
  /** Of request_stones_similar: the desires that are ACTIVE now, and those that no longer could be requested. */
  desires: z
    .object({
      requested: z.array(z.string()),
      declined: z.array(z.object({ desireId: z.string(), reason: z.string() })),
    })
    .optional(),
  position: positionSchema,
});
export type InstructionReply = z.infer<typeof instructionReply>;

/** Cart calls: the names now in, or taken out of, the cart. */
export const cartReply = z.object({ parcelNames: z.array(z.string()), position: positionSchema });
export type CartReply = z.infer<typeof cartReply>;

const correctionFields = {
  parcelName: parcelNameSchema,
  /** Must equal the latest live entry's type (rule: Action must match). */
  action: intentSchema,
  /** The entry that was shown, as `correctable` names it; absent, the latest of that type is meant. */
  eventId: z.string().max(100).optional(),
  remarks: z.string().max(2000).nullish(),
  /** Answer with the effect and change nothing (rule: Preview). */
  preview: z.boolean().optional(),
  /** What the preview that was shown was of: refused when the parcel has changed since. */
  seen: z.string().max(20).optional(),
};
export const undoRequest = z.object(correctionFields);
const NOT_A_DATE = 'Not a valid date.';
/** A date-time as it is written; what it means is read where the house's time zone is known. */
const writtenTime = z.string(NOT_A_DATE).min(1, NOT_A_DATE);

/** `newDate` without an offset is in the house's time zone (rule: Units on the wire). */
export const changeDateRequest = z.object({
  ...correctionFields,
  newDate: writtenTime,
});

const priceSchema = z
  .number()
  .min(0, 'A price cannot go below 0.')
  .max(100_000_000, 'At most $100,000,000.')
  .refine((price) => centsOf(price) !== null, 'Use at most two decimals.');

/**
 * POST {prefix}/reprice: new values of what a spell freezes (rule: Freezing), in dollars. `effectiveAt`, from when on, is
 * without an offset in the house's time zone, and a day without a time its midnight there; now where it is left out.
 */
export const repriceRequest = z.object({
  parcelName: parcelNameSchema,
  customerId: rowNumberSchema,
  customerPrice: priceSchema,
  listPrice: priceSchema,
  cost: priceSchema,
  effectiveAt: writtenTime.optional(),
  /** Why; an effect is previewed without. */
  remarks: z.string().max(2000).nullish(),
  preview: correctionFields.preview,
  seen: correctionFields.seen,
});

/**
 * What a correction would change (rule: Preview). Holding values in dollars, per customer concerned; every
 * customer bill and vendor statement that would change, with the amounts; without all of these for who sees no wholesale
 * prices.
 */
export const correctionPreview = z.object({
  parcelName: z.string(),
  /** The parcel as it was known, for the correction to name; a process of the release before gives none. */
  seen: z.string().optional(),
  statusNow: statusSchema,
  statusAfter: statusSchema,
  /** Repricings that are undone with the entry that opened their spell. */
  repricings: z.array(z.object({ date: effectiveAtSchema, reason: z.string() })).optional(),
  customers: z.array(
    z.object({
      customerId: z.number(),
      name: z.string(),
      holdingNow: z.number().optional(),
      holdingAfter: z.number().optional(),
    }),
  ),
  ...billingEffectSchema.partial().shape,
});
export type CorrectionPreview = z.infer<typeof correctionPreview>;

/**
 * POST {prefix}/rows: the named parcels as they stand in each of the caller's lists now; a name missing from a list is
 * not in it (any more). The portal patches its lists with it after a live change instead of loading them again.
 */
export const rowsReply = z.object({
  available: stoneListSchema,
  customer: stoneListSchema,
  cart: stoneListSchema,
  past: stoneListSchema,
});
export type RowsReply = z.infer<typeof rowsReply>;
