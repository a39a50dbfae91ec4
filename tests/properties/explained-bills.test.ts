import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainChange } from '#services/billing/calculation/explain-change.ts';
import { calculateBill } from '#services/billing/calculation/calculate-bill.ts';
import { explainedSlowly } from '#services/billing/testing/explained-slowly.ts';
import { billingHistory, recordHistory } from './billing-histories.ts';

/** An explanation computes again what an event can have touched; it must equal the whole bill computed again. */

const months = fc.constantFrom('2026-02', '2026-03', '2026-04', '2026-05');

test('event by event it equals, to the line and its order, the whole bill computed again at each event', () => {
  fc.assert(
    fc.property(billingHistory, months, fc.nat(100), fc.nat(100), (history, month, a, b) => {
      const here = recordHistory(history);
      const { position: last, recordedAt } = here.cut();
      const cut = (percent: number) => ({
        position: String(Math.floor((Number(last) * percent) / 100)),
        recordedAt,
      });
      const [from, to] = [cut(Math.min(a, b)), cut(Math.max(a, b))];
      const fast = explainChange(here.accounts(), month, from, to);
      expect(fast).toEqual(explainedSlowly(here.accounts(), month, from, to));
      const deltas = fast.events.reduce((sum, event) => sum + event.deltaCents, 0);
      expect(deltas).toBe(fast.afterCents - fast.beforeCents);
    }),
    { numRuns: 150 },
  );
});

test('the causes of an adjustment are those that the explanation of its month gives', () => {
  fc.assert(
    fc.property(billingHistory, months, (history, month) => {
      const here = recordHistory(history);
      const [accounts, cut] = [here.accounts(), here.cut()];
      const { facts } = accounts;
      // What had been billed was itself computed then, unless a version of it was replaced or a line pinned since.
      const asComputed = facts.bills.every(
        ({ overrides, version }) => overrides.length === 0 && version === 1,
      );
      const last = facts.bills.filter((bill) => bill.month < month).at(-1);
      for (const line of calculateBill(accounts, { month, cut }).lines) {
        if (line.kind !== 'ADJUSTMENT') continue;
        const { billedCents, nowCents, kind, month: closed, causes } = line.working;
        expect(nowCents - billedCents).toBe(line.amountCents);
        if (!asComputed) continue;
        expect(causes.reduce((all, cause) => all + cause.deltaCents, 0)).toBe(line.amountCents);
        const moved = explainChange(accounts, closed, last!.cut, cut).events.map(({ eventId, lines }) => {
          const own = lines.filter((one) => one.kind === kind && one.parcelName === line.parcelName);
          return { eventId, deltaCents: own.reduce((all, one) => all + one.afterCents - one.beforeCents, 0) };
        });
        const effective = ({ deltaCents }: { deltaCents: number }): boolean => deltaCents !== 0;
        expect(causes.filter(effective).map(({ eventId, deltaCents }) => ({ eventId, deltaCents }))).toEqual(
          moved.filter(effective),
        );
      }
    }),
    { numRuns: 100 },
  );
});
