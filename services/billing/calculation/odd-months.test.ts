import { describe, expect, test } from 'vitest';
import type { BillLine, CalculatedBill, Override } from '#contracts/billing/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import { CUSTOMER, EXAMPLE_VENDOR, lineOverride, world, ZONE } from '../testing/billing-world.ts';
import { begun, billOf, memo, PLAIN, STONE } from '../testing/one-stone.ts';
import { refuseUnlessOver } from '../create-bill.ts';
import { calculateBill } from './calculate-bill.ts';
import { explainChange } from './explain-change.ts';

/** Months, days and parcels of unusual shapes (rule: House day; rule: Days of a fee). */

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
    expect(fee(billOf(given, month))).toMatchObject({
      amountCents: Math.round((2_900 * feeDays) / daysInMonth),
      working: { daysInMonth, feeDays },
    });
  });

  test('the 29th of February is a day like others: of terms, of a return, of grace', () => {
    const given = begun({ ...PLAIN, gracePeriodDays: 2 });
    memo(given, '2028-02-28');
    given.terms({ feeRatePpm: 29_000 }, '2028-02-29');
    given.intent('RETURN', 'S', '2028-03-02');
    expect(fee(billOf(given, '2028-02')).working).toMatchObject({ graceDays: 2, feeDays: 0 });
    expect(fee(billOf(given, '2028-03'))).toMatchObject({
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
      return (fee(billOf(given, month)).working as { feeDays: number }).feeDays;
    };
    const through = Number(day.slice(8));
    expect(feeDays(lastMoment)).toBe(through - 1);
    expect(feeDays(nextDay)).toBe(through);
  });

  test('what is of the first day of a month is on its bill, not on the one before', () => {
    const given = begun();
    memo(given, '2026-03-02');
    given.document('INVOICE', 'S', '2026-04-01', { amountCents: 290_000, docNo: 'I' });
    expect(billOf(given, '2026-03').lines.map(({ kind }) => kind)).toEqual(['FEE', 'DEPLOYMENT']);
    expect(billOf(given, '2026-04').lines.map(({ kind }) => kind)).toEqual(['SALE', 'REBATE']);
  });

  test('a month is over with the last moment of its last house day, and billed no earlier', () => {
    const billedAt = (at: string) => () =>
      refuseUnlessOver({ clock: () => new Date(at), zone: ZONE }, '2026-04');
    expect(billedAt('2026-05-01T03:59:59.999Z')).toThrow('2026-04 is not over yet');
    expect(billedAt('2026-05-01T04:00:00.000Z')).not.toThrow();
  });

  test('a month ends with the terms of its last day, not with those of the next', () => {
    const given = begun();
    given.terms({ paymentDays: 10 }, '2026-04-30').terms({ paymentDays: 60 }, '2026-05-01');
    given.recordingAt('2026-05-02T12:00:00.000Z');
    expect(billOf(given, '2026-04').dueDate).toBe('2026-05-12');
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
    expect(fee(billOf(given, '2026-04')).amountCents).toBe(Math.round((2_900 * (9 + 2 + 60)) / 30));
  });
});

describe('customers and parcels', () => {
  test('a customer whose terms are all zero pays nothing, and reads what it held', () => {
    const zero = Object.fromEntries(Object.keys(PLAIN).map((name) => [name, 0])) as typeof PLAIN;
    const given = begun(zero);
    memo(given, '2026-03-02');
    given.document('INVOICE', 'S', '2026-04-20', { amountCents: 290_000, docNo: 'M' });
    const computed = billOf(given, '2026-04');
    expect(computed.totalCents).toBe(0);
    expect(computed.dueDate).toBe('2026-01-01');
    expect(computed.lines.map(({ kind }) => kind)).toEqual(['FEE', 'SALE', 'REBATE']);
  });

  test('terms that come after the first memo count for the days before them too', () => {
    const given = world(PLAIN).vendor().stone('S', STONE);
    memo(given, '2026-03-02');
    given.registered('2026-04-16T12:00:00.000Z');
    expect(fee(billOf(given, '2026-04')).amountCents).toBe(2_900);
    expect(billOf(given, '2026-04').lines.map(({ kind }) => kind)).not.toContain('TRUE_UP');
  });

  test('a customer that was not registered yet has no bill; its explanation begins with nothing', () => {
    const given = world(PLAIN).vendor().stone('S', STONE);
    memo(given, '2026-03-02');
    const before = given.cut();
    expect(() => billOf(given, '2026-04')).toThrow('was not registered');
    given.registered('2026-04-16T12:00:00.000Z');
    const { beforeCents, afterCents, events } = explainChange(
      given.accounts(),
      '2026-04',
      before,
      given.cut(),
    );
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
    const computed = billOf(given, '2026-04');
    expect(computed.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ['FEE', 0],
      ['FEE', 0],
      ['SALE', 0],
      ['REBATE', 0],
    ]);
    expect(computed.lines.flatMap((line) => line.vendorParts.map((part) => part.amountCents))).toEqual([0]);
  });

  test('a sale below cost: the vendor gets its cost and no share, the house bears the loss; a credit reverses both', () => {
    const given = world(PLAIN).registered().vendor();
    given.stone('S', { listCents: 290_000, costCents: 350_000 });
    memo(given, '2026-03-02');
    given.document('INVOICE', 'S', '2026-04-20', { amountCents: 290_000, docNo: 'I' });
    given.document('CREDIT', 'S', '2026-05-04', { amountCents: 290_000, docNo: 'C' });
    const shares = (month: string, of: BillLine['kind']) =>
      billOf(given, month)
        .lines.filter(({ kind }) => kind === of)
        .map(({ vendorParts, houseCents }) => [vendorParts.map((part) => part.amountCents), houseCents]);
    expect(shares('2026-04', 'SALE')).toEqual([[[350_000], -60_000]]);
    expect(shares('2026-05', 'CREDIT')).toEqual([[[-350_000], 60_000]]);
  });

  test('a credit in the month of its invoice reverses the rebate as it is overridden there', () => {
    const given = begun({ ...PLAIN, normalRebatePpm: 20_000 });
    memo(given, '2026-03-02');
    given.document('INVOICE', 'S', '2026-04-10', { amountCents: 290_000, docNo: 'I' });
    given.document('CREDIT', 'S', '2026-04-20', { amountCents: 290_000, docNo: 'C' });
    const { lines } = billOf(given, '2026-04', [lineOverride('REBATE:S:VITRINE/INVOICE/I/1', -7_777)]);
    expect(lines.find(({ kind }) => kind === 'REBATE_REVERSAL')?.amountCents).toBe(7_777);
  });

  test('what a document says beside the frozen price is the house’s own', () => {
    const given = begun();
    memo(given, '2026-03-02');
    given.document('INVOICE', 'S', '2026-04-20', { amountCents: 280_000, docNo: 'I' });
    given.document('CREDIT', 'S', '2026-05-04', { amountCents: 270_000, docNo: 'C' });
    const houseOf = (month: string, of: BillLine['kind']) =>
      billOf(given, month).lines.find(({ kind }) => kind === of)!.houseCents;
    const atItsPrice = begun();
    memo(atItsPrice, '2026-03-02');
    atItsPrice.document('INVOICE', 'S', '2026-04-20', { amountCents: 290_000, docNo: 'I' });
    const share = billOf(atItsPrice, '2026-04').lines.find(({ kind }) => kind === 'SALE')!.houseCents;
    expect(houseOf('2026-04', 'SALE')).toBe(share - 10_000);
    expect(houseOf('2026-05', 'CREDIT')).toBe(20_000 - share);
  });

  test('a surcharge that is overridden where no fee is above 0 is the house’s', () => {
    const given = world({ ...PLAIN, feeRatePpm: 0 })
      .registered()
      .vendor();
    given.stone('S', { ...STONE, attributes: { shapeCode: 'IDC' } });
    memo(given, '2026-03-02');
    const computed = billOf(given, '2026-04', [lineOverride('SURCHARGE', 5_000)]);
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
    expect(billOf(given, '2026-04').lines.map(({ kind }) => kind)).toEqual(['DEPLOYMENT']);
  });

  test('the dearest parcel there can be is computed to the cent', () => {
    const priceCents = 99_999_999_999;
    const given = world({ ...PLAIN, feeRatePpm: 999_999 })
      .registered()
      .vendor();
    given.stone('S', { listCents: priceCents, attributes: { shapeCode: 'IDC' } });
    memo(given, '2026-04-02');
    const exact = (BigInt(priceCents) * 999_999n * 29n * 2n + 30_000_000n) / 60_000_000n;
    expect(fee(billOf(given, '2026-04')).amountCents).toBe(Number(exact));
  });
});

test('three thousand parcels are one bill, and a pinned line of each is found again', () => {
  const given = world(PLAIN, EXAMPLE_VENDOR).registered().vendor();
  const PARCELS = 3_000;
  for (let index = 0; index < PARCELS; index += 1) {
    given.stone(`S${index}`, { listCents: 100_000 + index, attributes: { shapeCode: 'IDC' } });
    given.document('MEMO', `S${index}`, '2026-04-03', { docNo: `${index}`, amountCents: 100_000 + index });
  }
  const april = billOf(given, '2026-04');
  expect(april.lines).toHaveLength(2 * PARCELS + 1);
  const overrides = april.lines.flatMap(({ kind, key }, index): Override[] =>
    kind === 'FEE' ? [{ ...lineOverride(key, index), customerId: CUSTOMER }] : [],
  );
  given.issue(billOf(given, '2026-04', overrides));
  given.terms({ feeRatePpm: 20_000 }, '2026-04-01', 'agreed later');
  const adjusted = billOf(given, '2026-05').lines.filter(({ kind }) => kind === 'ADJUSTMENT');
  // Every fee is pinned; what is computed of them, the surcharge, is not.
  expect(adjusted.map(({ key }) => key)).toEqual(['ADJUSTMENT:2026-04:SURCHARGE:']);
}, 120_000);

test('a return that is re-dated into a month that was billed is put right on the next bill', () => {
  const given = begun();
  memo(given, '2026-03-02');
  given.recordingAt('2026-05-01T12:00:00.000Z').issue(billOf(given, '2026-04'));
  given.recordingAt('2026-05-12T12:00:00.000Z');
  const returned = given.intent('RETURN', 'S', '2026-05-11');
  given.changeDate('S', returned, '2026-04-21T16:00:00.000Z');
  // Ten of April's thirty days.
  expect(billOf(given, '2026-05').lines.map(({ key, amountCents }) => [key, amountCents])).toContainEqual([
    'ADJUSTMENT:2026-04:FEE:S',
    -967,
  ]);
});

test('what changes between vendor and house alone is put right too, at nothing to the customer', () => {
  const given = begun();
  given.document('INVOICE', 'S', '2026-04-20', { amountCents: 290_000, docNo: 'I' });
  const april = given.issue(billOf(given, '2026-04'));
  given.vendorTerms({ saleSharePpm: 1_000_000 }, '2026-04-01');
  const [adjusted, ...others] = billOf(given, '2026-05').lines;
  const { houseCents } = april.lines.find(({ kind }) => kind === 'SALE')!;
  expect(others).toEqual([]);
  expect(adjusted).toMatchObject({
    key: 'ADJUSTMENT:2026-04:SALE:S',
    amountCents: 0,
    tradingSystemCents: 0,
    vendorParts: [{ vendorId: 1, amountCents: houseCents }],
    houseCents: -houseCents,
  });
});

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
  expect(feeDays(billOf(story, '2026-05', grace(20)))).toBe(31);
  const april = billOf(story, '2026-04', grace(10));
  expect(feeDays(april)).toBe(0);
  story.issue(april);
  expect(feeDays(billOf(story, '2026-05'))).toBe(24);
  expect(feeDays(billOf(story, '2026-05', grace(20)))).toBe(24);
});
