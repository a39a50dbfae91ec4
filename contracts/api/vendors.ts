import { z } from 'zod';
import { givenEffectiveAtSchema, statusSchema, tierSchema } from '../vocabulary/schemas.ts';
import { rowNumberSchema } from '../vocabulary/row-numbers.ts';
import { newVendor, vendorFields } from './vendor-edits.ts';

/** A vendor on the wire (product: Vendor): dollars, percent; the terms in force today. */
export const vendorSchema = z.object({
  vendorId: z.number(),
  name: z.string(),
  legalName: z.string(),
  email: z.string(),
  /** For stones that have no tier of their own; null: none. */
  tier: tierSchema.nullable(),
  dxPrefix: z.string(),
  ourDeploymentCost: z.number(),
  feeShare: z.number(),
  rebateShare: z.number(),
  saleShare: z.number(),
  markup: z.number(),
  sendRequests: z.boolean(),
  sendReturns: z.boolean(),
  sendSales: z.boolean(),
  autoWhitelist: z.boolean(),
  /** Its files withdraw nothing (rule: Full feeds). */
  additionsOnly: z.boolean(),
});
export type Vendor = z.infer<typeof vendorSchema>;

/** A row of GET /api/vendors; for administrators. */
export const vendorResource = vendorSchema.extend({
  id: z.number(),
  /** Changes with every change of settings or terms: what `If-Match` takes. Not in lists. */
  version: z.string().optional(),
});
export type VendorResource = z.infer<typeof vendorResource>;

/** What the back office's form and PUT /vendor/edit may change; a tier of null takes it away. */
const changes = vendorFields.extend({ tier: tierSchema.nullable().optional() });

/** PUT /api/vendors/{id}: terms count from `effectiveAt` (an instant or a house day), now unless given (rule: Vendor terms). */
export const vendorEdit = changes.extend({ effectiveAt: givenEffectiveAtSchema.optional() });
export type VendorEdit = z.infer<typeof vendorEdit>;

/** PUT /vendor/edit: takes effect now. */
export const editVendorRequest = changes.extend({ vendorId: rowNumberSchema });

/** POST /api/vendors: the number is given by the server unless it is named. */
export const newVendorRequest = newVendor.extend({
  tier: tierSchema.nullable().optional(),
  vendorId: z.int().positive().max(999_999_999).optional(),
});

/** Stones together: how many, and what they are worth in dollars, which is left out for who sees no wholesale prices. */
const together = z.object({ count: z.int(), cost: z.number().optional(), total: z.number().optional() });

/** GET /api/vendors/{id}/glance: the vendor at a glance. */
export const vendorGlance = z.object({
  /** The parcels that were ever listed, by their status now. */
  stock: z.array(together.extend({ status: statusSchema })),
  /** Sold or invoiced since the first of January of the house's year, and not taken back. */
  soldThisYear: together,
  lastFeed: z.object({ at: z.string(), rows: z.int(), listed: z.int(), reported: z.int() }).nullable(),
  /** The feed that comes by itself: when next, and why the last try brought nothing; null without a source. */
  nextFeed: z.object({ at: z.string().nullable(), failure: z.string().nullable() }).nullable(),
  /** Mail notices of the last 30 days, by how they fared. */
  notices: z.object({ sent: z.int(), waiting: z.int(), failed: z.int(), noAddress: z.int() }),
});
export type VendorGlance = z.infer<typeof vendorGlance>;

/** POST /api/vendors/{id}/repricing-preview: what a markup (percent) would do to the list prices; nothing is written. */
export const repricingPreviewRequest = vendorFields.pick({ markup: true }).required();
export const repricingPreview = z.object({
  /** Parcels outside spells whose list price would change, and their list prices together, in dollars. */
  parcels: z.int(),
  before: z.number(),
  after: z.number(),
  /** Parcels that customers have: they keep their price until they come back. */
  held: z.int(),
});
export type RepricingPreview = z.infer<typeof repricingPreview>;
