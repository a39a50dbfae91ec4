import type { Bill, BillLine, Cut, Settlement } from '#contracts/billing/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import type { Account, Accounts } from './account.ts';
import { linesOfClosedMonth } from './adjustments.ts';
import { linesAt, totalOf } from './calculate-bill.ts';
import { nextMonthOf } from './closings.ts';

/**
 * What has become of an issued bill since (rule: Closing and adjusting): issued, as known at a cut, and where the
 * difference stands. `unaccountedCents` is what stands nowhere: anything but 0 is a fault of the program. Null for a
 * month that was not billed then. Pure.
 */
export function settlementOf(accounts: Accounts, month: Month, cut: Cut): Settlement | null {
  const position = Number(cut.position);
  if (!accounts.isKnownAt(position)) return null;
  const account = accounts.at(position);
  const issued = account.issued.get(month);
  if (!issued) return null;
  const nowCents = issued.totalCents - totalOf(own(issued)) + totalOf(linesOfClosedMonth(account, month));
  const stands = standingOnBills(account, month);
  const nextMonth = nextMonthOf(account);
  const nextCents = totalOf(adjustmentsOf(month, linesAt(accounts, position, { month: nextMonth })));
  const accounted = nextCents + stands.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    version: issued.version,
    issuedCents: issued.totalCents,
    nowCents,
    stands,
    next: nextCents === 0 ? null : { month: nextMonth, amountCents: nextCents },
    unaccountedCents: nowCents - issued.totalCents - accounted,
  };
}

const own = ({ lines }: Bill): BillLine[] => lines.filter(({ kind }) => kind !== 'ADJUSTMENT');

const adjustmentsOf = (month: Month, lines: readonly BillLine[]): BillLine[] =>
  lines.filter((line) => line.kind === 'ADJUSTMENT' && line.working.month === month);

/** What of a month stands on later bills, by month. */
function standingOnBills(account: Account, closed: Month): Settlement['stands'] {
  return [...account.issued.values()]
    .filter(({ month }) => month > closed)
    .toSorted((a, b) => compareText(a.month, b.month))
    .map(({ month, version, lines }) => ({
      month,
      version,
      amountCents: totalOf(adjustmentsOf(closed, lines)),
    }))
    .filter(({ amountCents }) => amountCents !== 0);
}
