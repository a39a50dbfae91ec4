import { z } from 'zod';
import { idealBinSchema } from '#contracts/reassortment/bin-spec.ts';
import { centsSchema } from '#contracts/vocabulary/schemas.ts';
import type { PlanningTask } from '../plan/planning-program.ts';

const value = z.string().optional();
const gradedStone = z.object({
  shape: value,
  colour: value,
  clarity: value,
  fluorescence: value,
  cut: value,
  polish: value,
  symmetry: value,
  lab: value,
  weight: z.int().optional(),
});

/** Everything that decides a plan, kept with its answer: what-if questions start from it (rule: Plan inputs). */
export const planTaskSchema = z.object({
  input: z.object({
    templateString: z.string(),
    bins: z.array(idealBinSchema),
    units: z.array(
      z.object({
        customerStoneId: z.string(),
        storeId: z.string().nullable(),
        isRequested: z.boolean(),
        isLocked: z.boolean(),
        stone: gradedStone,
        certNo: value,
        priceCents: centsSchema.nullable(),
        heldParcel: z.string().nullable(),
        isOnItsWayBack: z.boolean().optional(),
      }),
    ),
    additions: z.array(
      z.object({ parcelName: z.string(), stone: gradedStone, certNo: value, totalCents: centsSchema }),
    ),
  }),
  limit: z.object({ exposureCents: centsSchema, maximumCents: centsSchema }),
  storeNames: z.array(z.tuple([z.string(), z.string()])),
});
export type PlanTask = z.infer<typeof planTaskSchema>;

/** The task in the form of the planning thread. */
export const planningTask = ({ storeNames, ...task }: PlanTask): PlanningTask => ({
  ...task,
  storeNames: new Map(storeNames),
});
