import { z } from 'zod';
import { modelNameSchema } from '../events/jewellery-events.ts';
import { MOST_PIECES, TOO_MANY_PIECES } from '../vocabulary/parcels-at-a-time.ts';
import { positionSchema, tierSchema } from '../vocabulary/schemas.ts';
import { requestSimilarRequest } from './desires.ts';
import { instructionReply } from './stones.ts';

const text = z.string().optional();
const pieceTotals = z.array(z.number().nullable()).optional();

/**
 * A jewellery model on the wire (product: Jewellery model): money in dollars, counts in pieces. What the
 * caller may not see, or is not known, is left out.
 */
export const jewelleryModelSchema = z.object({
  /** The model's key. */
  name: z.string(),
  description: text,
  type: text,
  subType: text,
  finish: text,
  /**
   * The price of the piece that a request takes first, else the model's own; by price mode (rule:
   * Price modes).
   */
  total: z.number().optional(),
  /**
   * The price of each piece AVAILABLE now in the order in which a request takes them, of at most as many as one request
   * may have; null where no retail markup covers it (rule: Price modes).
   */
  pieceTotals,
  /** Pieces AVAILABLE now (rule: Quantities of a model). */
  availableQuantity: z.number(),
  /** That, and `additionalQuantity`. */
  availableTotalQty: z.number(),
  additionalQuantity: z.number(),
  photoUrl: text,
  stillPhotoUrl: text,
  tier: tierSchema.optional(),
  labGrown: z.boolean(),
  hide: z.boolean(),
  /** What the acting-for customer has on back order of it. */
  backOrdered: z.number().optional(),
  /** Changes with every change of the model: given back with an edit; for administrators. */
  version: text,
});
export type JewelleryModel = z.infer<typeof jewelleryModelSchema>;
export const jewelleryModelListSchema = z.array(jewelleryModelSchema);

/** POST /jewellery/request_models: names of models, each repeated per quantity (product: Jewellery calls). */
export const requestModelsRequest = z.object({
  parcelNames: z
    .array(modelNameSchema)
    .min(1, 'Choose at least one model.')
    .max(MOST_PIECES, TOO_MANY_PIECES),
  remarks: z.string().max(2000, 'A remark has at most 2000 characters.').nullish(),
});

const backOrdered = z.array(z.object({ orderId: z.string(), model: z.string(), quantity: z.number() }));
export type BackOrdered = z.infer<typeof backOrdered>[number];

/** The pieces requested now, and how many became a back order (rule: Requesting a model). */
export const requestModelsReply = instructionReply
  .pick({ instructionId: true, done: true, declined: true, position: true })
  .extend({ backOrdered });
export type RequestModelsReply = z.infer<typeof requestModelsReply>;

/**
 * POST /parcels/request_stones: parcels of whatever lines, carted desires, and names of models, each repeated per
 * quantity (product: Calls over all lines).
 */
export const requestAcrossRequest = z
  .object({
    ...requestSimilarRequest.shape,
    models: z.array(modelNameSchema).max(MOST_PIECES, TOO_MANY_PIECES).optional(),
  })
  .refine(
    ({ parcelNames, desires, models = [] }) => parcelNames.length + desires.length + models.length > 0,
    { error: 'Choose at least one stone.', path: ['parcelNames'] },
  );

/** As an instruction's; with models, what of them became a back order. */
export const requestAcrossReply = instructionReply.extend({ backOrdered: backOrdered.optional() });
export type RequestAcrossReply = z.infer<typeof requestAcrossReply>;

const nullable = z.string().nullish();

/**
 * POST /jewellery/update_model: the model as it was read, with what is to change; fields left out stay. Only
 * additionalQuantity, photoUrl, stillPhotoUrl, tier and hide may differ; null or '' empties an address or the tier.
 */
export const updateModelRequest = z.object({
  model: z.strictObject({
    name: modelNameSchema,
    description: nullable,
    type: nullable,
    subType: nullable,
    finish: nullable,
    total: z.number().nullish(),
    pieceTotals,
    availableQuantity: z.number().optional(),
    availableTotalQty: z.number().optional(),
    additionalQuantity: z.number().optional(),
    photoUrl: nullable,
    stillPhotoUrl: nullable,
    tier: nullable,
    labGrown: z.boolean().nullish(),
    hide: z.boolean().nullish(),
    backOrdered: z.number().optional(),
    /** As it was read: the edit is refused when somebody has changed the model since. Left out, nothing is compared. */
    version: text,
  }),
});
export type ModelEdit = z.infer<typeof updateModelRequest>['model'];

/** POST /api/jewellery-models/import: what a sheet of models came to; rows as the spreadsheet counts them. */
export const modelImportReport = z.object({
  /** Rows with a model in them, those skipped among them. */
  rows: z.number(),
  imported: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  skipped: z.array(z.object({ row: z.number(), name: text, reason: z.string() })),
  position: positionSchema,
});
export type ModelImportReport = z.infer<typeof modelImportReport>;

/** An open order of a model, for staff, in the order they are filled (rule: Back orders). */
export const backOrderResource = z.object({
  id: z.string(),
  customerId: z.number(),
  customerName: z.string(),
  model: z.string(),
  /** Pieces asked for, requested so far, cancelled, and still open. */
  quantity: z.number(),
  filled: z.number(),
  cancelled: z.number(),
  open: z.number(),
  /**
   * Pieces of the model AVAILABLE now: open orders beside them are held up by the customer's limits or flags, or the
   * customer has given those pieces back.
   */
  availableQuantity: z.number(),
  placedAt: z.string(),
  placedBy: z.string(),
  remarks: text,
});
export type BackOrderResource = z.infer<typeof backOrderResource>;

/** A back order as the customer sees it. */
export const ownBackOrder = backOrderResource.pick({
  id: true,
  model: true,
  quantity: true,
  filled: true,
  cancelled: true,
  open: true,
  placedAt: true,
});
export type OwnBackOrder = z.infer<typeof ownBackOrder>;
export const ownBackOrderList = z.array(ownBackOrder);

/** POST /jewellery/cancel_back_order: what waits of one of the customer's orders is no longer wanted. */
export const cancelBackOrderRequest = z.object({
  orderId: z.string().min(1).max(80),
  remarks: z.string().max(2000, 'A remark has at most 2000 characters.').nullish(),
});
