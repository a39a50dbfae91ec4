import type { IdealTemplate, MadePlan, Reassortment } from '#contracts/reassortment/reassortment.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** The customer's plan with that id, cleared or not, and its template. Throws a Refusal (404) when there is none. */
export function requirePlan(
  { templates }: Reassortment,
  planId: string,
): { template: IdealTemplate; plan: MadePlan } {
  for (const template of templates) {
    const plan = template.plans.find((each) => each.planId === planId);
    if (plan) return { template, plan };
  }
  throw new Refusal(404, `This customer has no plan ${planId}.`, { code: 'UNKNOWN_PLAN', field: 'id' });
}
