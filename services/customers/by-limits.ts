import { againstLimits } from '#contracts/customer/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { allCustomers, customerTermsOf } from '#projections/customers/index.ts';
import { holdingsOfAll } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/**
 * The numbers of the customers that hold less than their minimum, and of those near their maximum, under the terms of
 * the day (rule: Movements and key figures).
 * @param zone the house's time zone
 */
export async function customersByLimits(
  db: Db,
  today: HouseDay,
  zone: string,
): Promise<{ belowMinimum: Set<number>; nearMaximum: Set<number> }> {
  const [customers, holdings] = await Promise.all([allCustomers(db), holdingsOfAll(db)]);
  const [belowMinimum, nearMaximum] = [new Set<number>(), new Set<number>()];
  for (const customer of customers) {
    const { customerId } = customer;
    const holding = holdings.get(customerId);
    const terms = customerTermsOf(customer, today, zone);
    const stands = againstLimits({
      holdingCents: holding?.currentlyHolding ?? 0,
      exposureCents: holding?.exposure ?? 0,
      minimumCents: terms?.minInventoryCents ?? 0,
      maximumCents: terms?.maxInventoryCents ?? 0,
    });
    if (stands.belowMinimum) belowMinimum.add(customerId);
    if (stands.nearMaximum) nearMaximum.add(customerId);
  }
  return { belowMinimum, nearMaximum };
}
