import type { CustomerRecord } from '#contracts/customer/index.ts';
import type { VendorTerms } from '#contracts/events/index.ts';
import { foldParcel, termsAt, type ParcelState, type TermsChange } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import { addMonths, firstDayOf, monthOf, monthsBetween, type Month } from '#contracts/vocabulary/months.ts';
import { lastBilledMonths, memosNotHeld, unbilledActivity } from '#projections/billing/index.ts';
import { allCustomers } from '#projections/customers/index.ts';
import { parcelRecords } from '#projections/parcels/index.ts';
import { allVendors } from '#projections/vendors/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { limitsOn } from './calculation/account.ts';
import { billableSpells } from './calculation/billable-spells.ts';

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
  const [activity, deployments, billed, customers] = await Promise.all([
    unbilledActivity(db, { from, to }),
    deploymentsAlone(db, { from, to }, zone),
    lastBilledMonths(db),
    allCustomers(db),
  ]);
  const active = new Set(
    [...activity, ...deployments].map(({ customerId, month }) => `${customerId} ${month}`),
  );
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

/** The months in which customers had a parcel shipped that a vendor pays for, and on memo at no end of a day. */
async function deploymentsAlone(
  db: Db,
  months: { from: Month; to: Month },
  zone: string,
): Promise<{ customerId: number; month: Month }[]> {
  const memos = await memosNotHeld(db, months);
  if (memos.length === 0) return [];
  const names = [...new Set(memos.map(({ parcelName }) => parcelName))];
  const [parcels, vendors] = await Promise.all([parcelRecords(db, names), allVendors(db)]);
  const parcelOf = new Map(parcels.map((parcel) => [parcel.parcelName, parcel]));
  const termsOf = new Map(vendors.map(({ vendorId, terms }) => [vendorId, terms]));
  return memos.filter(({ customerId, month, parcelName }) => {
    const parcel = parcelOf.get(parcelName);
    const terms = parcel && termsOf.get(parcel.vendorId);
    return (
      parcel !== undefined && terms !== undefined && hasDeployment(parcel, terms, { customerId, month, zone })
    );
  });
}

/** True when the first MEMO of one of the customer's spells lies in the month and costs its vendor something (rule: Vendor parts). */
export function hasDeployment(
  parcel: ParcelState,
  terms: readonly TermsChange<VendorTerms>[],
  { customerId, month, zone }: { customerId: number; month: Month; zone: string },
): boolean {
  return billableSpells(parcel, foldParcel(parcel, zone), customerId).some(
    ({ firstMemoDay: day }) =>
      day !== null && monthOf(day) === month && termsAt(terms, day, zone).ourDeploymentCostCents > 0,
  );
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
