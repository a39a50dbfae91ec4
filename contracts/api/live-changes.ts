import { z } from 'zod';
import { lineSchema, positionSchema } from '../vocabulary/schemas.ts';

/**
 * One message of GET /changes (server-sent events, event name `change`): what changed up to `position`, as far as the
 * caller may know of it. `parcels` null means too many to name: load the line's lists again.
 */
export const liveChange = z.object({
  position: positionSchema,
  lines: z.array(z.object({ line: lineSchema, parcels: z.array(z.string()).nullable() })),
  /** The acting-for customer's cart, or its details, limits and holding changed. */
  cart: z.boolean(),
  customer: z.boolean(),
  /** The acting-for customer's requests for similar stones changed, carted, open or closed. */
  desires: z.boolean(),
  /** Jewellery models changed: their description, their stock, or the customer's back orders. */
  models: z.boolean(),
  /** True when entries of attribute lists are called something else now. */
  attributes: z.boolean().optional(),
});
export type LiveChange = z.infer<typeof liveChange>;

/** More names than this in one message are sent as null. */
export const MAX_NAMED_PARCELS = 500;
