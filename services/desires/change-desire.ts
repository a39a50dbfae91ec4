import type { DesireEvent, Wanted } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { notNow, ownDesire } from './own-desire.ts';

/**
 * What the desire asks for from now on, in the cart or requested (rule: Desires); nothing when it asks for
 * that already. `wantedOf` derives the new properties from the old ones. Refuses (402) another customer's
 * desire and one that has ended.
 */
export function changeDesire(
  known: Desire | undefined,
  command: { customerId: number; wantedOf: (before: Wanted) => Wanted },
  effectiveAt: Instant,
): DesireEvent[] {
  const { customerId, wantedOf } = command;
  const desire = ownDesire(known, customerId);
  const wanted = wantedOf(desire.spec);
  // Both have one order: what asks for the same is the same text.
  if (JSON.stringify(wanted) === JSON.stringify(desire.spec)) return [];
  if (desire.status !== 'CART' && desire.status !== 'ACTIVE')
    throw notNow('This request for similar stones has ended: make a new one.');
  return [{ type: 'DesireChanged', data: { customerId, spec: wanted, effectiveAt } }];
}
