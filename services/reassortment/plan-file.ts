import { z } from 'zod';
import { planBody } from '#contracts/api/reassortment-plans.ts';

/** The body that `PlanMade` names by its hash: the answer, and the hash of its inputs. */
export const planFileSchema = z.object({
  /** Hash of the body with everything that decided the plan (`planTaskSchema`). */
  taskHash: z.string(),
  plan: planBody,
});
