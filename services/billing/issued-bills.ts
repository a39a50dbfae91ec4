import type { Bill, CalculatedBill, Override, VendorStatement } from '#contracts/billing/index.ts';
import { billsOfMonth } from '#projections/billing/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from './billing-context.ts';
import { accountsOf, newestBillOf } from './calculation/account.ts';
import { billRequest, unmatchedKeys } from './calculation/replacing.ts';
import { vendorsOn, vendorStatement } from './calculation/vendor-statements.ts';
import { checkedBill, closedBy, isBeforeBilling, refuseBeforeBilling, sameLines } from './create-bill.ts';
import { takeCut } from './cuts.ts';
import { accountsKnownAt, factsOfCustomers } from './read-facts.ts';
import { monthName, type Month } from '#contracts/vocabulary/months.ts';

/** A bill as it would be made, and the one of its month that stands. */
export type PreviewedBill = {
  bill: CalculatedBill;
  standing: Bill | null;
  /** The one that stands has these very lines: it would be kept. */
  unchanged: boolean;
  /** The later month that has been billed, so that the one that stands is not replaced; null while there is none. */
  closedBy: Month | null;
};

/**
 * A bill as it would be made, without writing anything: for any month, even one that is not over (what is held counts
 * to its end). At the cut of an issued bill it is that bill; else as Create would make it (rule: Replacing a bill).
 * Throws Refusal 400, 402, 404, 503.
 * @param knownAt a log position or a time; the log's end when left out
 */
export async function previewBill(
  billing: BillingContext,
  customerId: number,
  month: Month,
  { knownAt, overrides }: { knownAt?: string | undefined; overrides?: readonly Override[] } = {},
): Promise<PreviewedBill> {
  const { accounts, cut } = await accountsKnownAt(billing, customerId, knownAt);
  refuseBeforeBilling(accounts.at(Number(cut.position)), month);
  const bill = checkedBill(accounts, billRequest(accounts, month, cut, overrides));
  const standing = newestBillOf(accounts.facts, month) ?? null;
  const billed = accounts.facts.bills.map((one) => one.month);
  return {
    bill,
    standing,
    unchanged: standing !== null && sameLines(standing, bill),
    closedBy: closedBy(billed, month) ?? null,
  };
}

/** Every vendor's statement of a month, from the bills issued (rule: Statements), by vendor. */
export async function statementsOfMonth(db: Db, month: Month): Promise<VendorStatement[]> {
  const bills = await billsOfMonth(db, month);
  return vendorsOn(bills).map((vendorId) => vendorStatement(vendorId, month, bills));
}

/** One vendor's statement of a month; empty when no bill has a part of it. */
export async function statementOfVendor(db: Db, vendorId: number, month: Month): Promise<VendorStatement> {
  return vendorStatement(vendorId, month, await billsOfMonth(db, month));
}

/**
 * Checks an overrides sheet whole, before the first bill (rule: Overrides): throws Refusal 402 that names
 * each row, counted from 1, with its fix, whose customer is unknown or is billed from a later month on, or that matches no line of the
 * customer's bill of the month, and rows that contradict each other.
 */
export async function checkOverrides(
  billing: BillingContext,
  month: Month,
  overrides: readonly Override[],
): Promise<void> {
  if (overrides.length === 0) return;
  const cut = await takeCut(billing);
  const customerIds = [...new Set(overrides.map((row) => row.customerId))];
  const known = await factsOfCustomers(billing.db, customerIds);
  const problems: string[] = [];
  const firstOf = new Map<string, number>();
  const rowsOf = new Map<number, number[]>();
  overrides.forEach((row, index) => {
    const name = [row.customerId, row.target === 'LINE' ? row.lineKey : row.term].join(' ');
    const first = firstOf.get(name);
    if (first === undefined) firstOf.set(name, index);
    else problems.push(`row ${index + 1}: the same as row ${first + 1}: keep one of them`);
    if (!known.has(row.customerId))
      problems.push(
        `row ${index + 1}: there is no customer ${row.customerId}: correct customerId, or remove the row`,
      );
    const rows = rowsOf.get(row.customerId) ?? [];
    rows.push(index);
    rowsOf.set(row.customerId, rows);
  });
  for (const [customerId, facts] of known) {
    const own = rowsOf.get(customerId) ?? [];
    const accounts = accountsOf(facts, billing.zone);
    const standing = accounts.standingAt(Number(cut.position));
    if (isBeforeBilling(standing, month)) {
      const later = `billing of customer ${customerId} begins with ${monthName(standing.opening.month)}: remove the row`;
      problems.push(...own.map((index) => `row ${index + 1}: ${later}`));
      continue;
    }
    const rows = own.map((index) => overrides[index]!);
    const unmatched = unmatchedKeys(accounts, month, cut, rows);
    own.forEach((index) => {
      const row = overrides[index]!;
      if (row.target === 'LINE' && unmatched.has(row.lineKey))
        problems.push(
          `row ${index + 1}: customer ${customerId} has no line "${row.lineKey}" in ${month}: take the key from a bill of that month, or remove the row`,
        );
    });
  }
  if (problems.length === 0) return;
  throw new Refusal(402, `The overrides sheet was not applied: ${problems.sort().join('; ')}.`, {
    code: 'UNMATCHED_OVERRIDE',
    field: 'overrides',
    errors: problems.sort().map((message) => ({ field: 'overrides', message })),
  });
}
