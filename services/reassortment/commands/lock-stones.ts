import type { ReassortmentEvent } from '#contracts/events/index.ts';
import type { Reassortment } from '#contracts/reassortment/reassortment.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { requireTemplate } from './require-template.ts';

export type LockStones = {
  templateId: string;
  customerStoneIds: readonly string[];
  locked: boolean;
  /** The stones of the template's stock. */
  known: ReadonlySet<string>;
};

/**
 * Locks stones in their stores, or unlocks them (rule: Locked stones). Stones already in that state are not recorded
 * again. Refuses (422) an unknown template, and to lock a stone that its stock does not have.
 */
export function lockStones(state: Reassortment, command: LockStones, at: Instant): ReassortmentEvent[] {
  const { customerStoneIds, locked, known } = command;
  const template = requireTemplate(state, command.templateId);
  const missing = customerStoneIds.findIndex((id) => !known.has(id));
  if (locked && missing >= 0)
    throw new Refusal(422, `The current stock has no stone ${customerStoneIds[missing]}.`, {
      code: 'UNKNOWN_STONE',
      field: `customerStoneIds.${missing}`,
    });
  const before = new Set(template.locked);
  const changed = [...new Set(customerStoneIds)].filter((id) => before.has(id) !== locked);
  if (changed.length === 0) return [];
  const { templateId } = template;
  return [{ type: 'StonesLocked', data: { templateId, customerStoneIds: changed, locked, effectiveAt: at } }];
}
