import type { Cut, ExplainedEvent, Explanation, Month } from '#contracts/billing/index.ts';
import type { BillingFacts, FoldCache } from './account.ts';
import { linesAt, totalOf } from './calculate-bill.ts';
import { lineDifferences } from './differences.ts';
import { recordedChanges } from './recorded-changes.ts';

/**
 * Why a customer's bill of a month differs between two knowledge cuts: everything recorded in between in order, each
 * with what it alone changed; the deltas sum exactly to after − before. Pure. The overrides and the policy of the
 * month's issued bill count at both cuts. `from` is not after `to`.
 */
export function explain(facts: BillingFacts, month: Month, from: Cut, to: Cut, zone: string): Explanation {
  const issued = facts.bills.filter((bill) => bill.month === month).at(-1);
  const request = { month, overrides: issued?.overrides, policyVersion: issued?.policyVersion };
  const cache: FoldCache = new Map();
  const linesThen = (position: number): ReturnType<typeof linesAt> =>
    linesAt(facts, position, request, zone, cache);
  const first = linesThen(Number(from.position));
  const events: ExplainedEvent[] = [];
  let before = first;
  for (const change of recordedChanges(facts, Number(from.position), Number(to.position))) {
    const after = linesThen(change.position);
    const deltaCents = totalOf(after) - totalOf(before);
    const lines = lineDifferences(before, after);
    before = after;
    if (!change.own && lines.length === 0) continue;
    const { own: _, position, ...told } = change;
    events.push({ ...told, position: String(position), deltaCents, lines });
  }
  return {
    customerId: facts.customerId,
    month,
    from,
    to,
    beforeCents: totalOf(first),
    afterCents: totalOf(before),
    events,
  };
}
