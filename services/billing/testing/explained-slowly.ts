import type { Cut, Explanation } from '#contracts/billing/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { newestBillOf, type Accounts } from '../calculation/account.ts';
import { linesAt, totalOf } from '../calculation/calculate-bill.ts';
import { lineDifferences } from '../calculation/differences.ts';
import { recordedChanges } from '../calculation/recorded-changes.ts';
import { settlementOf } from '../calculation/settlement.ts';

/**
 * What `explainChange` says, by making the whole bill again at each event: slow, and easy to follow. For tests and the
 * bench.
 */
export function explainedSlowly(accounts: Accounts, month: Month, from: Cut, to: Cut): Explanation {
  const { facts } = accounts;
  const issued = newestBillOf(facts, month);
  const request = { month, overrides: issued?.overrides, policyVersion: issued?.policyVersion };
  const linesThen = (position: number) => linesAt(accounts, position, request);
  let before = linesThen(Number(from.position));
  const beforeCents = totalOf(before);
  const events = recordedChanges(facts, Number(from.position), Number(to.position)).flatMap((change) => {
    const after = linesThen(change.position);
    const deltaCents = totalOf(after) - totalOf(before);
    const lines = lineDifferences(before, after);
    before = after;
    const { own, about: _about, parcelName: _parcelName, position, ...rest } = change;
    return own || lines.length > 0 ? [{ ...rest, position: String(position), deltaCents, lines }] : [];
  });
  return {
    customerId: facts.customerId,
    month,
    from,
    to,
    beforeCents,
    afterCents: totalOf(before),
    events,
    settlement: settlementOf(accounts, month, to),
  };
}
