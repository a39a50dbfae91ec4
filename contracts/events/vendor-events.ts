import { z } from 'zod';
import {
  centsSchema,
  ppmSchema,
  effectiveAtSchema,
  instantSchema,
  tierSchema,
} from '../vocabulary/schemas.ts';
import { feedColumnSchema, feedConventions } from '../vendor/feed-mapping.ts';

/** Effective-dated commercial terms of a vendor (product: Vendor; rule: Vendor terms). */
export const vendorTermsSchema = z.object({
  markupPpm: ppmSchema.nonnegative(),
  ourDeploymentCostCents: centsSchema.nonnegative(),
  feeSharePpm: ppmSchema.nonnegative(),
  rebateSharePpm: ppmSchema.nonnegative(),
  saleSharePpm: ppmSchema.nonnegative(),
});
export type VendorTerms = z.infer<typeof vendorTermsSchema>;

export const vendorSettingsSchema = z.object({
  name: z.string().min(1).max(120),
  legalName: z.string().max(200),
  email: z.string().max(200),
  tier: tierSchema.optional(),
  dxPrefix: z.string().max(20),
  sendRequests: z.boolean(),
  sendReturns: z.boolean(),
  sendSales: z.boolean(),
  autoWhitelist: z.boolean(),
  /** Its files withdraw nothing that is missing from them (rule: Full feeds); left out, they do. */
  additionsOnly: z.boolean().optional(),
});
export type VendorSettings = z.infer<typeof vendorSettingsSchema>;

/** In `vendor-{vendorId}`. */
export const vendorEvents = {
  VendorRegistered: z.object({
    vendorId: z.int().positive(),
    settings: vendorSettingsSchema,
    terms: vendorTermsSchema,
    effectiveAt: instantSchema,
  }),
  /** A tier of null: its stones no longer have a tier from their vendor. */
  VendorSettingsChanged: z.object({
    changes: vendorSettingsSchema.partial().extend({ tier: tierSchema.nullish() }),
    effectiveAt: instantSchema,
  }),
  VendorTermsChanged: z.object({ changes: vendorTermsSchema.partial(), effectiveAt: effectiveAtSchema }),
  /** How its files are read from now on, whole (rule: Feed mapping). */
  VendorColumnsMapped: z.object({
    columns: z.array(feedColumnSchema),
    conventions: feedConventions,
    effectiveAt: instantSchema,
  }),
  /** A feed was read whole; parcels missing from a full feed were withdrawn (rule: Full feeds). */
  VendorFeedRead: z.object({
    vendorId: z.int().positive(),
    fileHash: z.string(),
    rows: z.int().nonnegative(),
    listed: z.int().nonnegative(),
    reported: z.int().nonnegative(),
    effectiveAt: instantSchema,
  }),
  /** The feed read last was taken back: the one before it, if there was one, is the last again (rule: Repeated feeds). */
  VendorFeedTakenBack: z.object({
    vendorId: z.int().positive(),
    fileHash: z.string(),
    former: z
      .object({
        fileHash: z.string(),
        rows: z.int().nonnegative(),
        listed: z.int().nonnegative(),
        reported: z.int().nonnegative(),
        at: instantSchema,
      })
      .nullable(),
    effectiveAt: instantSchema,
  }),
} as const;
