import type { Bill, BillLine, Cut, Settlement } from '#contracts/billing/index.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import type { Account, Accounts } from './account.ts';
import { linesOfClosedMonth } from './adjustments.ts';
import { linesAt, totalOf } from './calculate-bill.ts';
import { nextMonthOf } from './closings.ts';

/** `settlementsAt` of one month. */
export const settlementOf = (accounts: Accounts, month: Month, cut: Cut): Settlement | null =>
  settlementsAt(accounts, cut)(month);

/**
 * What has become of issued bills since (rule: Closing and adjusting): issued, as known at a cut, and where the
 * difference stands. `unaccountedCents` is what stands nowhere: anything but 0 is a fault of the program. Null for a
 * month that was not billed then. The next bill is calculated once for all months. Pure.
 */
export function settlementsAt(accounts: Accounts, cut: Cut): (month: Month) => Settlement | null {
  const position = Number(cut.position);
  if (!accounts.isKnownAt(position)) return () => null;
  const account = accounts.at(position);
  const nextMonth = nextMonthOf(account);
  let nextLines: readonly BillLine[] | undefined;
  return (month) => {
    const issued = account.issued.get(month);
    if (!issued) return null;
    nextLines ??= linesAt(accounts, position, { month: nextMonth });
    return settlementIn(account, issued, { month: nextMonth, lines: nextLines });
  };
}

function settlementIn(
  account: Account,
  issued: Bill,
  { month: nextMonth, lines: nextLines }: { month: Month; lines: readonly BillLine[] },
): Settlement {
  const { month } = issued;
  const nowCents =
    issued.totalCents -
    totalOf(own(issued)) +
    totalOf(linesOfClosedMonth(account, month, issued.policyVersion));
  const stands = standingOnBills(account, month);
  const nextCents = totalOf(adjustmentsOf(month, nextLines));
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
