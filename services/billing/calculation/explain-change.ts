import type { Cut, ExplainedEvent, Explanation } from '#contracts/billing/index.ts';
import { newestBillOf, type Accounts } from './account.ts';
import { walkBill } from './bill-walk.ts';
import { linesAt, totalOf } from './calculate-bill.ts';
import { lineDifferences } from './differences.ts';
import { recordedChanges } from './recorded-changes.ts';
import { settlementOf } from './settlement.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

/**
 * Why a customer's bill of a month differs between two knowledge cuts: everything recorded in between in order, each
 * with what it alone changed; the deltas sum exactly to after − before. Pure. The overrides and the policy of the
 * month's issued bill count at both cuts. `from` is not after `to`.
 */
export function explainChange(accounts: Accounts, month: Month, from: Cut, to: Cut): Explanation {
  const { facts } = accounts;
  const issued = newestBillOf(facts, month);
  const request = { month, overrides: issued?.overrides, policyVersion: issued?.policyVersion };
  const take = walkBill(accounts, request, Number(from.position));
  const beforeCents = totalOf(linesAt(accounts, Number(from.position), request));
  const events: ExplainedEvent[] = [];
  let afterCents = beforeCents;
  for (const change of recordedChanges(facts, Number(from.position), Number(to.position))) {
    const { before, after } = take(change);
    const deltaCents = totalOf(after) - totalOf(before);
    const lines = lineDifferences(before, after);
    afterCents += deltaCents;
    if (!change.own && lines.length === 0) continue;
    const { own: _own, about: _about, parcelName: _parcelName, position, ...described } = change;
    events.push({ ...described, position: String(position), deltaCents, lines });
  }
  return {
    customerId: facts.customerId,
    month,
    from,
    to,
    beforeCents,
    afterCents,
    events,
    settlement: settlementOf(accounts, month, to),
  };
}
