import { z } from 'zod';
import { positionSchema } from '#contracts/vocabulary/schemas.ts';
import { lineSchema } from '#contracts/vocabulary/schemas.ts';

/** The bus' subject of what the read models committed. */
export const CHANGES_SUBJECT = 'changes';

/** What changed in the read models, for the holders of connections: each gets as much of it as it may know. */
export const changeNoticeSchema = z.object({
  position: positionSchema,
  /** Null: too many to name. */
  parcels: z
    .array(
      z.object({
        parcelName: z.string(),
        line: lineSchema,
        /** Certified by FM: open to the customers with that access only. */
        fm: z.boolean(),
        /** A piece of a lab-grown model: open to the customers with that access only. */
        labGrown: z.boolean().default(false),
        /** Those whose own lists show the change. */
        customers: z.array(z.number()),
        /** False when no other customer's lists show the change. */
        public: z.boolean(),
      }),
    )
    .nullable(),
  /** Customers whose carts changed. */
  carts: z.array(z.number()),
  /** Customers whose details, flags or terms changed. */
  customers: z.array(z.number()),
  /** Customers whose desires changed. */
  desires: z.array(z.number()),
  /** The description of some jewellery model, or whether it is hidden, changed. */
  models: z.boolean(),
  /** Customers whose orders of jewellery models changed. */
  modelOrders: z.array(z.number()),
  /** Some vendor's feed was read, or taken back: whether its stones may be there may be known otherwise. */
  feeds: z.boolean().default(false),
});
export type ChangeNotice = z.infer<typeof changeNoticeSchema>;
