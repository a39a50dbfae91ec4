import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { IdealTemplate, Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';
import { requireTemplate } from './require-template.ts';

export type ClearTemplate = {
  templateId: string;
  /** The version that its page showed; left out, nothing is compared. */
  seen?: string | undefined;
};

/** A template's version: another once its bins are edited or a plan of it is made. */
export const versionOfTemplate = ({ binsHash, plans }: IdealTemplate): string =>
  `${binsHash.slice(0, 16)} ${plans.at(-1)?.planId ?? ''}`.trim();

/** The template. Refuses (422) as `requireTemplate` does, and (409) one that was edited or planned since it was seen. */
function requireAsSeen(state: Reassortment, { templateId, seen }: ClearTemplate): IdealTemplate {
  const template = requireTemplate(state, templateId);
  if (seen !== undefined && seen !== versionOfTemplate(template))
    throw changedMeanwhile(undefined, 'ideal inventory');
  return template;
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
