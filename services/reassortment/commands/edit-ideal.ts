import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';
import { requireTemplate } from './require-template.ts';

export type EditIdeal = {
  templateId: string;
  /** The hash of the bins that were edited, which must still be the template's. */
  formerHash: string;
  /** A quantity of a changed bin was another when its author saw it. */
  isChangedSinceSeen?: boolean;
  binsHash: string;
  binCount: number;
  /** Bins with other quantities than before, and the target pieces of all bins. */
  changedBins: number;
  pieces: number;
};

/**
 * Changes the bins of an ideal inventory; nothing is recorded when they are the same. Refuses an unknown template
 * (422), and bins that somebody has changed since they were read or seen (409).
 */
export function editIdeal(
  state: Reassortment,
  { templateId, formerHash, isChangedSinceSeen = false, ...edited }: EditIdeal,
  at: Instant,
): ReassortmentEvent[] {
  const template = requireTemplate(state, templateId);
  if (template.binsHash !== formerHash || isChangedSinceSeen)
    throw changedMeanwhile(undefined, 'ideal inventory');
  if (edited.binsHash === formerHash) return [];
  return [{ type: 'IdealEdited', data: { templateId, ...edited, effectiveAt: at } }];
}
