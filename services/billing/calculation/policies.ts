import type { BillLine, Month, Override } from '#contracts/billing/index.ts';
import type { Account } from './account.ts';
import { monthLines } from './month-lines.ts';

/** How a month's own lines are made. A bill is recomputed under the policy version that it was made by. */
type Policy = (
  account: Account,
  month: Month,
  overrides: readonly Override[],
) => { lines: BillLine[]; unmatched: Override[] };

/** The rules as they are now. A change of them is a new version here; the old ones stay for the bills made by them. */
export const POLICY_VERSION = 1;
const policies: Readonly<Record<number, Policy>> = { 1: monthLines };

/** Throws Error for a version that this program does not know. */
export function policyOf(version: number): Policy {
  const policy = policies[version];
  if (!policy) throw new Error(`billing policy ${version} is unknown to this version of Vitrine: upgrade it`);
  return policy;
}
