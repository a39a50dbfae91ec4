import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newCustomer } from '#contracts/customer/index.ts';
import { addMonths, monthsBetween, type Month } from '#contracts/vocabulary/months.ts';
import { accountsOf } from '#services/billing/calculation/account.ts';
import { calculateBill } from '#services/billing/calculation/calculate-bill.ts';
import { explainChange } from '#services/billing/calculation/explain-change.ts';
import { decideCreateBill } from '#services/billing/create-bill.ts';
import { EXAMPLE_TERMS, world, ZONE } from '#services/billing/testing/billing-world.ts';
import { day } from './billing-lives.ts';

/**
 * Whatever is corrected and whenever a month is billed: what is on the issued bills, with what the next one puts right,
 * is what all months come to as known now (rule: Months of billing; rule: Closing and adjusting).
 */

type World = ReturnType<typeof world>;

const someDay = fc.integer({ min: -70, max: 110 });
const parcel = fc.constantFrom('P0', 'P1', 'P2');
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('bill' as const) }) },
  // A new version of a parcel's MEMO, or none any more.
  fc.record({ act: fc.constant('memo' as const), parcel, day: fc.option(someDay, { freq: 4 }) }),
  fc.record({ act: fc.constant('back' as const), parcel, day: fc.option(someDay, { freq: 4 }) }),
  fc.record({ act: fc.constant('sold' as const), parcel, day: fc.option(someDay, { freq: 2 }) }),
  fc.record({
    act: fc.constant('terms' as const),
    day: someDay,
    changes: fc.record(
      { feeRatePpm: fc.nat(30_000), minInventoryCents: fc.constantFrom(0, 300_001, 5_000_000) },
      { requiredKeys: [] },
    ),
  }),
);
const story = fc.record({
  registered: someDay,
  minimum: fc.constantFrom(0, 0, 2_000_000),
  acts: fc.array(act, { minLength: 1, maxLength: 14 }),
});

/** Bills the month that comes first, as billing one after the other does; nothing where it has nothing. */
function billNext(known: World, last: Month | null): Month {
  const [facts, cut] = [known.facts(), known.cut()];
  const billed = Object.fromEntries(facts.bills.map(({ month, version }) => [month, version]));
  const customer = { ...newCustomer(facts.customerId), billed };
  let month = last === null ? '2025-12' : addMonths(last, 1);
  for (;;) {
    try {
      const decided = decideCreateBill(customer, known.accounts(), { month, cut, overrides: [] });
      if (decided.outcome === 'CREATED') known.issue(decided.bill);
      return month;
    } catch (error) {
      const first = /^(\S+) comes first/.exec(error instanceof Error ? error.message : '')?.[1];
      if (first === undefined) throw error;
      month = first;
    }
  }
}

test('the issued bills with what the next puts right are all months as known now', () => {
  fc.assert(
    fc.property(story, ({ registered, minimum, acts }) => {
      const known = world({ ...EXAMPLE_TERMS, minInventoryCents: minimum });
      known
        .recordingAt('2026-07-01T12:00:00.000Z')
        .registered(`${day(registered)}T16:00:00.000Z`)
        .vendor();
      for (const name of ['P0', 'P1', 'P2']) known.stone(name, { listCents: 123_457 });
      let version = 0;
      let last: Month | null = null;
      for (const next of acts) {
        version += 1;
        if (next.act === 'bill') last = billNext(known, last);
        else if (next.act === 'terms') known.terms(next.changes, day(next.day));
        else {
          const type = ({ memo: 'MEMO', back: 'RETURN_MEMO', sold: 'INVOICE' } as const)[next.act];
          const amountCents = next.day === null ? null : 123_457;
          known.document(type, next.parcel, day(next.day ?? 0), { docNo: next.parcel, version, amountCents });
        }
      }
      const { bills } = known.facts();
      const lastBilled = bills
        .map(({ month }) => month)
        .sort()
        .at(-1);
      if (lastBilled === undefined) return;
      const [accounts, cut] = [known.accounts(), known.cut()];
      const next = calculateBill(accounts, { month: addMonths(lastBilled, 1), cut });
      const adjusted = next.lines.filter(({ kind }) => kind === 'ADJUSTMENT');
      const billed = [...bills.flatMap(({ lines }) => lines), ...adjusted];

      const unbilled = accountsOf({ ...known.facts(), bills: [] }, ZONE);
      const months = monthsBetween('2025-10', lastBilled);
      const asKnown = months.flatMap((month) => calculateBill(unbilled, { month, cut }).lines);
      const total = (lines: readonly { amountCents: number }[]): number =>
        lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(total(billed)).toBe(total(asKnown));
      const ofVendors = (lines: typeof billed): number =>
        total(lines.flatMap(({ vendorParts }) => vendorParts));
      expect(ofVendors(billed)).toBe(ofVendors(asKnown));

      // The settlement of each issued bill agrees with it.
      for (const { month, totalCents } of bills) {
        const { settlement } = explainChange(accounts, month, cut, cut);
        expect(settlement).toMatchObject({ issuedCents: totalCents, unaccountedCents: 0 });
      }
    }),
    { numRuns: 300 },
  );
});
