import type { BillLine, Override } from '#contracts/billing/index.ts';
import { firstActivityOf, firstMonthOf, type Account, type Beginnings, type Standing } from './account.ts';
import { linesBy, monthRules, type MonthRules, type MonthWays } from './month-lines.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

/** What a bill is made by. It is recomputed under the policy version that it was made by. */
type Policy = {
  /**
   * How a month's own lines are made.
   * @param asBilled whether the month is taken as it was billed, with what its bill pins
   */
  monthRules(account: Standing, month: Month, overrides: readonly Override[], asBilled?: boolean): MonthRules;
  /**
   * The first month that counts as closed once one is (rule: Months of billing).
   * @param then what was known at the last bill's cut
   */
  firstClosed(account: Beginnings & Pick<Standing, 'issued'>, then: Beginnings): Month;
  /** Whether a later version is due when the first one is (rule: Replacing a bill). */
  keepsDueDate: boolean;
  /** Whether a month that had nothing to bill stays as the next bill's first version found it, also when that one is replaced. */
  keepsUnbilledOpen: boolean;
  /**
   * Whether the causes of adjustments have a pinned line stand for the first by key of the lines that were not billed, as
   * the adjustments have; or for that of the earliest spell.
   */
  causesInOrder: boolean;
  /** Whether a month without a bill stays by the policy of the first bill that put it right, for all that come after it. */
  keepsUnbilledPolicy: boolean;
};

/** The rules as they are now. A change of them is a new version here; the old ones stay for the bills made by them. */
export const POLICY_VERSION = 4;
const policies: Readonly<Record<number, Policy>> = {
  // Each MEMO is a shipment, and a month's grace counts for spells of earlier months. A closed month before what has become the first activity is not put right; each version is due by its own cut.
  1: {
    monthRules: rulesBy({
      shipments: 'EACH_MEMO',
      termOverrides: 'EVERY_DAY',
      grace: 'NEWEST_SPELL',
      reversals: 'OWN_OVERRIDE',
    }),
    firstClosed: firstActivityOf,
    keepsDueDate: false,
    keepsUnbilledOpen: false,
    causesInOrder: false,
    keepsUnbilledPolicy: false,
  },
  // A spell sold without a memo hides the grace spent before it, and what a back-dated entry brings to a month without a bill is lost when the next month's bill is replaced.
  2: {
    monthRules: rulesBy({
      shipments: 'FIRST_MEMO',
      termOverrides: 'OWN_DAYS',
      grace: 'NEWEST_SPELL',
      reversals: 'OWN_OVERRIDE',
    }),
    firstClosed: firstOfBilling,
    keepsDueDate: true,
    keepsUnbilledOpen: false,
    causesInOrder: false,
    keepsUnbilledPolicy: false,
  },
  // A CREDIT takes back the computed rebate where a pinned one stands for it, and shares its own one anew with the vendor; causes may take another line for the pinned one than the adjustments do. A month without a bill that an earlier policy put right is compared by the bill's own.
  3: {
    monthRules: rulesBy({
      shipments: 'FIRST_MEMO',
      termOverrides: 'OWN_DAYS',
      grace: 'NEWEST_MEMO',
      reversals: 'OWN_OVERRIDE',
    }),
    firstClosed: firstOfBilling,
    keepsDueDate: true,
    keepsUnbilledOpen: true,
    causesInOrder: false,
    keepsUnbilledPolicy: false,
  },
  4: {
    monthRules: rulesBy({
      shipments: 'FIRST_MEMO',
      termOverrides: 'OWN_DAYS',
      grace: 'NEWEST_MEMO',
      reversals: 'PINNED_REBATE',
    }),
    firstClosed: firstOfBilling,
    keepsDueDate: true,
    keepsUnbilledOpen: true,
    causesInOrder: true,
    keepsUnbilledPolicy: true,
  },
};

function rulesBy(ways: MonthWays): Policy['monthRules'] {
  return (account, month, overrides, asBilled = false) =>
    monthRules(account, month, overrides, { ...ways, asBilled });
}

/** What was billed, or known when last billed, stays a month of billing wherever its reason has gone since. */
function firstOfBilling(account: Beginnings & Pick<Standing, 'issued'>, then: Beginnings): Month {
  const known = account.opening ? [] : [firstMonthOf(then)];
  return [firstMonthOf(account), ...known, ...account.issued.keys()].reduce((first, month) =>
    month < first ? month : first,
  );
}

/** Throws Error for a version that this program does not know. */
export function policyOf(version: number): Policy {
  const policy = policies[version];
  if (!policy) throw new Error(`billing policy ${version} is unknown to this version of Vitrine: upgrade it`);
  return policy;
}

/**
 * The policy version of a closed month without a bill, for a bill of `month`: that of the first bill which put it right, as
 * what that one charged was by its rules; else the bill's own (rule: Closing and adjusting). Pure.
 */
export function unbilledPolicy(
  { issued }: Pick<Standing, 'issued'>,
  closed: Month,
  { month, policyVersion }: { month: Month; policyVersion: number },
): number {
  if (issued.has(closed) || !policyOf(policyVersion).keepsUnbilledPolicy) return policyVersion;
  const puttingRight = [...issued.values()].filter(
    (bill) =>
      bill.month > closed &&
      bill.month < month &&
      bill.lines.some((line) => line.kind === 'ADJUSTMENT' && line.working.month === closed),
  );
  const [first] = puttingRight.sort((a, b) => (a.month < b.month ? -1 : 1));
  return first?.policyVersion ?? policyVersion;
}

/**
 * The rules of a month as its bill has them, its overrides included. Throws Error for an unknown version.
 * @param unbilled the policy version of a month without a bill
 */
export function rulesAsBilled(standing: Standing, month: Month, unbilled: number): MonthRules {
  const bill = standing.issued.get(month);
  return policyOf(bill?.policyVersion ?? unbilled).monthRules(standing, month, bill?.overrides ?? [], true);
}

/** A month's own lines in the bill's order, and the overrides of lines that matched none. Throws Error for an unknown version. */
export function monthLines(
  account: Account,
  month: Month,
  overrides: readonly Override[],
  version = POLICY_VERSION,
): { lines: BillLine[]; unmatched: Override[] } {
  return linesBy(policyOf(version).monthRules(account, month, overrides), account.parcels);
}
