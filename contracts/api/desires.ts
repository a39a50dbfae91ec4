import { z } from 'zod';
import { exactThousandthsOf } from '#contracts/vocabulary/carats.ts';
import {
  MOST_DESIRES,
  MOST_PARCELS,
  TOO_MANY_DESIRES,
  TOO_MANY_STONES,
} from '../vocabulary/parcels-at-a-time.ts';
import { parcelNameSchema } from '../events/stone-events.ts';
import {
  claritySchema,
  colourSchema,
  cutSchema,
  fluorescenceSchema,
  polishSchema,
  shapeCodeSchema,
  symmetrySchema,
  positionSchema,
} from '../vocabulary/schemas.ts';

const desireStatusSchema = z.enum(['CART', 'ACTIVE', 'CLOSED', 'CANCELLED']);

/** A desire on the wire (product: Desire): weights in carats; an empty list is any value. */
export const desireSchema = z.object({
  desireId: z.string(),
  status: desireStatusSchema,
  quantity: z.literal(1),
  weight: z.object({ minimum: z.number().optional(), maximum: z.number().optional() }),
  shape: z.array(z.string()),
  colour: z.array(z.string()),
  clarity: z.array(z.string()),
  fluorescence: z.array(z.string()),
  cut: z.array(z.string()),
  polish: z.array(z.string()),
  symmetry: z.array(z.string()),
  remarks: z.string().optional(),
  /** The stone that filled it. */
  fulfilledBy: z.string().optional(),
  /** House day of what happened to it last: carted, requested, closed. */
  lastAction: z.string(),
});
export type Desire = z.infer<typeof desireSchema>;
export const desireListSchema = z.array(desireSchema);

const carats = z
  .number()
  .positive('A weight is more than 0 carats.')
  .max(1000, 'A weight is at most 1000 carats.')
  .refine((value) => exactThousandthsOf(value) !== null, 'A weight has at most three decimals.')
  .nullish();
const weightSchema = z
  .object({ minimum: carats, maximum: carats })
  .refine(({ minimum, maximum }) => (minimum ?? 0) <= (maximum ?? Infinity), {
    error: 'The minimum weight is above the maximum.',
    path: ['minimum'],
  });
const anyOf = (value: z.ZodType<string, string>) => z.array(value).max(50).nullish();

/**
 * What is wanted: null, an empty list or a weight without bounds restricts nothing. What is left out stays as it was, and
 * restricts nothing in a new desire.
 */
const wantedFields = {
  quantity: z.literal(1, 'A desire asks for one stone: send one desire for each.').nullish(),
  weight: weightSchema.nullish(),
  shape: anyOf(shapeCodeSchema),
  colour: anyOf(colourSchema),
  clarity: anyOf(claritySchema),
  fluorescence: anyOf(fluorescenceSchema),
  cut: anyOf(cutSchema),
  polish: anyOf(polishSchema),
  symmetry: anyOf(symmetrySchema),
};
const desireId = z.string().min(1).max(64);

/** POST /inventory/desire_stone: a new desire for the cart; with the id of one that is in it, what that one asks for now. */
export const desireStoneRequest = z.object({
  desire: z.object({ desireId: desireId.nullish(), ...wantedFields }),
});
export type WantedInput = Omit<z.infer<typeof desireStoneRequest>['desire'], 'desireId'>;

/**
 * POST /inventory/update_desire: CLOSED gives a requested desire up (the return), CANCELLED takes one out of the cart;
 * otherwise what it asks for now, fields left out staying as they are.
 */
const desireUpdate = z.object({ desireId, status: desireStatusSchema.optional(), ...wantedFields });
export type DesireUpdate = z.infer<typeof desireUpdate>;
const distinct = (desires: readonly { desireId: string }[]): boolean =>
  new Set(desires.map((one) => one.desireId)).size === desires.length;
export const updateDesireRequest = z
  .array(desireUpdate)
  .min(1, 'Choose at least one request for similar stones.')
  .max(MOST_DESIRES, TOO_MANY_DESIRES)
  .refine(distinct, 'Each request for similar stones may be named once.');

const declinedDesires = z.array(z.object({ desireId: z.string(), reason: z.string() }));

/** `declined`: someone else was faster with these, as staff are who fill one; the others stand as answered. */
export const desiresReply = z.object({
  desires: desireListSchema,
  declined: declinedDesires,
  position: positionSchema,
});
export type DesiresReply = z.infer<typeof desiresReply>;
export const desireReply = z.object({ desire: desireSchema, position: positionSchema });
export type DesireReply = z.infer<typeof desireReply>;

/** POST /inventory/desire_price: of a desire in the cart, or of one that is only thought of. */
export const desirePriceRequest = z.object({ desire: z.object(wantedFields) });
/** Lowest and highest price, in dollars, of the available stones that match. */
export const desirePriceReply = z.object({ minimum: z.number(), maximum: z.number() });
export type DesirePrice = z.infer<typeof desirePriceReply>;

/** POST /inventory/request_stones_similar: carted desires become ACTIVE, beside stones, which may be none. */
export const requestSimilarRequest = z
  .object({
    parcelNames: z
      .array(parcelNameSchema)
      .max(MOST_PARCELS, TOO_MANY_STONES)
      .refine((names) => new Set(names).size === names.length, 'Each stone may be named once.'),
    remarks: z.string().max(2000, 'A remark has at most 2000 characters.').nullish(),
    desires: z
      .array(z.object({ desireId }))
      .max(MOST_DESIRES, TOO_MANY_DESIRES)
      .refine(distinct, 'Each request for similar stones may be named once.'),
  })
  .refine(({ parcelNames, desires }) => parcelNames.length + desires.length > 0, {
    error: 'Choose at least one stone.',
    path: ['parcelNames'],
  });

/** A row of GET /api/desires: a request for similar stones that is open, and whose it is; for staff. */
export const openDesireResource = desireSchema.extend({
  id: z.string(),
  customerId: z.number(),
  customerName: z.string(),
  requestedAt: z.string(),
});
export type OpenDesireResource = z.infer<typeof openDesireResource>;

const known = z.string().optional();
/**
 * GET /api/desires/{desireId}/stones: stones that could fill it, those that the customer has (or has requested) first,
 * last those of them that are not as the desire asks (`matches` is false); weights in carats, no prices.
 */
export const desireStones = z.array(
  z.object({
    parcelName: z.string(),
    /** HELD may fill it immediately; AVAILABLE must be requested for the customer first. */
    standing: z.enum(['HELD', 'AVAILABLE']),
    matches: z.boolean(),
    weight: z.number(),
    shapeCode: known,
    colour: known,
    clarity: known,
    fluorescence: known,
    cut: known,
    polish: known,
    symmetry: known,
    lab: known,
    certNo: known,
  }),
);
export type DesireStone = z.infer<typeof desireStones>[number];

/** Staff: the stone that filled a desire. */
export const fulfilDesireRequest = z.object({ parcelName: parcelNameSchema });
