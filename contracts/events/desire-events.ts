import { z } from 'zod';
import {
  instantSchema,
  claritySchema,
  colourSchema,
  fluorescenceSchema,
  gradeSchema,
  shapeCodeSchema,
} from '../vocabulary/schemas.ts';
import { milliCaratsSchema, parcelNameSchema } from './stone-events.ts';

/** What a desire asks for (product: Desire). A list without values asks for any; a bound left out is open. */
const wantedSchema = z.object({
  /** Thousandths of a carat, both ends included. */
  weight: z.object({ minimum: milliCaratsSchema.optional(), maximum: milliCaratsSchema.optional() }),
  shape: z.array(shapeCodeSchema),
  colour: z.array(colourSchema),
  clarity: z.array(claritySchema),
  fluorescence: z.array(fluorescenceSchema),
  cut: z.array(gradeSchema),
  polish: z.array(gradeSchema),
  symmetry: z.array(gradeSchema),
});
export type Wanted = z.infer<typeof wantedSchema>;

const common = { customerId: z.int().positive(), effectiveAt: instantSchema };

/** Everything that can happen to a desire, in `desire-{desireId}` (rule: Desires). */
export const desireEvents = {
  DesireCarted: z.object({ ...common, spec: wantedSchema }),
  /** Asks for something else from now on. */
  DesireChanged: z.object({ ...common, spec: wantedSchema }),
  /** Out of the cart: the customer wants such a stone. */
  DesireRequested: z.object({
    ...common,
    instructionId: z.string(),
    remarks: z.string().max(2000).optional(),
  }),
  /** Staff found a stone for it, which the customer now has or has requested. */
  DesireFulfilled: z.object({ ...common, parcelName: parcelNameSchema }),
  /** The return: the customer no longer wants it. */
  DesireClosed: z.object(common),
  /** Taken out of the cart before it was requested. */
  DesireCancelled: z.object(common),
} as const;
