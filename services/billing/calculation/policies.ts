import type { BillLine, Override } from '#contracts/billing/index.ts';
import type { Account, Standing } from './account.ts';
import { linesBy, monthRules, type MonthRules } from './month-lines.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

/** How a month's own lines are made. A bill is recomputed under the policy version that it was made by. */
type Policy = (account: Standing, month: Month, overrides: readonly Override[]) => MonthRules;

/** The rules as they are now. A change of them is a new version here; the old ones stay for the bills made by them. */
export const POLICY_VERSION = 1;
const policies: Readonly<Record<number, Policy>> = { 1: monthRules };

/** Throws Error for a version that this program does not know. */
export function policyOf(version: number): Policy {
  const policy = policies[version];
  if (!policy) throw new Error(`billing policy ${version} is unknown to this version of Vitrine: upgrade it`);
  return policy;
}

/** A month's own lines in the bill's order, and the overrides of lines that matched none. Throws Error for an unknown version. */
export function monthLines(
  account: Account,
  month: Month,
  overrides: readonly Override[],
  version = POLICY_VERSION,
): { lines: BillLine[]; unmatched: Override[] } {
  return linesBy(policyOf(version)(account, month, overrides), account.parcels);
}
