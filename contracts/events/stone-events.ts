import { z } from 'zod';
import {
  centsSchema,
  ppmSchema,
  effectiveAtSchema,
  instantSchema,
  lineSchema,
  docTypeSchema,
  intentSchema,
  claritySchema,
  colourSchema,
  fluorescenceSchema,
  gradeSchema,
  shapeCodeSchema,
  tierSchema,
} from '../vocabulary/schemas.ts';

/** Keys of parcels: visible, without spaces or control characters, short enough for a stream name. */
export const parcelNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._/-]{0,63}$/,
    'parcelName: letters, digits, ".", "_", "/" or "-", at most 64',
  );

/** Thousandths of a carat (jewellery: of the piece's stones together). */
export const milliCaratsSchema = z.int().positive();

const percentSchema = z.number().min(0).max(200);
const millimetresSchema = z.number().positive().max(1000);

/** Grading, proportions, measurements and media of a stone (product: Stone). */
export const stoneAttributesSchema = z.object({
  weight: milliCaratsSchema,
  certNo: z.string().max(40).optional(),
  shortCertNo: z.string().max(40).optional(),
  lab: z.string().max(20).optional(),
  countryOfOrigin: z.string().max(60).optional(),
  shapeCode: shapeCodeSchema.optional(),
  colour: colourSchema.optional(),
  clarity: claritySchema.optional(),
  fluorescence: fluorescenceSchema.optional(),
  cut: gradeSchema.optional(),
  polish: gradeSchema.optional(),
  symmetry: gradeSchema.optional(),
  tier: tierSchema.optional(),
  tablePct: percentSchema.optional(),
  depthPct: percentSchema.optional(),
  girdlePct: percentSchema.optional(),
  crownHeight: percentSchema.optional(),
  crownAngle: z.number().min(0).max(90).optional(),
  pavilionDepth: percentSchema.optional(),
  pavilionAngle: z.number().min(0).max(90).optional(),
  starHalves: percentSchema.optional(),
  pavilionHalves: percentSchema.optional(),
  lightPerformance: z.string().max(40).optional(),
  haSleeve: z.boolean().optional(),
  length: millimetresSchema.optional(),
  width: millimetresSchema.optional(),
  height: millimetresSchema.optional(),
  keyToSymbols: z.string().max(400).optional(),
  photoUrl: z.string().max(500).optional(),
  stillPhotoUrl: z.string().max(500).optional(),
  fancyColour: z.string().max(40).optional(),
  fancyIntensity: z.string().max(40).optional(),
  fancyOvertone: z.string().max(40).optional(),
  colourText: z.string().max(80).optional(),
});
export type StoneAttributes = z.infer<typeof stoneAttributesSchema>;

/** What a jewellery piece has beside its weight and certificate (product: Jewellery piece). */
const pieceAttributesSchema = z.object({
  model: z.string().max(80),
  modelDescription: z.string().max(400).optional(),
  modelType: z.string().max(80).optional(),
  modelSubType: z.string().max(80).optional(),
  modelFinish: z.string().max(80).optional(),
  components: z.array(stoneAttributesSchema),
});
export type PieceAttributes = z.infer<typeof pieceAttributesSchema>;

/** What a spell freezes together at its first entry (rule: Freezing). Prices in cents. */
export const frozenSchema = z.object({
  customerPriceCents: centsSchema,
  listPriceCents: centsSchema,
  costCents: centsSchema,
  giaRoundDiscountPpm: ppmSchema,
  attributes: stoneAttributesSchema,
});
export type Frozen = z.infer<typeof frozenSchema>;

const remarksSchema = z.string().max(2000).optional();

const stoneListed = z.object({
  parcelName: parcelNameSchema,
  line: lineSchema,
  vendorId: z.int().positive(),
  attributes: stoneAttributesSchema,
  piece: pieceAttributesSchema.optional(),
  /** The vendor's cost, and the list price computed from it (rule: List price and customer price). */
  costCents: centsSchema.nonnegative(),
  totalCents: centsSchema.nonnegative(),
  /** The department that has it; for administrators only. */
  location: z.string().max(60).optional(),
  /**
   * What the vendor states; anything but IN_STOCK makes the stone tentatively available (rule: Tentative
   * availability).
   */
  vendorAvailability: z.string().max(40),
  effectiveAt: instantSchema,
});

/** A new description of the stone, by its vendor or by the house; its attributes replace the former ones entirely. */
const stoneDescribed = z.object({
  attributes: stoneAttributesSchema,
  piece: pieceAttributesSchema.optional(),
  /** The tier that the house has set, which wins over the vendor's from now on; null takes it back, left out it stays. */
  overrideTier: tierSchema.nullable().optional(),
  effectiveAt: instantSchema,
});
/** A new list price. Open spells keep the price they froze. */
const stoneRepriced = z.object({
  costCents: centsSchema.nonnegative(),
  totalCents: centsSchema.nonnegative(),
  effectiveAt: instantSchema,
});
/** The vendor has withdrawn the parcel: AVAILABLE reads NOT_AVAILABLE (rule: Status). */
const stoneWithdrawn = z.object({ reason: z.string().max(400), effectiveAt: instantSchema });
const stoneReinstated = z.object({ effectiveAt: instantSchema });
const vendorAvailabilityChanged = z.object({
  vendorAvailability: z.string().max(40),
  effectiveAt: instantSchema,
});

const intentFields = {
  customerId: z.int().positive(),
  instructionId: z.string(),
  remarks: remarksSchema,
  effectiveAt: instantSchema,
};

/** REQUEST: the customer wants the parcel on memo, at the prices then shown. */
const stoneRequested = z.object({ ...intentFields, frozen: frozenSchema });
/** RETURN: the customer is sending it back, or withdraws the request. */
const stoneReturned = z.object(intentFields);
/** SOLD: the customer sold it. */
const stoneSold = z.object(intentFields);

/**
 * Another command was faster: recorded under the derived event id that the effect would have had (rule:
 * Instructions).
 */
const instructionDeclined = z.object({ ...intentFields, action: intentSchema, reason: z.string() });

/**
 * A document of the trading system (rule: Versions of a document). Identified by instance, docType, docNo and
 * line; its highest version replaces the lower ones; `amountCents` null voids it. `effectiveAt` is the
 * document's own date.
 */
export const documentReceived = z.object({
  instance: z.string(),
  docType: docTypeSchema,
  docNo: z.string(),
  line: z.int().nonnegative(),
  version: z.int().positive(),
  customerId: z.int().positive(),
  accountCode: z.string(),
  amountCents: centsSchema.nullable(),
  /** The customer's GIA round discount at the document's date; counts when the document opens a spell. */
  giaRoundDiscountPpm: ppmSchema,
  effectiveAt: effectiveAtSchema,
});
export type DocumentReceived = z.infer<typeof documentReceived>;

/** An explicit repricing of the spell that is open on `effectiveAt` for this customer. */
const spellRepriced = z.object({
  customerId: z.int().positive(),
  customerPriceCents: centsSchema.nonnegative(),
  listPriceCents: centsSchema.nonnegative(),
  costCents: centsSchema.nonnegative(),
  reason: z.string(),
  effectiveAt: instantSchema,
});

const correctionFields = {
  eventId: z.string(),
  reason: z.string().max(2000).optional(),
  effectiveAt: instantSchema,
};
/**
 * Undo (rule: Corrections): the entry counts as if it had never happened. `effectiveAt` is when it was
 * undone.
 */
const eventUndone = z.object(correctionFields);
/** Change date (rule: Corrections): the entry's effectiveAt reads `newDate` from now on. */
const eventDateChanged = z.object({ ...correctionFields, newDate: instantSchema });

/** Everything that can happen to a parcel, in `stone-{parcelName}`. */
export const stoneEvents = {
  StoneListed: stoneListed,
  StoneDescribed: stoneDescribed,
  StoneRepriced: stoneRepriced,
  StoneWithdrawn: stoneWithdrawn,
  StoneReinstated: stoneReinstated,
  VendorAvailabilityChanged: vendorAvailabilityChanged,
  StoneRequested: stoneRequested,
  StoneReturned: stoneReturned,
  StoneSold: stoneSold,
  InstructionDeclined: instructionDeclined,
  DocumentReceived: documentReceived,
  SpellRepriced: spellRepriced,
  EventUndone: eventUndone,
  EventDateChanged: eventDateChanged,
} as const;
