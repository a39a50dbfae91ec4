import { z } from 'zod';
import { instantSchema, centsSchema, tierSchema } from '../vocabulary/schemas.ts';
import { parcelNameSchema } from './stone-events.ts';

/** The name of a jewellery model, its key (product: Jewellery model). */
export const modelNameSchema = z
  .string()
  .trim()
  .min(1, 'A model needs a name.')
  .max(80, 'A model name has at most 80 characters.')
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'A model name has no control characters.');

const addressSchema = (beginning: RegExp) =>
  z
    .string()
    .max(500, 'An address has at most 500 characters.')
    .regex(beginning, 'An address begins with https:// and has no spaces.')
    .nullable();

/**
 * A picture or video of the web, or of this server; anything else (`javascript:`) is refused. What was recorded may be
 * of http.
 */
const mediaUrlSchema = addressSchema(/^(https?:\/\/|\/(?!\/))\S+$/);
/** One that is given now: pages show nothing from http addresses. */
const newMediaUrlSchema = addressSchema(/^(https:\/\/|\/(?!\/))\S+$/);

const textSchema = (most: number) => z.string().max(most, `At most ${most} characters.`).nullable();

/** The description of a model; null is an empty cell. The price, in cents, is shown while no piece is there. */
const modelFieldsSchema = z.object({
  description: textSchema(400),
  type: textSchema(80),
  subType: textSchema(80),
  finish: textSchema(80),
  totalCents: centsSchema.nonnegative().nullable(),
  /**
   * Pieces that can be ordered besides those at hand; never decremented automatically (rule: Quantities of a
   * model).
   */
  additionalQuantity: z
    .int()
    .nonnegative('A quantity cannot go below 0.')
    .max(100_000, 'At most 100,000 pieces.'),
  photoUrl: mediaUrlSchema,
  stillPhotoUrl: mediaUrlSchema,
  tier: tierSchema.nullable(),
  labGrown: z.boolean().nullable(),
  hide: z.boolean().nullable(),
});
export type ModelFields = z.infer<typeof modelFieldsSchema>;

/** The description of a model as a sheet or an administrator gives it (product: Model edits and import). */
export const newModelFieldsSchema = modelFieldsSchema.extend({
  photoUrl: newMediaUrlSchema,
  stillPhotoUrl: newMediaUrlSchema,
});

const EDITABLE = {
  additionalQuantity: true,
  photoUrl: true,
  stillPhotoUrl: true,
  tier: true,
  hide: true,
} as const;
/** What an administrator may edit (product: Model edits and import). */
export const modelChangesSchema = newModelFieldsSchema.pick(EDITABLE).partial();

/** A row of an imported sheet: of a new model, or of one that it changes. A column that the sheet did not have is left out. */
const modelImported = z.object({
  name: modelNameSchema,
  fields: modelFieldsSchema.partial(),
  effectiveAt: instantSchema,
});
/** An administrator's edit; only what changed. */
const modelChanged = z.object({
  changes: modelFieldsSchema.pick(EDITABLE).partial(),
  effectiveAt: instantSchema,
});

/** Everything that can happen to a jewellery model, in `model-{modelKey}`. */
export const modelEvents = {
  ModelImported: modelImported,
  ModelChanged: modelChanged,
} as const;

const orderedQuantity = z.int().positive().max(500);

/** What a user asked for by model, recorded before any piece of it (rule: Requesting a model). */
const modelsRequested = z.object({
  requestId: z.string(),
  lines: z.array(z.object({ orderId: z.string(), model: modelNameSchema, quantity: orderedQuantity })).min(1),
  remarks: z.string().max(2000).optional(),
  /** By staff who viewed as the customer: they asked with its user's permissions (rule: View as customer). */
  asCustomer: z.literal(true).optional(),
  effectiveAt: instantSchema,
});

/**
 * Pieces chosen for what was asked, appended together with the instruction that requests them: what of it is done when
 * the instruction is finished fills the order, what is declined is open again.
 */
const piecesAllotted = z.object({
  instructionId: z.string(),
  allotments: z
    .array(z.object({ orderId: z.string(), parcelNames: z.array(parcelNameSchema).min(1) }))
    .min(1),
  effectiveAt: instantSchema,
});

/**
 * Every piece that could be requested immediately was requested; from here on the rest is a back order (rule:
 * Back orders).
 */
const modelsRequestFinished = z.object({
  requestId: z.string(),
  done: z.array(parcelNameSchema),
  backOrdered: z.array(z.object({ orderId: z.string(), model: modelNameSchema, quantity: orderedQuantity })),
  effectiveAt: instantSchema,
});

/** What is still open of an order is no longer wanted. */
const backOrderCancelled = z.object({
  orderId: z.string(),
  quantity: orderedQuantity,
  reason: z.string().max(2000).optional(),
  effectiveAt: instantSchema,
});

/** Orders of jewellery models, in `customer-{customerId}` beside its instructions. */
export const modelOrderEvents = {
  ModelsRequested: modelsRequested,
  PiecesAllotted: piecesAllotted,
  ModelsRequestFinished: modelsRequestFinished,
  BackOrderCancelled: backOrderCancelled,
} as const;
