import type { DesireEvent } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { notNow, ownDesire } from './own-desire.ts';

/**
 * Takes a desire out of the cart (product: Actions by status); does nothing when it is out already. Refuses (402)
 * another customer's desire and one that was requested.
 */
export function cancelDesire(
  known: Desire | undefined,
  { customerId }: { customerId: number },
  effectiveAt: Instant,
): DesireEvent[] {
  const desire = ownDesire(known, customerId);
  if (desire.status === 'CANCELLED') return [];
  if (desire.status !== 'CART')
    throw notNow('This request for similar stones was sent already: return it instead.');
  return [{ type: 'DesireCancelled', data: { customerId, effectiveAt } }];
}
