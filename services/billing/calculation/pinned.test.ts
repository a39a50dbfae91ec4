import { describe, expect, test } from 'vitest';
import type { Override } from '#contracts/billing/index.ts';
import { lineOverride } from '../testing/billing-world.ts';
import { explainedSlowly } from '../testing/explained-slowly.ts';
import { begun, billOf, memo, PLAIN, STONE, type World } from '../testing/one-stone.ts';
import { calculateBill } from './calculate-bill.ts';
import { explainChange } from './explain-change.ts';
import { billRequest } from './replacing.ts';

/** Overridden lines of closed months, and what stands in their place since (rule: Overrides). */

test('an overridden fee whose spell is gone stays as billed, and takes the place of no other that was billed', () => {
  const given = begun();
  const sent = (docType: 'MEMO' | 'RETURN_MEMO', docNo: string, at: string) =>
    given.document(docType, 'S', at, { amountCents: 290_000, docNo });
  sent('MEMO', 'M1', '2026-04-01');
  sent('RETURN_MEMO', 'R1', '2026-04-06');
  sent('MEMO', 'M2', '2026-04-16');
  given.issue(billOf(given, '2026-04', [lineOverride('FEE:S:VITRINE/MEMO/M1/1', 100)]));
  for (const [docType, docNo] of [
    ['MEMO', 'M1'],
    ['RETURN_MEMO', 'R1'],
  ] as const)
    given.document(docType, 'S', '2026-04-01', { amountCents: null, docNo, version: 2 });
  const adjusted = billOf(given, '2026-05').lines.filter(({ kind }) => kind === 'ADJUSTMENT');
  expect(adjusted.map(({ key }) => key)).toEqual(['ADJUSTMENT:2026-04:DEPLOYMENT:S']);
});

test('two overridden fees whose first entries are undone are each pinned once', () => {
  const given = begun();
  const requests = (
    [
      ['M1', '2026-04-02', '2026-04-06'],
      ['M2', '2026-04-11', '2026-04-16'],
    ] as const
  ).map(([docNo, sent, back]) => {
    const asked = given.request('S', sent, 290_000);
    given.document('MEMO', 'S', sent, { amountCents: 290_000, docNo });
    given.document('RETURN_MEMO', 'S', back, { amountCents: 290_000, docNo });
    return asked;
  });
  const agreed = requests.map((asked) => lineOverride(`FEE:S:${asked}`, 100));
  given.issue(billOf(given, '2026-04', agreed));
  for (const asked of requests) given.undo('S', asked);
  expect(billOf(given, '2026-05').lines).toEqual([]);
});

test('of two fees that a pinned one could stand for, the causes and the explanation take the same as the bill', () => {
  // Given a fee of one dollar, its memo voided, and two others of the stone in that month: $4.83, then $14.50.
  const given = begun();
  const sent = (docType: 'MEMO' | 'RETURN_MEMO', docNo: string, at: string, version = 1) =>
    given.document(docType, 'S', at, { amountCents: version === 1 ? 290_000 : null, docNo, version });
  sent('MEMO', 'M1', '2026-04-08');
  sent('RETURN_MEMO', 'M1', '2026-04-11');
  const issued = given.issue(billOf(given, '2026-04', [lineOverride('FEE:S:VITRINE/MEMO/M1/1', 100)]));
  sent('RETURN_MEMO', 'M1', '2026-04-11', 2);
  sent('MEMO', 'M1', '2026-04-08', 2);
  sent('MEMO', 'Z1', '2026-04-01');
  sent('RETURN_MEMO', 'Z1', '2026-04-06');
  sent('MEMO', 'A2', '2026-04-16');
  sent('RETURN_MEMO', 'A2', '2026-05-01');
  // When May is billed, the pinned line stands for the first by key.
  const causes = (policyVersion?: number) => {
    const { lines } = calculateBill(given.accounts(), { month: '2026-05', cut: given.cut(), policyVersion });
    const fee = lines.find(({ key }) => key === 'ADJUSTMENT:2026-04:FEE:S')!;
    const effects = fee.kind === 'ADJUSTMENT' ? fee.working.causes.map(({ deltaCents }) => deltaCents) : [];
    return [fee.amountCents, effects.reduce((sum, cents) => sum + cents, 0)];
  };
  expect(causes()).toEqual([483, 483]);
  // Bills of the third policy keep the causes that they were issued with.
  expect(causes(3)).toEqual([483, 1_450]);
  const explained = explainChange(given.accounts(), '2026-05', issued.cut, given.cut());
  expect(explained).toEqual(explainedSlowly(given.accounts(), '2026-05', issued.cut, given.cut()));
});

test('an overridden rebate stays where another invoice has taken the place of its own', () => {
  const given = begun({ ...PLAIN, normalRebatePpm: 20_000 });
  memo(given, '2026-03-02');
  const invoice = (docNo: string, version: number, amountCents: number | null) =>
    given.document('INVOICE', 'S', '2026-04-20', { amountCents, docNo, version });
  invoice('I', 1, 290_000);
  given.issue(billOf(given, '2026-04', [lineOverride('REBATE:S:VITRINE/INVOICE/I/1', -100)]));
  invoice('I', 2, null);
  invoice('I2', 1, 290_000);
  expect(billOf(given, '2026-05').lines).toEqual([]);
  // A CREDIT of that invoice takes back the dollar that was given, and the vendor's half of it.
  given.document('CREDIT', 'S', '2026-05-10', { amountCents: 290_000, docNo: 'C' });
  const reversals = (policyVersion?: number) =>
    calculateBill(given.accounts(), { month: '2026-05', cut: given.cut(), policyVersion })
      .lines.filter(({ kind }) => kind === 'REBATE_REVERSAL')
      .map(({ amountCents, vendorParts }) => [amountCents, vendorParts[0]?.amountCents]);
  expect(reversals()).toEqual([[100, 50]]);
  // Bills of the third policy stay as they were issued.
  expect(reversals(3)).toEqual([[5_800, 2_900]]);
  billOf(given, '2026-05');
});

test('a rebate that is pinned for another invoice is what a CREDIT of its own month takes back, until the month is billed again', () => {
  const given = begun({ ...PLAIN, normalRebatePpm: 20_000 });
  memo(given, '2026-03-02');
  const sent = (docType: 'INVOICE' | 'CREDIT', docNo: string, at: string, version = 1) =>
    given.document(docType, 'S', at, { amountCents: version === 1 ? 290_000 : null, docNo, version });
  sent('INVOICE', 'I', '2026-04-20');
  const issuedRebate = -100;
  const agreed = lineOverride('REBATE:S:VITRINE/INVOICE/I/1', issuedRebate);
  const issued = given.issue(billOf(given, '2026-04', [agreed]));
  sent('INVOICE', 'I', '2026-04-20', 2);
  sent('INVOICE', 'I2', '2026-04-20');
  sent('CREDIT', 'C', '2026-04-28');
  const adjusted = billOf(given, '2026-05').lines.filter(
    (line) => line.kind === 'ADJUSTMENT' && line.working.kind === 'REBATE_REVERSAL',
  );
  expect(adjusted.map(({ amountCents }) => amountCents)).toEqual([100]);
  // The override goes with the line of the voided invoice: the rebate is given and taken back in full.
  const again = calculateBill(given.accounts(), billRequest(given.accounts(), '2026-04', given.cut()));
  const rebates = again.lines.filter(({ kind }) => kind === 'REBATE' || kind === 'REBATE_REVERSAL');
  expect(rebates.map(({ amountCents }) => amountCents)).toEqual([-5_800, 5_800]);
  // What explains the bill sees it in the same way: with the CREDIT nothing is left of the rebate.
  const explained = explainChange(given.accounts(), '2026-04', issued.cut, given.cut());
  const rebate = explained.events
    .flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'REBATE' || kind === 'REBATE_REVERSAL'))
    .reduce((left, { beforeCents, afterCents }) => left + afterCents - beforeCents, issuedRebate);
  expect(rebate).toBe(0);
});

describe("a CREDIT of an invoice whose rebate is pinned takes back what was given, the vendor's part too", () => {
  // Given an invoice of 10 April whose rebate of $100.00 is agreed, half of it the vendor's.
  const agreed = () => {
    const given = begun({ ...PLAIN, normalRebatePpm: 20_000 });
    memo(given, '2026-03-02');
    sent(given, 'INVOICE', 'I', '2026-04-10');
    return given;
  };
  const sent = (given: World, docType: 'INVOICE' | 'CREDIT', docNo: string, at: string, version = 1) =>
    given.document(docType, 'S', at, { amountCents: version === 1 ? 290_000 : null, docNo, version });
  const REBATE = [lineOverride('REBATE:S:VITRINE/INVOICE/I/1', -10_000)];
  /** What the CREDIT of 10 May, or as overridden, gives back to the customer, the vendor and the house. */
  const reversed = (given: World, overrides: readonly Override[] = [], policyVersion?: number) =>
    calculateBill(given.accounts(), {
      month: '2026-05',
      cut: given.cut(),
      overrides,
      policyVersion,
    }).lines.flatMap(({ kind, amountCents, vendorParts, houseCents }) =>
      kind === 'REBATE_REVERSAL' ? [[amountCents, vendorParts[0]!.amountCents, houseCents]] : [],
    );

  test('where it stands for another invoice, at whose day the vendor bears less', () => {
    const given = agreed();
    given.vendorTerms({ rebateSharePpm: 400_000 }, '2026-04-15T12:00:00.000Z');
    given.issue(billOf(given, '2026-04', REBATE));
    sent(given, 'INVOICE', 'I', '2026-04-10', 2);
    sent(given, 'INVOICE', 'I2', '2026-04-20');
    sent(given, 'CREDIT', 'C', '2026-05-10');
    expect(reversed(given)).toEqual([[10_000, 5_000, 5_000]]);
    billOf(given, '2026-05');
    // A reversal that is itself agreed is shared by the terms of the invoice's day.
    expect(reversed(given, [lineOverride('REBATE_REVERSAL:S:VITRINE/CREDIT/C/1', 1_000)])).toEqual([
      [1_000, 400, 600],
    ]);
  });

  test("where its vendor's terms of that day are changed after the bill", () => {
    const given = agreed();
    given.issue(billOf(given, '2026-04', REBATE));
    given.vendorTerms({ rebateSharePpm: 400_000 }, '2026-04-01T12:00:00.000Z');
    sent(given, 'CREDIT', 'C', '2026-05-10');
    expect(reversed(given)).toEqual([[10_000, 5_000, 5_000]]);
    billOf(given, '2026-05');
    // Bills of the third policy stay as they were issued.
    expect(reversed(given, [], 3)).toEqual([[10_000, 4_000, 6_000]]);
  });

  test('also when the CREDIT is of the month that was billed', () => {
    const given = agreed();
    given.issue(billOf(given, '2026-04', REBATE));
    given.vendorTerms({ rebateSharePpm: 400_000 }, '2026-04-01T12:00:00.000Z');
    sent(given, 'CREDIT', 'C', '2026-04-28');
    const adjusted = billOf(given, '2026-05').lines.find(
      ({ key }) => key === 'ADJUSTMENT:2026-04:REBATE_REVERSAL:S',
    );
    expect(adjusted).toMatchObject({ amountCents: 10_000, vendorParts: [{ amountCents: 5_000 }] });
  });
});

test('a month without a bill is put right by the policy of the bill that does it', () => {
  // Given April billed by the third policy with a rebate of one dollar, and the invoice replaced by another since.
  const given = begun({ ...PLAIN, normalRebatePpm: 20_000 });
  memo(given, '2026-03-02');
  const sent = (docType: 'INVOICE' | 'CREDIT', docNo: string, at: string, version = 1) =>
    given.document(docType, 'S', at, { amountCents: version === 1 ? 290_000 : null, docNo, version });
  const byTheThird = (month: string, overrides: readonly Override[] = []) =>
    calculateBill(given.accounts(), { month, cut: given.cut(), overrides, policyVersion: 3 });
  sent('INVOICE', 'I', '2026-04-20');
  given.issue(byTheThird('2026-04', [lineOverride('REBATE:S:VITRINE/INVOICE/I/1', -100)]));
  sent('INVOICE', 'I', '2026-04-20', 2);
  sent('INVOICE', 'I2', '2026-04-20');
  // May has nothing to bill. When June is billed by the third policy, and a CREDIT of May comes after it
  given.stone('T', STONE).document('MEMO', 'T', '2026-06-01', { amountCents: 290_000, docNo: 'T' });
  given.issue(byTheThird('2026-06'));
  const from = given.cut();
  sent('CREDIT', 'C', '2026-05-10');
  // then July's bill puts May right by the third policy, its causes too
  const july = byTheThird('2026-07');
  const reversal = july.lines.find(({ key }) => key === 'ADJUSTMENT:2026-05:REBATE_REVERSAL:S');
  expect(reversal).toMatchObject({ amountCents: 5_800, working: { causes: [{ deltaCents: 5_800 }] } });
  // and so does what explains it.
  given.issue(july);
  const explained = explainChange(given.accounts(), '2026-07', from, given.cut());
  expect(explained).toEqual(explainedSlowly(given.accounts(), '2026-07', from, given.cut()));
  expect(explained.afterCents).toBe(july.totalCents);
  // When that CREDIT is void, the next bill gives back what July's charged, whatever policy it is made by itself.
  sent('CREDIT', 'C', '2026-05-10', 2);
  const august = billOf(given, '2026-08');
  const back = august.lines.find(({ key }) => key === 'ADJUSTMENT:2026-05:REBATE_REVERSAL:S');
  expect(back).toMatchObject({ amountCents: -5_800, working: { causes: [{ deltaCents: -5_800 }] } });
});
