import fc from 'fast-check';
import { calculateBill, lineOverride } from '#services/billing/testing/billing-world.ts';
import {
  begun,
  billingWorld,
  day,
  entriesOf,
  type BillingWorld,
  type Entry,
  type World,
} from './billing-lives.ts';
import { addMonths, type Month } from '#contracts/vocabulary/months.ts';

/** Random histories: what happened is learnt in any order, while months are closed, terms change and things are corrected. */

type Act =
  | { act: 'terms'; day: number; feeRatePpm: number; minInventoryCents: number }
  | { act: 'vendorTerms'; day: number; feeSharePpm: number; ourDeploymentCostCents: number }
  | { act: 'close'; override: number | null }
  | { act: 'replace'; override: number | null }
  | { act: 'undone'; day: number }
  | { act: 'redated'; day: number; to: number }
  | { act: 'repriced'; day: number; priceCents: number }
  | { act: 'memosReplaced'; day: number }
  | { act: 'another'; day: number; line: 'natural' | 'labGrown' };

export type History = { one: BillingWorld; order: Entry[]; acts: { before: number; act: Act }[] };

const dayOf = fc.integer({ min: 0, max: 90 });
const override = fc.option(fc.integer({ min: 0, max: 90_000 }), { freq: 2 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('close' as const), override }) },
  fc.record({ act: fc.constant('replace' as const), override }),
  fc.record({
    act: fc.constant('terms' as const),
    day: dayOf,
    feeRatePpm: fc.nat(30_000),
    minInventoryCents: fc.constantFrom(0, 3_000_001),
  }),
  fc.record({
    act: fc.constant('vendorTerms' as const),
    day: dayOf,
    feeSharePpm: fc.nat(1_000_000),
    ourDeploymentCostCents: fc.constantFrom(0, 3_501),
  }),
  fc.record({ act: fc.constant('undone' as const), day: dayOf }),
  fc.record({ act: fc.constant('redated' as const), day: dayOf, to: dayOf }),
  fc.record({
    act: fc.constant('repriced' as const),
    day: dayOf,
    priceCents: fc.integer({ min: 1, max: 900_000 }),
  }),
  fc.record({ act: fc.constant('memosReplaced' as const), day: dayOf }),
  fc.record({
    act: fc.constant('another' as const),
    day: fc.integer({ min: -40, max: 70 }),
    line: fc.constantFrom('natural' as const, 'labGrown' as const),
  }),
);

export const billingHistory: fc.Arbitrary<History> = billingWorld.chain((one) => {
  const entries = entriesOf(one);
  return fc.record({
    one: fc.constant(one),
    order: fc.shuffledSubarray(entries, { minLength: entries.length }),
    acts: fc.array(fc.record({ before: fc.nat(entries.length), act }), { maxLength: 12 }),
  });
});

const FIRST_MONTH = '2026-03';

/** The history recorded from its beginning. */
export function recordHistory({ one, order, acts }: History): World {
  const here = begun(one).recordingAt('2026-07-01T12:00:00.000Z');
  let closed: Month | null = null;
  const close = (month: Month, value: number | null): void => {
    const request = { month, cut: here.cut() };
    const fee = calculateBill(here.accounts(), request).lines.find(({ kind }) => kind !== 'ADJUSTMENT');
    const overrides = fee && value !== null ? [lineOverride(fee.key, value)] : [];
    here.issue(calculateBill(here.accounts(), { ...request, overrides }));
    closed = month;
  };
  let others = 0;
  const perform = (next: Act): void => {
    switch (next.act) {
      case 'terms':
        here.terms({ feeRatePpm: next.feeRatePpm, minInventoryCents: next.minInventoryCents }, day(next.day));
        break;
      case 'vendorTerms': {
        const { feeSharePpm, ourDeploymentCostCents } = next;
        here.vendorTerms({ feeSharePpm, ourDeploymentCostCents }, day(next.day));
        break;
      }
      case 'close':
        close(closed === null ? FIRST_MONTH : addMonths(closed, 1), next.override);
        break;
      case 'replace':
        if (closed !== null) close(closed, next.override);
        break;
      case 'undone':
        here.undo('P0', here.intent('RETURN', 'P0', day(next.day)));
        break;
      case 'redated':
        here.changeDate('P0', here.intent('SOLD', 'P0', day(next.day)), `${day(next.to)}T16:00:00.000Z`);
        break;
      case 'repriced':
        here.reprice('P0', next.priceCents, day(next.day));
        break;
      case 'memosReplaced': {
        here.document('MEMO', 'P0', day(0), { docNo: 'P0a', version: 2, amountCents: null });
        // Of two spells in its place the earlier has the later key.
        for (const [docNo, from] of [
          ['Z', next.day],
          ['A', next.day + 4],
        ] as const) {
          here.document('MEMO', 'P0', day(from), { docNo, amountCents: 234_567 });
          here.document('RETURN_MEMO', 'P0', day(from + 2), { docNo, amountCents: 234_567 });
        }
        break;
      }
      case 'another': {
        others += 1;
        const name = `N${others}`;
        here.vendor(1 + others).stone(name, { line: next.line, listCents: 123_456, vendorId: 1 + others });
        here.document('MEMO', name, day(next.day), { docNo: name, amountCents: 123_456 });
        break;
      }
    }
  };
  order.forEach((entry, index) => {
    for (const { act: next } of acts.filter(({ before }) => before === index)) perform(next);
    entry.recordIn(here);
  });
  for (const { act: next } of acts.filter(({ before }) => before === order.length)) perform(next);
  return here;
}
