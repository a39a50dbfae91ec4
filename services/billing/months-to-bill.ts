import type { CustomerRecord } from '#contracts/customer/index.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { addMonths, firstDayOf, monthOf, monthsBetween, type Month } from '#contracts/vocabulary/months.ts';
import { lastBilledMonths, unbilledActivity } from '#projections/billing/index.ts';
import { allCustomers } from '#projections/customers/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { limitsOn } from './calculation/account.ts';

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
    const ids = customers
      .filter(({ customerId, terms }) => {
        if (month <= (billed.get(customerId) ?? '')) return false;
        if (month < (terms.findLast(({ opening }) => opening)?.opening?.month ?? '')) return false;
        if (active.has(`${customerId} ${month}`)) return true;
        return hasOpening(terms, month) || hasMinimum(terms, month, zone);
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

/** True when something was owed before billing began with this month (rule: Billing begins on). */
export function hasOpening(terms: CustomerRecord['terms'], month: Month): boolean {
  const opening = terms.findLast((row) => row.opening)?.opening;
  return opening?.month === month && opening.balanceCents !== 0;
}

/** True when a minimum is in force at the end of a day of the month (rule: Minimum true-up). */
export function hasMinimum(terms: CustomerRecord['terms'], month: Month, zone: string): boolean {
  const changedOn = terms
    .map(({ effectiveAt }) => houseDayOf(effectiveAt, zone))
    .filter((day) => monthOf(day) === month);
  return [firstDayOf(month), ...changedOn].some((day) => limitsOn(terms, day, zone).minInventoryCents > 0);
}
