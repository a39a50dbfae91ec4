import { termsAt } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { addMonths, lastDayOf, monthOf, monthsBetween, type Month } from '#contracts/vocabulary/months.ts';
import { lastBilledMonths, unbilledActivity } from '#projections/billing/index.ts';
import { allCustomers } from '#projections/customers/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { minimumSinceOf } from './calculation/account.ts';

const MONTHS_BACK = 12;

/**
 * The months that have ended and wait for their bills, the newest first, each with the numbers of its customers in
 * ascending order (rule: Months to bill); months without one are left out.
 * @param today the house's day
 * @param zone the house's time zone
 */
export async function monthsToBill(db: Db, today: HouseDay, zone: string): Promise<Map<Month, number[]>> {
  const to = addMonths(monthOf(today), -1);
  const from = addMonths(to, 1 - MONTHS_BACK);
  const [activity, billed, customers] = await Promise.all([
    unbilledActivity(db, { from, to }),
    lastBilledMonths(db),
    allCustomers(db),
  ]);
  const active = new Set(activity.map(({ customerId, month }) => `${customerId} ${month}`));
  const waiting = new Map<Month, number[]>();
  for (const month of monthsBetween(from, to).toReversed()) {
    const end = lastDayOf(month);
    const ids = customers
      .filter(({ customerId, terms }) => {
        if (month <= (billed.get(customerId) ?? '')) return false;
        if (month < (terms.findLast(({ opening }) => opening)?.opening?.month ?? '')) return false;
        if (active.has(`${customerId} ${month}`)) return true;
        return minimumSinceOf(terms, zone) <= end && termsAt(terms, end, zone).minInventoryCents > 0;
      })
      .map(({ customerId }) => customerId);
    if (ids.length > 0)
      waiting.set(
        month,
        ids.toSorted((one, other) => one - other),
      );
  }
  return waiting;
}
