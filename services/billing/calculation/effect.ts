import {
  type BillDifference,
  type BillingEffect,
  type BillLine,
  type StatementDifference,
} from '#contracts/billing/index.ts';
import { firstMonthOf, type Account, type Accounts } from './account.ts';
import { lastClosedBefore, linesOfClosedMonth } from './adjustments.ts';
import { totalOf } from './calculate-bill.ts';
import { lineDifferences } from './differences.ts';
import { monthLines } from './policies.ts';
import { type Month, monthsBetween } from '#contracts/vocabulary/months.ts';

/** Later than anything recorded: a fact that is not recorded yet stands here. */
export const NOT_RECORDED_YET = Number.MAX_SAFE_INTEGER;

/**
 * What a customer's bills and its vendors' statements would become (rule: Preview), month by month up to
 * `thisMonth`. Of a closed month the difference will be an adjustment on the next bill. Pure.
 */
export function effectOn(before: Accounts, after: Accounts, thisMonth: Month): BillingEffect {
  return effectBetween(before.at(NOT_RECORDED_YET), after.at(NOT_RECORDED_YET), thisMonth);
}

/** The same of one customer's facts as known before and after: month by month up to `thisMonth`. Pure. */
export function effectBetween(was: Account, willBe: Account, thisMonth: Month): BillingEffect {
  const first = [firstMonthOf(was), firstMonthOf(willBe)].sort()[0]!;
  const closed = lastClosedBefore(was, '9999-12');
  const bills: BillDifference[] = [];
  const statements: StatementDifference[] = [];
  for (const month of monthsBetween(first, thisMonth)) {
    const isClosed = closed !== undefined && month <= closed;
    const earlier = linesOf(was, month, isClosed);
    const later = linesOf(willBe, month, isClosed);
    const lines = lineDifferences(earlier, later);
    if (lines.length > 0)
      bills.push({
        customerId: was.customerId,
        month,
        state: isClosed ? 'CLOSED' : month === thisMonth ? 'RUNNING' : 'OPEN',
        beforeCents: totalOf(earlier),
        afterCents: totalOf(later),
        lines,
      });
    statements.push(...statementDifferences(month, earlier, later));
  }
  return { bills, statements };
}

/** Effects on several customers together: a vendor's statement is the sum over them. */
export function together(effects: readonly BillingEffect[]): BillingEffect {
  const statements = new Map<string, StatementDifference>();
  for (const row of effects.flatMap((effect) => effect.statements)) {
    const key = `${row.month} ${row.vendorId}`;
    const known = statements.get(key);
    statements.set(key, {
      ...row,
      beforeCents: row.beforeCents + (known?.beforeCents ?? 0),
      afterCents: row.afterCents + (known?.afterCents ?? 0),
    });
  }
  return {
    bills: effects.flatMap((effect) => effect.bills),
    statements: [...statements.values()].filter((row) => row.beforeCents !== row.afterCents),
  };
}

function linesOf(account: Account, month: Month, isClosed: boolean): BillLine[] {
  return isClosed ? linesOfClosedMonth(account, month) : monthLines(account, month, []).lines;
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
      beforeCents: was.get(vendorId) ?? 0,
      afterCents: willBe.get(vendorId) ?? 0,
    }))
    .filter((row) => row.beforeCents !== row.afterCents);
}

function partsByVendor(lines: readonly BillLine[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { vendorParts } of lines)
    for (const { vendorId, amountCents } of vendorParts)
      sums.set(vendorId, (sums.get(vendorId) ?? 0) + amountCents);
  return sums;
}
