import type { DesireEvent } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { notNow, ownDesire } from './own-desire.ts';

/**
 * Returns a desire: the customer no longer wants it (product: Actions by status). Does nothing when it is closed.
 * Refuses (402) another customer's desire and one that was never requested.
 */
export function closeDesire(
  known: Desire | undefined,
  { customerId }: { customerId: number },
  effectiveAt: Instant,
): DesireEvent[] {
  const desire = ownDesire(known, customerId);
  if (desire.status === 'CLOSED') return [];
  if (desire.status !== 'ACTIVE')
    throw notNow('This request for similar stones was not sent: take it out of the cart.');
  return [{ type: 'DesireClosed', data: { customerId, effectiveAt } }];
}
