import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { requireTemplate } from './require-template.ts';

/** A plan, named by the hashes of its inputs and of its file. */
export type MadePlanOf = Omit<Extract<ReassortmentEvent, { type: 'PlanMade' }>['data'], 'effectiveAt'>;

/** Records a plan. Refuses (422) when its template's bins have been cleared. */
export function makePlan(state: Reassortment, plan: MadePlanOf, at: Instant): ReassortmentEvent[] {
  requireTemplate(state, plan.templateId);
  return [{ type: 'PlanMade', data: { ...plan, effectiveAt: at } }];
}
