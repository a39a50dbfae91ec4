import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BillLine, CalculatedBill } from '#contracts/billing/index.ts';
import { canonicalJson } from '#contracts/vocabulary/canonical-json.ts';
import { accountsOf } from '#services/billing/calculation/account.ts';
import { calculateBill } from '#services/billing/calculation/calculate-bill.ts';
import { checkConservation } from '#services/billing/calculation/conservation.ts';
import { explainChange } from '#services/billing/calculation/explain-change.ts';
import { CUSTOMER, lineOverride, ZONE, type world } from '#services/billing/testing/billing-world.ts';
import { begun, billingWorld, day, entriesOf, recorded } from './billing-lives.ts';
import { aprilByDays } from './billing-oracle.ts';

/** What must hold of every bill (rule: Closing and adjusting; rule: Double entry). */

const RUNS = { numRuns: 100 };
type World = ReturnType<typeof world>;

const bill = (known: World, month = '2026-04', cut = known.cut()): CalculatedBill =>
  calculateBill(known.accounts(), { month, cut });
const sum = (lines: readonly BillLine[]): number => lines.reduce((all, line) => all + line.amountCents, 0);
const ofKind = (lines: readonly BillLine[], ...kinds: BillLine['kind'][]): BillLine[] =>
  lines.filter((line) => kinds.includes(line.kind));

test('by intervals is as by days', () => {
  fc.assert(
    fc.property(billingWorld, (one) => {
      const { lines, totalCents } = bill(recorded(one));
      const expected = aprilByDays(one);
      const fees = ofKind(lines, 'FEE').map((line) => line.amountCents);
      expect(fees.sort((a, b) => a - b)).toEqual(expected.fees);
      expect(sum(ofKind(lines, 'SURCHARGE'))).toBe(expected.surcharge);
      expect(sum(ofKind(lines, 'TRUE_UP'))).toBe(expected.trueUp);
      expect(sum(ofKind(lines, 'REBATE', 'REBATE_REVERSAL'))).toBe(expected.rebates);
      expect(totalCents).toBe(expected.total);
    }),
    { numRuns: 500 },
  );
});

test('the same facts in any order of arrival give the same bill', () => {
  const shuffledWorld = billingWorld.chain((one) => {
    const entries = entriesOf(one);
    return fc.tuple(fc.constant(one), fc.shuffledSubarray(entries, { minLength: entries.length }));
  });
  fc.assert(
    fc.property(shuffledWorld, ([one, entries]) => {
      expect(bill(recorded(one, entries)).lines).toEqual(bill(recorded(one)).lines);
    }),
    RUNS,
  );
});

test('what is undone was never there', () => {
  // Anywhere in March and April, in the middle of what else happened.
  const someDay = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(
      billingWorld,
      fc.constantFrom('RETURN' as const, 'SOLD' as const),
      someDay,
      (one, action, at) => {
        const known = recorded(one);
        const never = bill(known).lines;
        one.lives.forEach((_, index) => known.undo(`P${index}`, known.intent(action, `P${index}`, day(at))));
        expect(bill(known).lines).toEqual(never);
      },
    ),
    RUNS,
  );
});

/** April closed, then something recorded. */
function closedApril(one: Parameters<typeof recorded>[0]): World {
  const known = recorded(one);
  known.issue(bill(known));
  return known;
}

test('back-dated and back again: nothing to adjust', () => {
  fc.assert(
    fc.property(billingWorld, fc.integer({ min: 32, max: 50 }), (one, to) => {
      const known = recorded(one);
      const id = known.intent('RETURN', 'P0', day(61));
      known.issue(bill(known));
      known.changeDate('P0', id, `${day(to)}T16:00:00.000Z`);
      known.recordingAt('2026-07-02T12:00:00.000Z').changeDate('P0', id, `${day(61)}T16:00:00.000Z`);
      expect(ofKind(bill(known, '2026-05').lines, 'ADJUSTMENT')).toEqual([]);
    }),
    RUNS,
  );
});

test('a bill is the sum of its lines, and no money appears or vanishes', () => {
  fc.assert(
    fc.property(billingWorld, fc.nat(10_000_000), (one, value) => {
      const known = closedApril(one);
      known.document('RETURN_MEMO', 'P0', day(40), { docNo: 'late', amountCents: one.lives[0]!.priceCents });
      for (const month of ['2026-03', '2026-04', '2026-05', '2026-06']) {
        const cut = known.cut();
        const plain = bill(known, month);
        const keys = ofKind(plain.lines, 'FEE', 'SURCHARGE', 'REBATE').map((line) => line.key);
        const overrides = keys.slice(0, 2).map((key) => lineOverride(key, value));
        for (const made of [plain, calculateBill(known.accounts(), { month, cut, overrides })]) {
          expect(made.totalCents).toBe(sum(made.lines));
          checkConservation(known.accounts().at(Number(cut.position)), made);
        }
      }
    }),
    RUNS,
  );
});

test('at the same cut the same bytes, whatever is recorded later', () => {
  fc.assert(
    fc.property(billingWorld, (one) => {
      const entries = entriesOf(one);
      const known = begun(one).recordingAt('2026-05-01T12:00:00.000Z');
      const half = Math.ceil(entries.length / 2);
      for (const entry of entries.slice(0, half)) entry.recordIn(known);
      const cut = known.cut();
      const before = canonicalJson(bill(known, '2026-04', cut));
      known.recordingAt('2026-06-01T12:00:00.000Z');
      for (const entry of entries.slice(half)) entry.recordIn(known);
      known.terms({ feeRatePpm: 77_777 }, day(3));
      known.vendorTerms({ feeSharePpm: 12_345 }, day(3));
      expect(canonicalJson(bill(known, '2026-04', cut))).toBe(before);
    }),
    RUNS,
  );
});

/** April billed when half was known, May when everything was, with terms that changed in between for the past. */
const inTwoHalves = fc.record({
  one: billingWorld,
  rate: fc.nat(40_000),
  from: fc.integer({ min: 20, max: 70 }),
});

test('what was billed and adjusted is what would have been billed had everything been known', () => {
  // June puts right once more what May had put right already.
  const andOnceMore = fc.record({ rate: fc.nat(40_000), from: fc.integer({ min: 20, max: 70 }) });
  fc.assert(
    fc.property(inTwoHalves, andOnceMore, ({ one, rate, from }, later) => {
      const entries = entriesOf(one);
      const half = Math.ceil(entries.length / 2);
      const known = begun(one).recordingAt('2026-05-01T12:00:00.000Z');
      for (const entry of entries.slice(0, half)) entry.recordIn(known);
      known.issue(bill(known, '2026-03'));
      known.issue(bill(known, '2026-04'));
      known.recordingAt('2026-06-01T12:00:00.000Z');
      for (const entry of entries.slice(half)) entry.recordIn(known);
      known.terms({ feeRatePpm: rate }, day(from));
      const may = known.issue(bill(known, '2026-05'));
      known.recordingAt('2026-07-01T12:00:00.000Z').terms({ feeRatePpm: later.rate }, day(later.from));
      const june = known.issue(bill(known, '2026-06'));
      const facts = { ...known.facts(), bills: [] };
      const inHindsight = ['2026-03', '2026-04', '2026-05', '2026-06'].map((month) =>
        calculateBill(accountsOf(facts, ZONE), { month, cut: june.cut }),
      );
      const billed = known.facts().bills;
      expect(billed.reduce((all, row) => all + row.totalCents, 0)).toBe(
        inHindsight.reduce((all, row) => all + row.totalCents, 0),
      );
      const parts = (rows: readonly CalculatedBill[]): number =>
        rows
          .flatMap((row) => row.lines.flatMap((line) => line.vendorParts))
          .reduce((all, part) => all + part.amountCents, 0);
      expect(parts(billed)).toBe(parts(inHindsight));
      for (const line of ofKind([...may.lines, ...june.lines], 'ADJUSTMENT'))
        if (line.kind === 'ADJUSTMENT')
          expect(line.working.causes.reduce((all, cause) => all + cause.deltaCents, 0)).toBe(
            line.amountCents,
          );
      // Once adjusted, nothing is left for the next bill.
      expect(ofKind(bill(known, '2026-07').lines, 'ADJUSTMENT')).toEqual([]);
    }),
    RUNS,
  );
});

test('an explanation adds up, event by event', () => {
  fc.assert(
    fc.property(inTwoHalves, ({ one, rate, from }) => {
      const known = begun(one);
      const first = known.cut();
      for (const entry of entriesOf(one)) entry.recordIn(known);
      known.terms({ feeRatePpm: rate }, day(from));
      const { beforeCents, afterCents, events } = explainChange(
        known.accounts(),
        '2026-04',
        first,
        known.cut(),
      );
      expect(beforeCents).toBe(bill(known, '2026-04', first).totalCents);
      expect(afterCents).toBe(bill(known).totalCents);
      expect(events.reduce((all, event) => all + event.deltaCents, 0)).toBe(afterCents - beforeCents);
      expect(events.map((event) => Number(event.position))).toEqual(
        events.map((event) => Number(event.position)).toSorted((a, b) => a - b),
      );
    }),
    { numRuns: 100 },
  );
});

test('an overridden line is pinned: recomputed with its override, never adjusted', () => {
  fc.assert(
    fc.property(billingWorld, fc.nat(1_000_000), (one, value) => {
      const known = recorded(one);
      const fee = ofKind(bill(known).lines, 'FEE')[0];
      fc.pre(fee !== undefined);
      const overrides = [lineOverride(fee.key, value)];
      const made = calculateBill(known.accounts(), { month: '2026-04', cut: known.cut(), overrides });
      expect(made.lines.find((line) => line.key === fee.key)).toMatchObject({
        amountCents: value,
        computedCents: fee.computedCents,
      });
      known.issue(made);
      known.terms({ feeRatePpm: 99_999, lgFeeRatePpm: 99_999, fcFeeRatePpm: 99_999 }, day(0));
      known.vendorTerms({ feeSharePpm: one.vendor.feeSharePpm === 0 ? 1_000_000 : 0 }, day(0));
      const adjusted = ofKind(bill(known, '2026-05').lines, 'ADJUSTMENT');
      const twice = made.lines.filter((line) => line.kind === 'FEE' && line.parcelName === fee.parcelName);
      if (twice.length === 1)
        expect(adjusted.map((line) => line.key)).not.toContain(`ADJUSTMENT:2026-04:FEE:${fee.parcelName}`);
      expect(made.customerId).toBe(CUSTOMER);
    }),
    RUNS,
  );
});
