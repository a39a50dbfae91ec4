import { addMonths, monthOf, monthsBetween, type Month } from '#contracts/vocabulary/months.ts';
import { firstBillOf, firstMonthOf, type Account, type Accounts, type Beginnings } from './account.ts';
import { policyOf } from './policies.ts';
import { earliestTouched, recordedChanges, type RecordedChange } from './recorded-changes.ts';

/** Closed months that a bill puts right, with what was recorded since they were last (rule: Closing and adjusting). */
export type Closing = {
  /** The log position that they were last brought up to. */
  readonly from: number;
  /** What was recorded since, in the order of the log. */
  readonly changes: readonly RecordedChange[];
  /** The account as known then, with today's bills. */
  readonly then: Account;
  /** The first month that any of the changes can have touched; undefined when they touch none. */
  readonly since: Month | undefined;
  /** Those that the changes can have touched. */
  readonly months: readonly Month[];
  /** The first month of billing, if these were the parcels. */
  readonly firstWith: (parcels: Beginnings['parcels']) => Month;
};

/**
 * The closed months of a bill of `month`: all up to its last bill before, also those that had nothing to bill. They were
 * brought up to the last bill's cut. Months without a bill directly before that one are not on it: where it has
 * replaced another they stand as its first version's cut found them. None before the first bill. Pure.
 */
export function closingsOf(
  accounts: Accounts,
  account: Account,
  month: Month,
  policyVersion: number,
): Closing[] {
  const last = lastClosedBefore(account, month);
  if (last === undefined) return [];
  const policy = policyOf(policyVersion);
  const closing = (from: number, isOfIt: (closed: Month) => boolean): Closing => {
    const changes = recordedChanges(accounts.facts, from, account.position);
    const touched = earliestTouched(changes, account.zone);
    const since = touched && monthOf(touched);
    const then = { ...accounts.at(from), issued: account.issued };
    const firstWith = (parcels: Beginnings['parcels']): Month =>
      policy.firstClosed({ ...account, parcels }, then);
    const months =
      since === undefined
        ? []
        : monthsBetween(firstWith(account.parcels), last).filter(
            (closed) => closed >= since && isOfIt(closed),
          );
    return { from, changes, then, since, months, firstWith };
  };
  const newestCut = Number(account.issued.get(last)!.cut.position);
  const firstCut = Number(firstBillOf(accounts.facts, last, account.position)!.cut.position);
  if (firstCut === newestCut || !policy.keepsUnbilledOpen) return [closing(newestCut, () => true)];
  const before = lastClosedBefore(account, last);
  const unbilled = (closed: Month): boolean => closed < last && (before === undefined || closed > before);
  return [closing(newestCut, (closed) => !unbilled(closed)), closing(firstCut, unbilled)];
}

/** The last month of which a bill was issued, before `month`; undefined when there is none. */
function lastClosedBefore(account: Account, month: Month): Month | undefined {
  let last: Month | undefined;
  for (const closed of account.issued.keys())
    if (closed < month && (last === undefined || closed > last)) last = closed;
  return last;
}

/**
 * The first month that is not closed, or that would be replaced: bills are made in order (rule: Closing and
 * adjusting).
 */
export function nextMonthOf(account: Account): Month {
  const last = lastClosedBefore(account, '9999-12');
  return last === undefined ? firstMonthOf(account) : addMonths(last, 1);
}
