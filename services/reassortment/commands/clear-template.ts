import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { requireTemplate } from './require-template.ts';

type OfTemplate = { templateId: string };

/**
 * Retires a template's bins, and its plans with them (rule: Clearing and history of ideals). Refuses (422) a template
 * that the customer does not have or has cleared before.
 */
export function clearBins(state: Reassortment, command: OfTemplate, at: Instant): ReassortmentEvent[] {
  const { templateId } = requireTemplate(state, command.templateId);
  return [{ type: 'BinsCleared', data: { templateId, effectiveAt: at } }];
}

/** Retires a template's plans; does nothing when none is active. Refuses as `clearBins` does. */
export function clearResults(state: Reassortment, command: OfTemplate, at: Instant): ReassortmentEvent[] {
  const { templateId, plans } = requireTemplate(state, command.templateId);
  if (plans.every(({ retired }) => retired)) return [];
  return [{ type: 'ResultsCleared', data: { templateId, effectiveAt: at } }];
}
