import type { DesireEvent } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { notNow } from './own-desire.ts';

/**
 * Staff found a stone, so the desire is CLOSED by it (rule: Desires). Does nothing when this stone has filled it
 * already. `isCustomers`: the customer has the stone or has requested it. Refuses (402) a desire that is not ACTIVE.
 */
export function fulfilDesire(
  desire: Desire,
  command: { parcelName: string; isCustomers: boolean },
  effectiveAt: Instant,
): DesireEvent[] {
  const { parcelName, isCustomers } = command;
  if (desire.fulfilledBy === parcelName) return [];
  if (desire.status !== 'ACTIVE')
    throw notNow('Only a request for similar stones that is open can be fulfilled.');
  if (!isCustomers) throw notNow(`Request ${parcelName} for the customer first: it is not in its inventory.`);
  return [{ type: 'DesireFulfilled', data: { customerId: desire.customerId, parcelName, effectiveAt } }];
}
