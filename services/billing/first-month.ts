import { limitSince } from '#contracts/lifecycle/index.ts';
import { monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { firstBilledMonth } from '#projections/billing/index.ts';
import { allCustomers, customerById } from '#projections/customers/index.ts';
import { firstActions } from '#projections/parcels/index.ts';
import type { BillingContext } from './billing-context.ts';

/**
 * The month of the first registration, minimum, action or bill, of a customer or of all (rule: Months of billing); null
 * without one.
 */
export async function earliestMonth(
  { db, zone }: Pick<BillingContext, 'db' | 'zone'>,
  customerId?: number,
): Promise<Month | null> {
  const ids = customerId === undefined ? undefined : [customerId];
  const [customers, actions, billed] = await Promise.all([
    customerId === undefined ? allCustomers(db) : Promise.all([customerById(db, customerId)]),
    firstActions(db, ids),
    firstBilledMonth(db, customerId),
  ]);
  // The registration names a minimum too.
  const days = [
    ...customers.flatMap((one) => (one ? limitSince('minInventoryCents', one.terms, zone) : [])),
    ...actions.values(),
  ];
  return [...days.map(monthOf), ...(billed === null ? [] : [billed])].sort()[0] ?? null;
}
