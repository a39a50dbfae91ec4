import type { Bill, Cut, Override } from '#contracts/billing/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { newestBillOf, type Accounts } from './account.ts';
import type { BillRequest } from './calculate-bill.ts';
import { monthLines } from './policies.ts';

/**
 * A month's bill as it is asked for at a cut (rule: Replacing a bill): at the cut of an issued bill as that one was
 * made; else with the overrides in force, by the newest policy. Pure.
 * @param given the rows of a sheet: those of the same line or term in force are replaced by them
 */
export function billRequest(
  accounts: Accounts,
  month: Month,
  cut: Cut,
  given: readonly Override[] = [],
): BillRequest {
  const ofMonth = accounts.facts.bills.filter((bill) => bill.month === month);
  const atThisCut = ofMonth.findLast((bill) => bill.cut.position === cut.position);
  if (atThisCut && given.length === 0) {
    const { overrides, policyVersion } = atThisCut;
    return { month, cut: atThisCut.cut, overrides, policyVersion };
  }
  return { month, cut, overrides: inForce(accounts, month, cut, given) };
}

/** The overrides of the issued bill that the sheet does not name and that still match a line, then the sheet's. */
function inForce(accounts: Accounts, month: Month, cut: Cut, given: readonly Override[]): Override[] {
  const issued: Bill | undefined = newestBillOf(accounts.facts, month);
  const named = new Set(given.map(nameOf));
  const kept = (issued?.overrides ?? []).filter((row) => !named.has(nameOf(row)));
  if (kept.length === 0) return [...given];
  // With the sheet's rows: its terms can take a line away.
  const { unmatched } = monthLines(accounts.at(Number(cut.position)), month, [...kept, ...given]);
  return [...kept.filter((row) => !unmatched.includes(row)), ...given];
}

/** The keys of lines that a sheet's rows name and the bill, made with them, has not (rule: Overrides). */
export function unmatchedKeys(
  accounts: Accounts,
  month: Month,
  cut: Cut,
  given: readonly Override[],
): ReadonlySet<string> {
  const { overrides = [] } = billRequest(accounts, month, cut, given);
  const { unmatched } = monthLines(accounts.at(Number(cut.position)), month, overrides);
  return new Set(unmatched.flatMap((row) => (row.target === 'LINE' ? row.lineKey : [])));
}

const nameOf = (row: Override): string =>
  row.target === 'LINE' ? `LINE ${row.lineKey}` : `TERM ${row.term}`;
