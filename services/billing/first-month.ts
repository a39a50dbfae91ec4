import { limitSince } from '#contracts/lifecycle/index.ts';
import { monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { firstBilledMonth } from '#projections/billing/index.ts';
import { allCustomers } from '#projections/customers/index.ts';
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
    allCustomers(db),
    firstActions(db, ids),
    firstBilledMonth(db, customerId),
  ]);
  const asked = customers.filter((one) => customerId === undefined || one.customerId === customerId);
  // The registration names a minimum too.
  const days = [
    ...asked.map(({ terms }) => limitSince('minInventoryCents', terms, zone)),
    ...actions.values(),
  ];
  return [...days.map(monthOf), ...(billed === null ? [] : [billed])].sort()[0] ?? null;
}
