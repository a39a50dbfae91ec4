import type { DesireEvent, Wanted } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { notNow, ownDesire } from './own-desire.ts';

/**
 * Changes what a desire asks for, in the cart or requested (rule: Desires); does nothing when it asks for that already.
 * `wantedOf` derives the new properties from the old ones. Refuses (402) another customer's desire and one that has
 * ended.
 */
export function changeDesire(
  known: Desire | undefined,
  command: { customerId: number; wantedOf: (before: Wanted) => Wanted },
  effectiveAt: Instant,
): DesireEvent[] {
  const { customerId, wantedOf } = command;
  const desire = ownDesire(known, customerId);
  const wanted = wantedOf(desire.spec);
  // Both are in the same order, so equal requests are equal texts.
  if (JSON.stringify(wanted) === JSON.stringify(desire.spec)) return [];
  if (desire.status !== 'CART' && desire.status !== 'ACTIVE')
    throw notNow('This request for similar stones has ended: make a new one.');
  return [{ type: 'DesireChanged', data: { customerId, spec: wanted, effectiveAt } }];
}
