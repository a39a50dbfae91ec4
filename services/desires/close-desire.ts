import type { DesireEvent } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { notNow, ownDesire, REQUEST_FILLED } from './own-desire.ts';

/**
 * Returns a desire: the customer no longer wants it (product: Actions by status). Does nothing when the customer
 * has closed it. Refuses (402) another customer's desire, one that was never requested, and with REQUEST_FILLED one that
 * a stone has filled.
 */
export function closeDesire(
  known: Desire | undefined,
  { customerId }: { customerId: number },
  effectiveAt: Instant,
): DesireEvent[] {
  const desire = ownDesire(known, customerId);
  if (desire.fulfilledBy !== undefined)
    throw notNow('This request for similar stones was filled meanwhile.', REQUEST_FILLED);
  if (desire.status === 'CLOSED') return [];
  if (desire.status !== 'ACTIVE')
    throw notNow('This request for similar stones was not sent: take it out of the cart.');
  return [{ type: 'DesireClosed', data: { customerId, effectiveAt } }];
}
