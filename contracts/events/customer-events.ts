import { z } from 'zod';
import {
  centsSchema,
  ppmSchema,
  effectiveAtSchema,
  instantSchema,
  monthSchema,
  intentSchema,
} from '../vocabulary/schemas.ts';
import { billingEvents } from './billing-events.ts';
import { modelOrderEvents } from './jewellery-events.ts';
import { frozenSchema, parcelNameSchema } from './stone-events.ts';

/** Commercial terms (product: Customer). Money in cents, rates in ppm. 0 = unset for the inventory limits. */
export const customerTermsSchema = z.object({
  minInventoryCents: centsSchema.nonnegative(),
  maxInventoryCents: centsSchema.nonnegative(),
  giaRoundDiscountPpm: ppmSchema.nonnegative().max(1_000_000),
  gracePeriodDays: z.int().nonnegative(),
  paymentDays: z.int().nonnegative(),
  normalRebatePpm: ppmSchema.nonnegative(),
  hafRebatePpm: ppmSchema.nonnegative(),
  lgRebatePpm: ppmSchema.nonnegative(),
  fcRebatePpm: ppmSchema.nonnegative(),
  feeRatePpm: ppmSchema.nonnegative(),
  lgFeeRatePpm: ppmSchema.nonnegative(),
  fcFeeRatePpm: ppmSchema.nonnegative(),
  hafPct1Ppm: ppmSchema.nonnegative(),
  hafPct2Ppm: ppmSchema.nonnegative(),
  /** How long a memo runs (rule: Memo clock); 0 or absent: as long as the house's do. */
  memoDays: z.int().nonnegative().optional(),
});
export type CustomerTerms = z.infer<typeof customerTermsSchema>;

export const customerIdentitySchema = z.object({
  name: z.string().min(1).max(120),
  legalName: z.string().max(200),
  email: z.string().max(200),
  salesRepEmail: z.string().max(200),
  /** The trading name in large on bills (rule: Tiers). */
  bigName: z.string().max(200),
});
export type CustomerIdentity = z.infer<typeof customerIdentitySchema>;

export const customerAccessSchema = z.object({
  allowLogin: z.boolean(),
  allowActions: z.boolean(),
  fmAllowed: z.boolean(),
  lgAllowed: z.boolean(),
  fcAllowed: z.boolean(),
  legend: z.boolean(),
});
export type CustomerAccess = z.infer<typeof customerAccessSchema>;

export const accountCodeSchema = z.object({
  dxInstance: z.string(),
  accountCode: z.string().regex(/^\d{2}-\d{2}-\d{4}$/, 'accountCode has the format ##-##-####'),
  docTypes: z.array(z.enum(['MEMO', 'INVOICE'])).min(1),
});
export type AccountCode = z.infer<typeof accountCodeSchema>;

export const retailMarkupSchema = z.object({
  type: z.enum(['value', 'weight']),
  /** Thousandths of a carat, for type weight; null otherwise. */
  minWeight: z.int().nonnegative().nullable(),
  maxWeight: z.int().nonnegative().nullable(),
  /** Cents, for type value; null otherwise. */
  minValueCents: centsSchema.nullable(),
  maxValueCents: centsSchema.nullable(),
  productTypes: z.array(z.enum(['LOOSE', 'MOUNTED', 'LAB_GROWN', 'FANCY_COLOUR'])),
  markupPpm: ppmSchema.nonnegative(),
});
export type RetailMarkup = z.infer<typeof retailMarkupSchema>;

const customerRegistered = z.object({
  customerId: z.int().positive(),
  identity: customerIdentitySchema,
  access: customerAccessSchema,
  terms: customerTermsSchema,
  effectiveAt: instantSchema,
});
const customerIdentityChanged = z.object({
  changes: customerIdentitySchema.partial(),
  effectiveAt: instantSchema,
});
const customerAccessChanged = z.object({
  changes: customerAccessSchema.partial(),
  effectiveAt: instantSchema,
});
/**
 * Effective-dated; carries only the changed fields; at equal `effectiveAt` the later recorded wins (rule:
 * Billing terms).
 */
const customerTermsChanged = z.object({
  changes: customerTermsSchema.partial(),
  reason: z.string().max(400).optional(),
  effectiveAt: effectiveAtSchema,
});
/**
 * A house that moves in: billing begins on with a month, and what the customer owed before stands on the first bill (rule:
 * Billing begins on). The latest recorded counts.
 */
const billingBegun = z.object({
  month: monthSchema,
  /** Cents; negative: in the customer's favour. */
  balanceCents: centsSchema,
  reason: z.string().min(1).max(400),
  effectiveAt: instantSchema,
});
export type BillingBegun = z.infer<typeof billingBegun>;
const accountCodeAssigned = z.object({ account: accountCodeSchema, effectiveAt: instantSchema });
const accountCodeRemoved = z.object({
  dxInstance: z.string(),
  accountCode: z.string(),
  effectiveAt: instantSchema,
});
const retailMarkupsSet = z.object({ rows: z.array(retailMarkupSchema), effectiveAt: instantSchema });

/** One parcel of an instruction; a request's at the prices then shown. */
const instructionParcelSchema = z.object({
  parcelName: parcelNameSchema,
  frozen: frozenSchema.optional(),
});

/** What a user asked for over several parcels, recorded before its effects (rule: Instructions). */
const instructionPlaced = z.object({
  instructionId: z.string(),
  action: intentSchema,
  /** None when an instruction requests desires alone. */
  parcels: z.array(instructionParcelSchema),
  /** Ids of carted desires that are requested together with the parcels. */
  desires: z.array(z.string()).optional(),
  remarks: z.string().max(2000).optional(),
  effectiveAt: instantSchema,
});
export type InstructionPlaced = z.infer<typeof instructionPlaced>;

/**
 * Every effect of the instruction stands in its parcel's stream; `position` was the last one's place in the log that this
 * was first recorded in: only to be read, never compared with.
 */
export const instructionFinished = z.object({
  instructionId: z.string(),
  done: z.array(parcelNameSchema),
  declined: z.array(z.object({ parcelName: parcelNameSchema, reason: z.string() })),
  desires: z
    .object({
      requested: z.array(z.string()),
      declined: z.array(z.object({ desireId: z.string(), reason: z.string() })),
    })
    .optional(),
  position: z.string().regex(/^\d+$/),
  effectiveAt: instantSchema,
});
export type InstructionFinished = z.infer<typeof instructionFinished>;

/** What the customer is: its record. */
export const customerRecordEvents = {
  CustomerRegistered: customerRegistered,
  CustomerIdentityChanged: customerIdentityChanged,
  CustomerAccessChanged: customerAccessChanged,
  CustomerTermsChanged: customerTermsChanged,
  BillingBegun: billingBegun,
  AccountCodeAssigned: accountCodeAssigned,
  AccountCodeRemoved: accountCodeRemoved,
  RetailMarkupsSet: retailMarkupsSet,
} as const;

/** What the customer asks for, parcel by parcel. */
export const instructionEvents = {
  InstructionPlaced: instructionPlaced,
  InstructionFinished: instructionFinished,
} as const;

/** Everything that can happen to a customer, in `customer-{customerId}`. */
export const customerEvents = {
  ...customerRecordEvents,
  ...instructionEvents,
  ...modelOrderEvents,
  ...billingEvents,
} as const;
