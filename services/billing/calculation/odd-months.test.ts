import { describe, expect, test } from 'vitest';
import type { BillLine, CalculatedBill, Override } from '#contracts/billing/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import {
  CUSTOMER,
  EXAMPLE_TERMS,
  EXAMPLE_VENDOR,
  lineOverride,
  world,
  ZONE,
} from '../testing/billing-world.ts';
import { calculateBill } from './calculate-bill.ts';
import { checkConservation } from './conservation.ts';
import { explain } from './explain.ts';

/** Months, days and parcels of unusual shapes (rule: House day; rule: Days of a fee). */

const PLAIN = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0 };
const STONE = { listCents: 290_000, attributes: { shapeCode: 'RD' } };
type World = ReturnType<typeof world>;

const begun = (terms = PLAIN): World => world(terms).registered().vendor().stone('S', STONE);

/** The bill, which keeps double entry. */
function bill(given: World, month: string, overrides: readonly Override[] = []): CalculatedBill {
  const computed = calculateBill(given.accounts(), { month, cut: given.cut(), overrides });
  checkConservation(given.accounts().at(Number(given.cut().position)), computed);
  return computed;
}
const memo = (given: World, at: string) =>
  given.document('MEMO', 'S', at, { amountCents: 290_000, docNo: 'M' });
const fee = ({ lines }: CalculatedBill): BillLine => lines.find(({ kind }) => kind === 'FEE')!;

describe('months', () => {
  test.each([
    ['2028-02', 29, 20],
    ['2026-02', 28, 19],
    ['2100-02', 28, 19],
    ['2026-12', 31, 22],
  ])('%s has %i days: %i day ends from the 10th on', (month, daysInMonth, feeDays) => {
    const given = begun();
    memo(given, `${month}-10`);
    expect(fee(bill(given, month))).toMatchObject({
      amountCents: Math.round((2_900 * feeDays) / daysInMonth),
      working: { daysInMonth, feeDays },
    });
  });

  test('the 29th of February is a day like others: of terms, of a return, of grace', () => {
    const given = begun({ ...PLAIN, gracePeriodDays: 2 });
    memo(given, '2028-02-28');
    given.terms({ feeRatePpm: 29_000 }, '2028-02-29');
    given.intent('RETURN', 'S', '2028-03-02');
    expect(fee(bill(given, '2028-02')).working).toMatchObject({ graceDays: 2, feeDays: 0 });
    expect(fee(bill(given, '2028-03'))).toMatchObject({
      amountCents: Math.round((290_000 * 0.029) / 31),
      working: { feeDays: 1 },
    });
  });

  test.each([
    [
      'the day that has 23 hours',
      '2026-03',
      '2026-03-08',
      '2026-03-09T03:59:59.999Z',
      '2026-03-09T04:00:00.000Z',
    ],
    [
      'the day that has 25 hours',
      '2026-11',
      '2026-11-01',
      '2026-11-02T04:59:59.999Z',
      '2026-11-02T05:00:00.000Z',
    ],
  ])('%s ends with its last moment', (_name, month, day, lastMoment, nextDay) => {
    const feeDays = (returnedAt: string): number => {
      const given = begun();
      memo(given, `${month}-01`);
      given.intent('RETURN', 'S', returnedAt);
      return (fee(bill(given, month)).working as { feeDays: number }).feeDays;
    };
    const through = Number(day.slice(8));
    expect(feeDays(lastMoment)).toBe(through - 1);
    expect(feeDays(nextDay)).toBe(through);
  });

  test('what is agreed in the evening counts for that house day, though it is the next day in UTC', () => {
    // 10 April, 21:30 in New York, and then terms of 11 April that were agreed before.
    const evening = { effectiveAt: '2026-04-11T01:30:00.000Z', changes: { feeRatePpm: 20_000 } };
    const fromThe11th = { effectiveAt: '2026-04-11', changes: { feeRatePpm: 30_000 } };
    const first = { effectiveAt: '2026-01-01T12:00:00.000Z', changes: PLAIN };
    for (const terms of [
      [first, evening, fromThe11th],
      [first, fromThe11th, evening],
    ]) {
      expect(termsAt(terms, '2026-04-10', ZONE).feeRatePpm).toBe(20_000);
      expect(termsAt(terms, '2026-04-11', ZONE).feeRatePpm).toBe(30_000);
    }
    const given = begun();
    memo(given, '2026-04-01');
    given.terms(fromThe11th.changes, fromThe11th.effectiveAt).terms(evening.changes, evening.effectiveAt);
    // 9 days at 1 %, one at 2 %, 20 at 3 %.
    expect(fee(bill(given, '2026-04')).amountCents).toBe(Math.round((2_900 * (9 + 2 + 60)) / 30));
  });
});

describe('customers and parcels', () => {
  test('a customer whose terms are all zero pays nothing, and reads what it held', () => {
    const zero = Object.fromEntries(Object.keys(PLAIN).map((name) => [name, 0])) as typeof PLAIN;
    const given = begun(zero);
    memo(given, '2026-03-02');
    given.document('INVOICE', 'S', '2026-04-20', { amountCents: 290_000, docNo: 'M' });
    const computed = bill(given, '2026-04');
    expect(computed.totalCents).toBe(0);
    expect(computed.dueDate).toBe('2026-01-01');
    expect(computed.lines.map(({ kind }) => kind)).toEqual(['FEE', 'SALE', 'REBATE']);
  });

  test('terms that come after the first memo count for the days before them too', () => {
    const given = world(PLAIN).vendor().stone('S', STONE);
    memo(given, '2026-03-02');
    given.registered('2026-04-16T12:00:00.000Z');
    expect(fee(bill(given, '2026-04')).amountCents).toBe(2_900);
    expect(bill(given, '2026-04').lines.map(({ kind }) => kind)).not.toContain('TRUE_UP');
  });

  test('a customer that was not registered yet has no bill; its explanation begins with nothing', () => {
    const given = world(PLAIN).vendor().stone('S', STONE);
    memo(given, '2026-03-02');
    const before = given.cut();
    expect(() => bill(given, '2026-04')).toThrow('was not registered');
    given.registered('2026-04-16T12:00:00.000Z');
    const { beforeCents, afterCents, events } = explain(given.accounts(), '2026-04', before, given.cut());
    expect([beforeCents, afterCents]).toEqual([0, 2_900]);
    expect(events.map(({ deltaCents }) => deltaCents)).toEqual([2_900]);
  });

  test('parcels that cost nothing: fees, surcharge, sale and rebate of 0, and no one gets anything', () => {
    const given = world(PLAIN).registered().vendor();
    for (const [name, shapeCode] of [
      ['S', 'IDC'],
      ['T', 'RD'],
    ] as const) {
      given.stone(name, { listCents: 0, costCents: 0, attributes: { shapeCode } });
      given.document('MEMO', name, '2026-03-02', { docNo: name });
    }
    given.document('INVOICE', 'T', '2026-04-20', { docNo: 'T' });
    const computed = bill(given, '2026-04');
    expect(computed.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['FEE', 0],
      ['FEE', 0],
      ['SALE', 0],
      ['REBATE', 0],
    ]);
    expect(computed.lines.flatMap((line) => line.vendorParts.map((part) => part.amountCents))).toEqual([0]);
  });

  test('a surcharge that is overridden where no fee is above 0 is the house’s', () => {
    const given = world({ ...PLAIN, feeRatePpm: 0 })
      .registered()
      .vendor();
    given.stone('S', { ...STONE, attributes: { shapeCode: 'IDC' } });
    memo(given, '2026-03-02');
    const computed = bill(given, '2026-04', [lineOverride('SURCHARGE', 5_000)]);
    expect(computed.lines.find(({ kind }) => kind === 'SURCHARGE')).toMatchObject({
      computedCents: 0,
      amountCents: 5_000,
      vendorParts: [],
      houseCents: 5_000,
    });
  });

  test('a parcel that comes and goes on one day was not held at its end', () => {
    const given = begun();
    memo(given, '2026-04-10');
    given.document('RETURN_MEMO', 'S', '2026-04-10', { amountCents: 290_000, docNo: 'M' });
    expect(bill(given, '2026-04').lines.map(({ kind }) => kind)).toEqual(['DEPLOYMENT']);
  });

  test('the dearest parcel there can be is computed to the cent', () => {
    const priceCents = 99_999_999_999;
    const given = world({ ...PLAIN, feeRatePpm: 999_999 })
      .registered()
      .vendor();
    given.stone('S', { listCents: priceCents, attributes: { shapeCode: 'IDC' } });
    memo(given, '2026-04-02');
    const exact = (BigInt(priceCents) * 999_999n * 29n * 2n + 30_000_000n) / 60_000_000n;
    expect(fee(bill(given, '2026-04')).amountCents).toBe(Number(exact));
  });
});

test('three thousand parcels are one bill, and a pinned line of each is found again', () => {
  const given = world(PLAIN, EXAMPLE_VENDOR).registered().vendor();
  const PARCELS = 3_000;
  for (let index = 0; index < PARCELS; index += 1) {
    given.stone(`S${index}`, { listCents: 100_000 + index, attributes: { shapeCode: 'IDC' } });
    given.document('MEMO', `S${index}`, '2026-04-03', { docNo: `${index}`, amountCents: 100_000 + index });
  }
  const april = bill(given, '2026-04');
  expect(april.lines).toHaveLength(2 * PARCELS + 1);
  const overrides = april.lines.flatMap(({ kind, key }, index): Override[] =>
    kind === 'FEE' ? [{ ...lineOverride(key, index), customerId: CUSTOMER }] : [],
  );
  given.issue(bill(given, '2026-04', overrides));
  given.terms({ feeRatePpm: 20_000 }, '2026-04-01', 'agreed later');
  const adjusted = bill(given, '2026-05').lines.filter(({ kind }) => kind === 'ADJUSTMENT');
  // Every fee is pinned; what is computed of them, the surcharge, is not.
  expect(adjusted.map(({ key }) => key)).toEqual(['ADJUSTMENT:2026-04:SURCHARGE:']);
}, 120_000);

test('a second MEMO of a stone that is on memo already is no second shipment', () => {
  const story = begun();
  memo(story, '2026-04-02');
  story.document('MEMO', 'S', '2026-04-20', { amountCents: 290_000, docNo: 'again' });
  const deployments = (policyVersion?: number) =>
    calculateBill(story.accounts(), { month: '2026-04', cut: story.cut(), policyVersion }).lines.filter(
      ({ kind }) => kind === 'DEPLOYMENT',
    ).length;
  expect(deployments()).toBe(1);
  // Bills of the first policy stay as they were issued.
  expect(deployments(1)).toBe(2);
});

test('the grace of a spell is by the overrides of the month of its first MEMO, in every month', () => {
  const grace = (value: number): Override[] => [
    { target: 'TERM', customerId: CUSTOMER, term: 'gracePeriodDays', value, reason: 'agreed' },
  ];
  const story = begun();
  memo(story, '2026-04-28');
  const feeDays = (made: CalculatedBill) => (fee(made).working as { feeDays: number }).feeDays;
  // Ten days: three in April, seven in May; what May's sheet says is of spells that begin in May.
  expect(feeDays(bill(story, '2026-05', grace(20)))).toBe(31);
  const april = bill(story, '2026-04', grace(10));
  expect(feeDays(april)).toBe(0);
  story.issue(april);
  expect(feeDays(bill(story, '2026-05'))).toBe(24);
  expect(feeDays(bill(story, '2026-05', grace(20)))).toBe(24);
});
