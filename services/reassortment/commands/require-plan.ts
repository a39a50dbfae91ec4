import type { IdealTemplate, MadePlan, Reassortment } from '#contracts/reassortment/reassortment.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** The customer's plan of that id, cleared or not, with its template. Throws a Refusal (404) when it has none. */
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
