import type { DesireEvent, Wanted } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';

/** A new desire, in the customer's cart (rule: Desires); nothing when it is there. */
export function cartDesire(
  desire: Desire | undefined,
  { customerId, wanted }: { customerId: number; wanted: Wanted },
  effectiveAt: Instant,
): DesireEvent[] {
  return desire ? [] : [{ type: 'DesireCarted', data: { customerId, spec: wanted, effectiveAt } }];
}
