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
type Told = ReturnType<typeof world>;

const begun = (terms = PLAIN): Told => world(terms).registered().vendor().stone('S', STONE);

/** The bill, which keeps double entry. */
function bill(told: Told, month: string, overrides: readonly Override[] = []): CalculatedBill {
  const made = calculateBill(told.accounts(), { month, cut: told.cut(), overrides });
  checkConservation(told.accounts().at(Number(told.cut().position)), made);
  return made;
}
const memo = (told: Told, at: string) => told.document('MEMO', 'S', at, { amountCents: 290_000, docNo: 'M' });
const fee = ({ lines }: CalculatedBill): BillLine => lines.find(({ kind }) => kind === 'FEE')!;

describe('months', () => {
  test.each([
    ['2028-02', 29, 20],
    ['2026-02', 28, 19],
    ['2100-02', 28, 19],
    ['2026-12', 31, 22],
  ])('%s has %i days: %i day ends from the 10th on', (month, daysInMonth, feeDays) => {
    const told = begun();
    memo(told, `${month}-10`);
    expect(fee(bill(told, month))).toMatchObject({
      amountCents: Math.round((2_900 * feeDays) / daysInMonth),
      working: { daysInMonth, feeDays },
    });
  });

  test('the 29th of February is a day like others: of terms, of a return, of grace', () => {
    const told = begun({ ...PLAIN, gracePeriodDays: 2 });
    memo(told, '2028-02-28');
    told.terms({ feeRatePpm: 29_000 }, '2028-02-29');
    told.intent('RETURN', 'S', '2028-03-02');
    expect(fee(bill(told, '2028-02')).working).toMatchObject({ graceDays: 2, feeDays: 0 });
    expect(fee(bill(told, '2028-03'))).toMatchObject({
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
      const told = begun();
      memo(told, `${month}-01`);
      told.intent('RETURN', 'S', returnedAt);
      return (fee(bill(told, month)).working as { feeDays: number }).feeDays;
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
    const told = begun();
    memo(told, '2026-04-01');
    told.terms(fromThe11th.changes, fromThe11th.effectiveAt).terms(evening.changes, evening.effectiveAt);
    // 9 days at 1 %, one at 2 %, 20 at 3 %.
    expect(fee(bill(told, '2026-04')).amountCents).toBe(Math.round((2_900 * (9 + 2 + 60)) / 30));
  });
});

describe('customers and parcels', () => {
  test('a customer whose terms are all zero pays nothing, and is told what it held', () => {
    const zero = Object.fromEntries(Object.keys(PLAIN).map((name) => [name, 0])) as typeof PLAIN;
    const told = begun(zero);
    memo(told, '2026-03-02');
    told.document('INVOICE', 'S', '2026-04-20', { amountCents: 290_000, docNo: 'M' });
    const made = bill(told, '2026-04');
    expect(made.totalCents).toBe(0);
    expect(made.dueDate).toBe('2026-01-01');
    expect(made.lines.map(({ kind }) => kind)).toEqual(['FEE', 'SALE', 'REBATE']);
  });

  test('terms that come after the first memo count for the days before them too', () => {
    const told = world(PLAIN).vendor().stone('S', STONE);
    memo(told, '2026-03-02');
    told.registered('2026-04-16T12:00:00.000Z');
    expect(fee(bill(told, '2026-04')).amountCents).toBe(2_900);
    expect(bill(told, '2026-04').lines.map(({ kind }) => kind)).not.toContain('TRUE_UP');
  });

  test('a customer that was not registered yet has no bill; its explanation begins with nothing', () => {
    const told = world(PLAIN).vendor().stone('S', STONE);
    memo(told, '2026-03-02');
    const before = told.cut();
    expect(() => bill(told, '2026-04')).toThrow('was not registered');
    told.registered('2026-04-16T12:00:00.000Z');
    const { beforeCents, afterCents, events } = explain(told.accounts(), '2026-04', before, told.cut());
    expect([beforeCents, afterCents]).toEqual([0, 2_900]);
    expect(events.map(({ deltaCents }) => deltaCents)).toEqual([2_900]);
  });

  test('parcels that cost nothing: fees, surcharge, sale and rebate of 0, and nobody gets anything', () => {
    const told = world(PLAIN).registered().vendor();
    for (const [name, shapeCode] of [
      ['S', 'IDC'],
      ['T', 'RD'],
    ] as const) {
      told.stone(name, { listCents: 0, costCents: 0, attributes: { shapeCode } });
      told.document('MEMO', name, '2026-03-02', { docNo: name });
    }
    told.document('INVOICE', 'T', '2026-04-20', { docNo: 'T' });
    const made = bill(told, '2026-04');
    expect(made.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['FEE', 0],
      ['FEE', 0],
      ['SALE', 0],
      ['REBATE', 0],
    ]);
    expect(made.lines.flatMap((line) => line.vendorParts.map((part) => part.amountCents))).toEqual([0]);
  });

  test('a surcharge that is overridden where no fee is above 0 is the house’s', () => {
    const told = world({ ...PLAIN, feeRatePpm: 0 })
      .registered()
      .vendor();
    told.stone('S', { ...STONE, attributes: { shapeCode: 'IDC' } });
    memo(told, '2026-03-02');
    const made = bill(told, '2026-04', [lineOverride('SURCHARGE', 5_000)]);
    expect(made.lines.find(({ kind }) => kind === 'SURCHARGE')).toMatchObject({
      ...{ computedCents: 0, amountCents: 5_000, vendorParts: [], houseCents: 5_000 },
    });
  });

  test('a parcel that comes and goes on one day was not held at its end', () => {
    const told = begun();
    memo(told, '2026-04-10');
    told.document('RETURN_MEMO', 'S', '2026-04-10', { amountCents: 290_000, docNo: 'M' });
    expect(bill(told, '2026-04').lines.map(({ kind }) => kind)).toEqual(['DEPLOYMENT']);
  });

  test('the dearest parcel there can be is computed to the cent', () => {
    const priceCents = 99_999_999_999;
    const told = world({ ...PLAIN, feeRatePpm: 999_999 })
      .registered()
      .vendor();
    told.stone('S', { listCents: priceCents, attributes: { shapeCode: 'IDC' } });
    memo(told, '2026-04-02');
    const exact = (BigInt(priceCents) * 999_999n * 29n * 2n + 30_000_000n) / 60_000_000n;
    expect(fee(bill(told, '2026-04')).amountCents).toBe(Number(exact));
  });
});

test('three thousand parcels are one bill, and a pinned line of each is found again', () => {
  const told = world(PLAIN, EXAMPLE_VENDOR).registered().vendor();
  const PARCELS = 3_000;
  for (let index = 0; index < PARCELS; index += 1) {
    told.stone(`S${index}`, { listCents: 100_000 + index, attributes: { shapeCode: 'IDC' } });
    told.document('MEMO', `S${index}`, '2026-04-03', { docNo: `${index}`, amountCents: 100_000 + index });
  }
  const april = bill(told, '2026-04');
  expect(april.lines).toHaveLength(2 * PARCELS + 1);
  const overrides = april.lines.flatMap(({ kind, key }, index): Override[] =>
    kind === 'FEE' ? [{ ...lineOverride(key, index), customerId: CUSTOMER }] : [],
  );
  told.issue(bill(told, '2026-04', overrides));
  told.terms({ feeRatePpm: 20_000 }, '2026-04-01', 'agreed later');
  const adjusted = bill(told, '2026-05').lines.filter(({ kind }) => kind === 'ADJUSTMENT');
  // Every fee is pinned; what is computed of them, the surcharge, is not.
  expect(adjusted.map(({ key }) => key)).toEqual(['ADJUSTMENT:2026-04:SURCHARGE:']);
}, 120_000);
