import { z } from 'zod';
import { instantSchema, lineSchema } from '../vocabulary/schemas.ts';
import { parcelNameSchema } from './stone-events.ts';

/** In `cart-{customerId}`: carts belong to the customer and are shared by its users (rule: Acting for a customer). */
export const cartEvents = {
  StonesCarted: z.object({
    customerId: z.int().positive(),
    line: lineSchema,
    parcelNames: z.array(parcelNameSchema).min(1),
    effectiveAt: instantSchema,
  }),
  /** Taken out by hand, or because they were requested. */
  StonesUncarted: z.object({
    customerId: z.int().positive(),
    parcelNames: z.array(parcelNameSchema).min(1),
    effectiveAt: instantSchema,
  }),
} as const;
