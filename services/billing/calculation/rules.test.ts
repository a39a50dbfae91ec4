import { describe, expect, test } from 'vitest';
import type { BillLine, CalculatedBill, Override } from '#contracts/billing/index.ts';
import { CUSTOMER, EXAMPLE_TERMS, lineOverride, world } from '../testing/billing-world.ts';
import { calculateBill } from './calculate-bill.ts';
import { houseShare, largestRemainder, roundHalfAway, vendorShare } from './exact.ts';
import { UnmatchedOverrides } from './month-lines.ts';
import { vendorStatement } from './vendor-statements.ts';

/**
 * The monthly bill, rule by rule (rule: Fee; rule: Rebate; rule: Closing and adjusting). April 2026 has 30
 * days.
 */

const PLAIN = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0 };
const STONE = { listCents: 300_000, attributes: { shapeCode: 'RD' } };

function begun(terms = PLAIN): ReturnType<typeof world> {
  return world(terms).registered().vendor().stone('S', STONE);
}
const bill = (
  given: ReturnType<typeof world>,
  month = '2026-04',
  overrides: readonly Override[] = [],
): CalculatedBill => calculateBill(given.accounts(), { month, cut: given.cut(), overrides });
const line = (computed: CalculatedBill, start: string): BillLine | undefined =>
  computed.lines.find(({ key }) => key.startsWith(start));
const dollarsOf = (computed: CalculatedBill, start: string): number | undefined => {
  const found = line(computed, start);
  return found && found.amountCents / 100;
};
const memo = (given: ReturnType<typeof world>, at: string, docNo = at): string =>
  given.document('MEMO', 'S', at, { amountCents: 300_000, docNo });
const back = (given: ReturnType<typeof world>, at: string, docNo = at): string =>
  given.document('RETURN_MEMO', 'S', at, { amountCents: 300_000, docNo });

describe('fee', () => {
  test('each day at its own rate, rounded once, its segments beneath', () => {
    const given = begun();
    memo(given, '2026-03-01');
    given.terms({ feeRatePpm: 20_000 }, '2026-04-11');
    // 3,000 × (10 × 1 % + 20 × 2 %) ÷ 30
    expect(dollarsOf(bill(given), 'FEE')).toBe(50);
    expect(line(bill(given), 'FEE')?.working).toMatchObject({
      segments: [
        { from: '2026-04-01', to: '2026-04-10', days: 10, priceCents: 300_000, ratePpm: 10_000 },
        { from: '2026-04-11', to: '2026-04-30', days: 20, priceCents: 300_000, ratePpm: 20_000 },
      ],
    });
  });

  test('a repricing counts from its own day', () => {
    const given = begun();
    memo(given, '2026-03-01');
    given.reprice('S', 600_000, '2026-04-16');
    expect(dollarsOf(bill(given), 'FEE')).toBe(45);
  });

  test('RETURN stops the fee, only RETURN_MEMO ends the holding', () => {
    const given = begun({ ...PLAIN, minInventoryCents: 300_000 });
    memo(given, '2026-03-01');
    given.intent('RETURN', 'S', '2026-04-11');
    back(given, '2026-04-21');
    expect(dollarsOf(bill(given), 'FEE')).toBe(10);
    expect(dollarsOf(bill(given), 'TRUE_UP')).toBe(10);
  });

  test('two spells in a month are two lines, named by their first entries', () => {
    const given = begun();
    memo(given, '2026-04-01', 'M1');
    back(given, '2026-04-06', 'R1');
    memo(given, '2026-04-21', 'M2');
    const keys = bill(given)
      .lines.filter(({ kind }) => kind === 'FEE')
      .map(({ key }) => key);
    expect(keys).toEqual(['FEE:S:VITRINE/MEMO/M1/1', 'FEE:S:VITRINE/MEMO/M2/1']);
  });

  test('a new version of its memo does not rename the line', () => {
    const given = begun();
    memo(given, '2026-04-01', 'M1');
    given.document('MEMO', 'S', '2026-04-16', { amountCents: 300_000, docNo: 'M1', version: 2 });
    expect(bill(given).lines.map(({ key }) => key)).toContain('FEE:S:VITRINE/MEMO/M1/1');
    expect(dollarsOf(bill(given), 'FEE')).toBe(15);
  });

  test("the customer's own stone (Freedom) carries no fee", () => {
    const given = world(PLAIN).registered().vendor();
    given.stone('S', { ...STONE, attributes: { shapeCode: 'RD', tier: 'Freedom' } });
    memo(given, '2026-03-01');
    expect(line(bill(given), 'FEE')).toMatchObject({
      amountCents: 0,
      working: { freedom: true, heldDays: 30, graceDays: 0 },
    });
  });

  test('what happens from the next month on is not among the events of its line', () => {
    const given = begun();
    const sent = memo(given, '2026-04-29');
    back(given, '2026-05-01');
    expect(line(bill(given), 'FEE')?.working).toMatchObject({ eventIds: [sent], feeDays: 2 });
  });
});

test.each([
  ['natural', { shapeCode: 'XP' }, true],
  ['natural', { shapeCode: 'OV', haSleeve: true }, true],
  ['natural', { shapeCode: 'OV', haSleeve: false }, false],
  ['natural', { shapeCode: 'RD', haSleeve: true }, false],
  ['labGrown', { shapeCode: 'IDC', haSleeve: true }, false],
] as const)('fancy hearts-and-arrows (HAF): %s, %o: %s', (ofLine, attributes, haf) => {
  const given = world(PLAIN).registered().vendor();
  given.stone('S', { listCents: 300_000, line: ofLine, attributes });
  memo(given, '2026-03-01');
  expect(line(bill(given), 'FEE')?.working).toMatchObject({ haf });
  expect(line(bill(given), 'SURCHARGE') !== undefined).toBe(haf);
});

describe('grace', () => {
  const GRACE = { ...PLAIN, gracePeriodDays: 5 };

  test('the first day ends are free', () => {
    const given = begun(GRACE);
    memo(given, '2026-04-03');
    expect(line(bill(given), 'FEE')?.working).toMatchObject({ heldDays: 28, graceDays: 5, feeDays: 23 });
  });

  test('a memo soon after inherits the days already spent, not the price', () => {
    const given = begun(GRACE);
    memo(given, '2026-04-01', 'M1');
    back(given, '2026-04-04', 'R1');
    memo(given, '2026-04-09', 'M2');
    expect(line(bill(given), 'FEE:S:VITRINE/MEMO/M2')?.working).toMatchObject({ graceDays: 2 });
  });

  test('a sale without a memo between them hides nothing of it', () => {
    const given = begun(GRACE);
    memo(given, '2026-04-01', 'M1');
    back(given, '2026-04-04', 'R1');
    given.request('S', '2026-04-05', 290_000);
    given.document('INVOICE', 'S', '2026-04-05', { amountCents: 290_000, docNo: 'I' });
    given.document('CREDIT', 'S', '2026-04-06', { amountCents: 290_000, docNo: 'C' });
    memo(given, '2026-04-07', 'M2');
    const key = 'FEE:S:VITRINE/MEMO/M2';
    expect(line(bill(given), key)?.working).toMatchObject({ graceDays: 2 });
    const byPolicy2 = calculateBill(given.accounts(), {
      month: '2026-04',
      cut: given.cut(),
      policyVersion: 2,
    });
    expect(line(byPolicy2, key)?.working).toMatchObject({ graceDays: 5 });
  });

  test('of two spells that were closed on one day the newer one hands down what it has spent', () => {
    const given = begun(GRACE);
    memo(given, '2026-04-01', 'M1');
    given.document('INVOICE', 'S', '2026-04-03', { amountCents: 300_000, docNo: 'I' });
    memo(given, '2026-04-04', 'M2');
    back(given, '2026-04-08', 'R2');
    given.document('CREDIT', 'S', '2026-04-08', { amountCents: 300_000, docNo: 'C' });
    memo(given, '2026-04-10', 'M3');
    expect(line(bill(given), 'FEE:S:VITRINE/MEMO/M3')?.working).toMatchObject({ graceDays: 1 });
  });

  test('a spell of two invoices is closed by the credit of the second', () => {
    const given = begun(GRACE);
    memo(given, '2026-04-01', 'M1');
    for (const [docType, at] of [
      ['INVOICE', '2026-04-03'],
      ['INVOICE', '2026-04-04'],
      ['CREDIT', '2026-04-05'],
      ['CREDIT', '2026-04-09'],
    ] as const)
      given.document(docType, 'S', at, { amountCents: 300_000, docNo: at });
    memo(given, '2026-04-11', 'M2');
    expect(line(bill(given), 'FEE:S:VITRINE/MEMO/M2')?.working).toMatchObject({ graceDays: 3 });
  });

  test('more days spent than there are by now take none back', () => {
    const given = begun(GRACE);
    memo(given, '2026-04-01', 'M1');
    back(given, '2026-04-11', 'R1');
    given.terms({ gracePeriodDays: 2 }, '2026-04-12');
    memo(given, '2026-04-13', 'M2');
    expect(line(bill(given), 'FEE:S:VITRINE/MEMO/M2')?.working).toMatchObject({
      heldDays: 18,
      graceDays: 0,
      feeDays: 18,
    });
  });

  test('a later memo begins again', () => {
    const given = begun(GRACE);
    memo(given, '2026-04-01', 'M1');
    back(given, '2026-04-04', 'R1');
    memo(given, '2026-04-10', 'M2');
    expect(line(bill(given), 'FEE:S:VITRINE/MEMO/M2')?.working).toMatchObject({ graceDays: 5 });
  });
});

describe('true-up', () => {
  test('days above the minimum make good for days below it', () => {
    const given = begun({ ...PLAIN, minInventoryCents: 150_000 });
    memo(given, '2026-04-16');
    expect(dollarsOf(bill(given), 'TRUE_UP')).toBe(0);
  });

  test('more held than the minimum gives nothing back', () => {
    const given = begun({ ...PLAIN, minInventoryCents: 150_000 });
    memo(given, '2026-03-16');
    expect(dollarsOf(bill(given), 'TRUE_UP')).toBe(0);
  });

  test('no day is active before terms name a minimum', () => {
    const given = world(PLAIN).registered('2026-04-21T12:00:00.000Z', {
      ...PLAIN,
      minInventoryCents: 300_000,
    });
    expect(dollarsOf(bill(given), 'TRUE_UP')).toBe(10);
  });
});

describe('rebate', () => {
  const REBATE = { ...PLAIN, normalRebatePpm: 20_000 };
  const sold = (given: ReturnType<typeof world>): void => {
    memo(given, '2026-03-01');
    given.document('INVOICE', 'S', '2026-04-10', { amountCents: 300_000 });
  };
  const credited = (given: ReturnType<typeof world>): string =>
    given.document('CREDIT', 'S', '2026-05-10', { amountCents: 300_000 });

  test('given with the invoice; the sale itself is listed at zero', () => {
    const given = begun(REBATE);
    sold(given);
    expect([dollarsOf(bill(given), 'SALE'), dollarsOf(bill(given), 'REBATE')]).toEqual([0, -60]);
  });

  test("by the terms of the invoice's day, whatever the month ends with", () => {
    const given = begun(REBATE);
    sold(given);
    given.terms({ normalRebatePpm: 30_000 }, '2026-04-11');
    expect(dollarsOf(bill(given), 'REBATE')).toBe(-60);
  });

  test('a credit reverses exactly what was given, in its own month, and the sale of the vendor', () => {
    const given = begun(REBATE);
    sold(given);
    const april = bill(given, '2026-04', [lineOverride('REBATE:S:VITRINE/INVOICE/S-2026-04-10/1', -7_777)]);
    given.issue(april);
    credited(given);
    const may = bill(given, '2026-05');
    expect(dollarsOf(may, 'REBATE_REVERSAL')).toBe(77.77);
    const [first, second] = [april, may].map((computed) =>
      vendorStatement(1, computed.month, [{ ...computed, version: 1 }]),
    );
    const sale = first!.lines.find(({ kind }) => kind === 'SALE')!.amountCents;
    expect(second!.lines.find(({ kind }) => kind === 'CREDIT')!.amountCents).toBe(-sale);
    expect(may.lines.filter(({ kind }) => kind === 'ADJUSTMENT')).toEqual([]);
  });

  test("a credit reverses the vendor's share of the rebate by the terms of the invoice's day", () => {
    const given = begun(REBATE);
    sold(given);
    given.vendorTerms({ rebateSharePpm: 100_000 }, '2026-05-01');
    credited(given);
    expect(line(bill(given, '2026-05'), 'REBATE_REVERSAL')).toMatchObject({
      amountCents: 6_000,
      vendorParts: [{ sharePpm: 500_000, amountCents: 3_000 }],
    });
  });

  test('a credit of a sale without a rebate reverses none', () => {
    const given = begun();
    sold(given);
    credited(given);
    expect(bill(given, '2026-05').lines.map(({ kind }) => kind)).toEqual(['CREDIT']);
  });

  test('a customer without activity still gets a bill for its adjustments', () => {
    const given = begun(REBATE);
    memo(given, '2026-03-01');
    back(given, '2026-03-21');
    given.issue(bill(given, '2026-03'));
    given.recordingAt('2026-05-02T12:00:00.000Z');
    given.document('RETURN_MEMO', 'S', '2026-03-11', {
      amountCents: 300_000,
      docNo: '2026-03-21',
      version: 2,
    });
    const { lines, totalCents } = bill(given);
    expect(lines.map(({ key }) => key)).toEqual(['ADJUSTMENT:2026-03:FEE:S']);
    expect(totalCents).toBe(-967);
  });
});

test("what a shipment costs the vendor is by the terms of the memo's day, not of the request's", () => {
  const given = begun();
  given.request('S', '2026-03-30', 300_000);
  given.vendorTerms({ ourDeploymentCostCents: 5_000 }, '2026-04-01');
  memo(given, '2026-04-02');
  expect(line(bill(given), 'DEPLOYMENT')?.vendorParts).toMatchObject([{ flatCents: -5_000 }]);
});

describe('overrides', () => {
  test('both amounts stay visible, and vendors share the overridden one', () => {
    const given = begun();
    memo(given, '2026-03-01', 'M1');
    const computed = bill(given, '2026-04', [lineOverride('FEE:S:VITRINE/MEMO/M1/1', 1_000)]);
    expect(line(computed, 'FEE')).toMatchObject({
      computedCents: 3_000,
      override: { valueCents: 1_000, reason: 'agreed by phone' },
      amountCents: 1_000,
      vendorParts: [{ baseCents: 1_000, sharePpm: 500_000, amountCents: 500 }],
    });
  });

  test('an amount is overridden by nothing too', () => {
    const given = world({ ...EXAMPLE_TERMS, normalRebatePpm: 20_000, hafRebatePpm: 20_000 })
      .registered()
      .begins('2026-04', 125_000)
      .vendor();
    given.stone('S', { ...STONE, attributes: { shapeCode: 'IDC' } });
    memo(given, '2026-03-01', 'M1');
    given.document('INVOICE', 'S', '2026-04-20', { amountCents: 300_000, docNo: 'I' });
    const charged = bill(given).lines.filter(({ amountCents }) => amountCents !== 0);
    expect(charged.map(({ kind }) => kind)).toEqual([
      'FEE',
      'SURCHARGE',
      'TRUE_UP',
      'OPENING_BALANCE',
      'REBATE',
    ]);
    const waived = bill(
      given,
      '2026-04',
      charged.map(({ key }) => lineOverride(key, 0)),
    );
    expect(waived.lines.map(({ amountCents }) => amountCents)).toEqual(waived.lines.map(() => 0));
  });

  test('a line override does not change the surcharge', () => {
    const given = world(PLAIN).registered().vendor();
    given.stone('S', { ...STONE, attributes: { shapeCode: 'IDC' } });
    memo(given, '2026-03-01', 'M1');
    const without = dollarsOf(bill(given), 'SURCHARGE');
    const computed = bill(given, '2026-04', [lineOverride('FEE:S:VITRINE/MEMO/M1/1', 1)]);
    expect(without).toBeGreaterThan(0);
    expect(dollarsOf(computed, 'SURCHARGE')).toBe(without);
  });

  test('a term override counts for the month alone, and stays when the month is recomputed', () => {
    const given = begun();
    memo(given, '2026-03-01');
    const half: Override = {
      target: 'TERM',
      customerId: CUSTOMER,
      term: 'feeRatePpm',
      value: 5_000,
      reason: 'half',
    };
    const april = bill(given, '2026-04', [half]);
    expect(dollarsOf(april, 'FEE')).toBe(15);
    given.issue(april);
    expect(bill(given, '2026-05').lines.map(({ kind }) => kind)).not.toContain('ADJUSTMENT');
    expect(dollarsOf(bill(given, '2026-05'), 'FEE')).toBe(30);
  });

  test('a row that matches nothing fails and is named', () => {
    expect(() => bill(begun(), '2026-04', [lineOverride('FEE:T', 1)])).toThrow(UnmatchedOverrides);
    expect(() => bill(begun(), '2026-04', [lineOverride('FEE:T', 1)])).toThrow('has no line "FEE:T"');
  });
});

describe('exact', () => {
  test.each([
    [5n, 10n, 1],
    [-5n, 10n, -1],
    [4n, 10n, 0],
    [-15n, 10n, -2],
  ])('%s ÷ %s is %i', (top, bottom, rounded) => expect(roundHalfAway(top, bottom)).toBe(rounded));

  test.each([1, -1, 10_667, -333, 0])('the shares of vendor and house are the whole: %i cents', (cents) => {
    for (const share of [0, 1, 333_333, 500_000, 999_999, 1_000_000, 1_500_000])
      expect(vendorShare(cents, share) + houseShare(cents, share)).toBe(cents);
  });

  test('largest remainder: ties go to the smaller key', () => {
    const weights = ['c', 'a', 'b'].map((key) => ({ key, weight: 1 }));
    expect(Object.fromEntries(largestRemainder(100, weights))).toEqual({ a: 34, b: 33, c: 33 });
    expect(Object.fromEntries(largestRemainder(-100, weights))).toEqual({ a: -34, b: -33, c: -33 });
    expect(largestRemainder(5, [{ key: 'a', weight: 0 }]).size).toBe(0);
  });
});
