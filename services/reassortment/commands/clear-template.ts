import type { ReassortmentEvent } from '#contracts/events/index.ts';
import {
  versionOfTemplate,
  type IdealTemplate,
  type Reassortment,
} from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';
import { requireTemplate } from './require-template.ts';

export type ClearTemplate = {
  templateId: string;
  /** The version that its page showed; left out, nothing is compared. */
  seen?: string | undefined;
};

/** The template. Refuses (422) as `requireTemplate` does, and (409) one that was edited or planned since it was seen. */
function requireAsSeen(state: Reassortment, { templateId, seen }: ClearTemplate): IdealTemplate {
  const template = requireTemplate(state, templateId);
  if (seen === undefined || seen === versionOfTemplate(template)) return template;
  const { binsHash, plans } = template;
  const onlyPlanned = seen.startsWith(versionOfTemplate({ binsHash, plans: [] }));
  const [by, did] = onlyPlanned ? [plans.at(-1)?.by, 'planned with'] : [undefined, 'changed'];
  throw changedMeanwhile(by, 'ideal inventory', did, 'Nothing of it was cleared');
}

/**
 * Retires a template's bins, and its plans with them (rule: Clearing and history of ideals). Refuses (422) a template
 * that the customer does not have or has cleared before, and (409) one that was edited or planned since it was seen.
 */
export function clearBins(state: Reassortment, command: ClearTemplate, at: Instant): ReassortmentEvent[] {
  const { templateId } = requireAsSeen(state, command);
  return [{ type: 'BinsCleared', data: { templateId, effectiveAt: at } }];
}

/** Retires a template's plans; does nothing when none is active. Refuses as `clearBins` does. */
export function clearResults(state: Reassortment, command: ClearTemplate, at: Instant): ReassortmentEvent[] {
  const { templateId, plans } = requireAsSeen(state, command);
  if (plans.every(({ retired }) => retired)) return [];
  return [{ type: 'ResultsCleared', data: { templateId, effectiveAt: at } }];
}
