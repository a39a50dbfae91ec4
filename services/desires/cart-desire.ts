import type { DesireEvent, Wanted } from '#contracts/events/index.ts';
import type { Desire } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';

/** Creates a desire in the customer's cart (rule: Desires); does nothing when it exists. */
export function cartDesire(
  desire: Desire | undefined,
  { customerId, wanted }: { customerId: number; wanted: Wanted },
  effectiveAt: Instant,
): DesireEvent[] {
  return desire ? [] : [{ type: 'DesireCarted', data: { customerId, spec: wanted, effectiveAt } }];
}
