import type {
  BillDifference,
  BillingEffect,
  BillLine,
  StatementDifference,
} from '#contracts/billing/index.ts';
import type { Accounts } from './account.ts';
import { nextMonthOf } from './closings.ts';
import { linesAt, totalOf } from './calculate-bill.ts';
import { lineDifferences } from './differences.ts';
import { monthLines } from './policies.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { type Month, monthsBetween } from '#contracts/vocabulary/months.ts';

/** Later than anything recorded: a fact that is not recorded yet stands here. */
export const NOT_RECORDED_YET = Number.MAX_SAFE_INTEGER;

/**
 * What a customer's bills would become, and what its vendors' parts on them (rule: Preview), month by month up to
 * `thisMonth`. A bill that is issued does not change: the first open bill carries the adjustments, in its amounts
 * before and after. Pure.
 */
export function effectOn(before: Accounts, after: Accounts, thisMonth: Month): BillingEffect {
  const position = NOT_RECORDED_YET;
  return effectBetween({ accounts: before, position }, { accounts: after, position }, thisMonth);
}

/** A customer's accounts as known at a log position. */
type KnownAt = { accounts: Accounts; position: number };

/** The same of one customer's facts as known before and after: month by month up to `thisMonth`. Pure. */
export function effectBetween(was: KnownAt, willBe: KnownAt, thisMonth: Month): BillingEffect {
  const { customerId } = was.accounts.facts;
  const next = [nextOf(was), nextOf(willBe)].sort()[0]!;
  const bills: BillDifference[] = [];
  const statements: StatementDifference[] = [];
  for (const month of monthsBetween(next, thisMonth > next ? thisMonth : next)) {
    const earlier = linesOf(was, month, next);
    const later = linesOf(willBe, month, next);
    const lines = lineDifferences(earlier, later);
    if (lines.length > 0)
      bills.push({
        customerId,
        month,
        state: month < thisMonth ? 'OPEN' : 'RUNNING',
        beforeCents: totalOf(earlier),
        afterCents: totalOf(later),
        lines,
      });
    statements.push(...statementDifferences(month, earlier, later));
  }
  return { bills, statements };
}

/** Effects on several customers together: a vendor's statement changes by the sum over them; by month and vendor. */
export function together(effects: readonly BillingEffect[]): BillingEffect {
  const statements = new Map<string, StatementDifference>();
  for (const row of effects.flatMap((effect) => effect.statements)) {
    const key = `${row.month} ${row.vendorId}`;
    statements.set(key, {
      ...row,
      differenceCents: row.differenceCents + (statements.get(key)?.differenceCents ?? 0),
    });
  }
  return {
    bills: effects.flatMap((effect) => effect.bills),
    statements: [...statements.values()]
      .filter((row) => row.differenceCents !== 0)
      .sort((a, b) => compareText(a.month, b.month) || a.vendorId - b.vendorId),
  };
}

const nextOf = ({ accounts, position }: KnownAt): Month => nextMonthOf(accounts.at(position));

/** Of the first open month its whole bill, which puts right what is closed; of a later one its own lines. */
function linesOf({ accounts, position }: KnownAt, month: Month, next: Month): BillLine[] {
  if (month === next) return linesAt(accounts, position, { month });
  return monthLines(accounts.at(position), month, []).lines;
}

function statementDifferences(
  month: Month,
  earlier: readonly BillLine[],
  later: readonly BillLine[],
): StatementDifference[] {
  const was = partsByVendor(earlier);
  const willBe = partsByVendor(later);
  return [...new Set([...was.keys(), ...willBe.keys()])]
    .sort((a, b) => a - b)
    .map((vendorId) => ({
      vendorId,
      month,
      differenceCents: (willBe.get(vendorId) ?? 0) - (was.get(vendorId) ?? 0),
    }));
}

function partsByVendor(lines: readonly BillLine[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { vendorParts } of lines)
    for (const { vendorId, amountCents } of vendorParts)
      sums.set(vendorId, (sums.get(vendorId) ?? 0) + amountCents);
  return sums;
}
