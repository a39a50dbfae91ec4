import { type Override } from '#contracts/billing/index.ts';
import type { CustomerTerms, VendorTerms } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Standing } from './account.ts';
import { dayNumber, houseDay, type DayNumber } from './billable-spells.ts';
import { firstDayOf, lastDayOf, type Month, monthOf } from '#contracts/vocabulary/months.ts';

/** Days [from, to) of a month with the same terms. */
type TermsRun = { from: DayNumber; to: DayNumber; terms: CustomerTerms };

/**
 * A customer's terms as one month's bill takes them: with that month's overrides of terms (rule: Overrides).
 */
export type TermsOfMonth = {
  /** The terms in force at the end of any day. */
  at(day: HouseDay): CustomerTerms;
  /** The month's days in runs of equal terms, in order. */
  readonly runs: readonly TermsRun[];
  /** Those of the month's last day. */
  readonly last: CustomerTerms;
};

/**
 * Whether a month's overrides of terms count for its own days alone, each other day by those of its own month's bill; or
 * for every day that the bill asks of, as by policy version 1: the grace of a spell is by a day of an earlier month.
 */
export type TermOverrides = 'OWN_DAYS' | 'EVERY_DAY';

/** Terms for a month's bill; `overrides` are the customer's rows for that month. */
export function termsOfMonth(
  account: Standing,
  month: Month,
  overrides: readonly Override[],
  count: TermOverrides = 'OWN_DAYS',
): TermsOfMonth {
  const own = replacedBy(overrides);
  const replacedOn = (day: HouseDay): Partial<CustomerTerms> => {
    const other = monthOf(day);
    if (count === 'EVERY_DAY' || other === month) return own;
    return replacedBy(account.issued.get(other)?.overrides ?? []);
  };
  const at = (day: HouseDay): CustomerTerms => ({
    ...termsAt(account.terms, day, account.zone),
    ...replacedOn(day),
  });
  const first = dayNumber(firstDayOf(month));
  const end = dayNumber(lastDayOf(month)) + 1;
  const changes = account.terms
    .slice(1)
    .map((row) => dayNumber(houseDayOf(row.effectiveAt, account.zone)))
    .filter((day) => day > first && day < end);
  const starts = [...new Set([first, ...changes])].sort((a, b) => a - b);
  const runs = starts.map((from, index) => ({
    from,
    to: starts[index + 1] ?? end,
    terms: at(houseDay(from)),
  }));
  return { at, runs, last: runs.at(-1)!.terms };
}

/** The terms that overrides replace, with their new values. */
export function replacedBy(overrides: readonly Override[]): Partial<CustomerTerms> {
  const replaced: Partial<CustomerTerms> = {};
  for (const row of overrides) if (row.target === 'TERM') replaced[row.term] = row.value;
  return replaced;
}

/** A vendor's terms in force at the end of a day. Throws Error when nothing is recorded of the vendor. */
export function vendorTermsOn(account: Standing, vendorId: number, day: HouseDay): VendorTerms {
  const rows = account.vendors.get(vendorId) ?? [];
  if (rows.length === 0) throw new Error(`vendor ${vendorId} has no terms at position ${account.position}`);
  return termsAt(rows, day, account.zone);
}
