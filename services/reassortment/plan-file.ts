import { z } from 'zod';
import { planBody } from '#contracts/api/reassortment-plans.ts';

/** The body that `PlanMade` names by its hash: the answer, and what it was made of. */
export const planFileSchema = z.object({
  /** Of the body with all that decided the plan (`planTaskSchema`). */
  taskHash: z.string(),
  plan: planBody,
});
