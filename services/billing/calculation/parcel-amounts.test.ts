import { expect, test } from 'vitest';
import { foldParcel } from '#contracts/lifecycle/index.ts';
import type { Override } from '#contracts/billing/index.ts';
import {
  CUSTOMER,
  EXAMPLE_TERMS,
  EXAMPLE_VENDOR,
  exampleWorld,
  lineOverride,
  world,
  ZONE,
} from '../testing/billing-world.ts';
import { calculateBill } from './calculate-bill.ts';
import { parcelAmounts } from './parcel-amounts.ts';

/** What reports count of single parcels (rule: Fees and margin). */

const FEE_OF_B = 'FEE:B:VITRINE/MEMO/B-2026-04-11/1';
const GRACE: Override = {
  target: 'TERM',
  customerId: CUSTOMER,
  term: 'gracePeriodDays',
  value: 10,
  reason: 'agreed',
};

test.each([
  ['an overridden line', [lineOverride(FEE_OF_B, 2_000)]],
  ['overridden terms', [GRACE]],
])('fees so far of a billed month are the FEE lines of its bill: %s', (_, overrides) => {
  const story = exampleWorld();
  const bill = calculateBill(story.accounts(), { month: '2026-04', cut: story.cut(), overrides });
  story.issue(bill);
  const facts = story.facts();
  const position = Number(story.cut().position);
  const amounts = parcelAmounts(facts, { position, day: '2026-04-30', knownOn: '2026-05-01', zone: ZONE });
  const fees = facts.parcels.flatMap((parcel) => amounts.feesSoFar(parcel, foldParcel(parcel, ZONE)));
  const lines = bill.lines.filter(({ kind }) => kind === 'FEE');
  expect(fees.map(({ cents }) => cents)).toEqual(lines.map(({ amountCents }) => amountCents));
});

test.each([
  ['of a day that has ended', '2026-04-20', '2026-04-26', [6_533, 1_400, 1_500, 10_667]],
  [
    'of the day of the last event, which is running',
    '2026-04-26',
    '2026-04-26',
    [8_167, 2_400, 1_500, 10_667],
  ],
  ['of a day still to come', '2026-04-30', '2026-04-26', [8_167, 2_400, 1_500, 10_667]],
  ['of a month still to come', '2026-05-10', '2026-04-26', []],
])('fees so far %s are those of the days that have ended', (_name, day, knownOn, fees) => {
  const story = exampleWorld();
  const facts = story.facts();
  const position = Number(story.cut().position);
  const amounts = parcelAmounts(facts, { position, day, knownOn, zone: ZONE });
  const counted = facts.parcels
    .flatMap((parcel) => amounts.feesSoFar(parcel, foldParcel(parcel, ZONE)))
    .map(({ cents }) => cents);
  expect(counted.filter((cents) => cents !== 0)).toEqual(fees);
});

test('a credit that found no invoice is of no sale of its parcel', () => {
  const story = exampleWorld();
  const salesOfD = () => {
    const facts = story.facts();
    const parcel = facts.parcels.find(({ parcelName }) => parcelName === 'D')!;
    const at = {
      position: Number(story.cut().position),
      day: '2026-04-30',
      knownOn: '2026-05-01',
      zone: ZONE,
    };
    return parcelAmounts(facts, at).sales(parcel, foldParcel(parcel, ZONE));
  };
  const sales = salesOfD();
  expect(sales).toMatchObject([{ invoicedCents: 2_000_000 }]);
  story.document('CREDIT', 'D', '2026-04-10', { amountCents: 5_000, docNo: 'stray' });
  expect(salesOfD()).toEqual(sales);
});

test('a pinned line counts as billed for the spell that it stands for since (rule: Overrides)', () => {
  const terms = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0, normalRebatePpm: 20_000 };
  const story = world(terms).registered().vendor().stone('S', { listCents: 900_000 });
  const document = (docType: 'MEMO' | 'INVOICE' | 'CREDIT', docNo: string, on: string, version = 1) =>
    story.document(docType, 'S', on, { amountCents: version === 1 ? 900_000 : null, docNo, version });
  const amounts = (day: string) => {
    const facts = story.facts();
    const parcel = facts.parcels[0]!;
    const at = { position: Number(story.cut().position), day, knownOn: '2026-06-01', zone: ZONE };
    const of = parcelAmounts(facts, at);
    const view = foldParcel(parcel, ZONE);
    return { fees: of.feesSoFar(parcel, view), sales: of.sales(parcel, view) };
  };
  document('MEMO', 'M1', '2026-04-01');
  document('INVOICE', 'I1', '2026-04-30');
  const overrides = [
    lineOverride('FEE:S:VITRINE/MEMO/M1/1', 5_000),
    lineOverride('REBATE:S:VITRINE/INVOICE/I1/1', -100),
  ];
  story.issue(calculateBill(story.accounts(), { month: '2026-04', cut: story.cut(), overrides }));
  const asBilled = amounts('2026-04-30');
  expect(asBilled.fees).toMatchObject([{ cents: 5_000 }]);
  document('INVOICE', 'I1', '2026-04-30', 2);
  document('MEMO', 'M1', '2026-04-01', 2);
  const sent = document('MEMO', 'M2', '2026-04-01');
  document('INVOICE', 'I2', '2026-04-30');
  expect(amounts('2026-04-30')).toEqual({
    fees: [{ ...asBilled.fees[0], spellKey: sent }],
    sales: [{ ...asBilled.sales[0], spellKey: sent }],
  });
  // Of a sale that is taken back the house has its halves of the fee and its shipment, none of the rebate.
  document('CREDIT', 'C', '2026-05-10');
  const { houseCents } = amounts('2026-05-31').sales[0]!;
  expect(houseCents).toBe(2_500 + EXAMPLE_VENDOR.ourDeploymentCostCents);
});

test('a pinned rebate is taken back in one of two sales of a parcel, as on its bills (rule: Overrides)', () => {
  // Given a rebate of one dollar whose invoice is voided, and two sales in its month since, each credited.
  const terms = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0, normalRebatePpm: 20_000 };
  const story = world(terms).registered().vendor().stone('S', { listCents: 290_000 });
  const sent = (docType: 'MEMO' | 'INVOICE' | 'CREDIT', docNo: string, on: string, version = 1) =>
    story.document(docType, 'S', on, { amountCents: version === 1 ? 290_000 : null, docNo, version });
  const billed = (month: string, overrides: readonly Override[] = []) =>
    story.issue(calculateBill(story.accounts(), { month, cut: story.cut(), overrides }));
  sent('MEMO', 'M1', '2026-04-01');
  sent('INVOICE', 'I', '2026-04-20');
  const april = billed('2026-04', [lineOverride('REBATE:S:VITRINE/INVOICE/I/1', -100)]);
  sent('INVOICE', 'I', '2026-04-20', 2);
  sent('INVOICE', 'I2', '2026-04-10');
  sent('CREDIT', 'I2', '2026-04-15');
  sent('MEMO', 'M2', '2026-04-18');
  sent('INVOICE', 'I3', '2026-04-25');
  sent('CREDIT', 'I3', '2026-05-10');
  const may = billed('2026-05');
  // Then what the sales brought the house is what the bills say.
  const facts = story.facts();
  const at = { position: Number(story.cut().position), day: '2026-05-31', knownOn: '2026-06-01', zone: ZONE };
  const sales = parcelAmounts(facts, at).sales(facts.parcels[0]!, foldParcel(facts.parcels[0]!, ZONE));
  const houseCents = (rows: readonly { houseCents: number }[]) =>
    rows.reduce((sum, row) => sum + row.houseCents, 0);
  expect(sales).toHaveLength(2);
  expect(houseCents(sales)).toBe(houseCents([...april.lines, ...may.lines]));
});

test('a pinned fee of a spell that begins later is not that of an earlier spell (rule: Overrides)', () => {
  const terms = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0 };
  const story = world(terms).registered().vendor().stone('S', { listCents: 900_000 });
  const document = (docType: 'MEMO' | 'RETURN_MEMO', docNo: string, on: string) =>
    story.document(docType, 'S', on, { amountCents: 900_000, docNo });
  document('MEMO', 'M2', '2026-04-21');
  const overrides = [lineOverride('FEE:S:VITRINE/MEMO/M2/1', 5_000)];
  story.issue(calculateBill(story.accounts(), { month: '2026-04', cut: story.cut(), overrides }));
  document('MEMO', 'M1', '2026-04-01');
  document('RETURN_MEMO', 'M1', '2026-04-11');
  const facts = story.facts();
  const parcel = facts.parcels[0]!;
  const at = { position: Number(story.cut().position), knownOn: '2026-05-10', zone: ZONE };
  const feesOn = (day: string) =>
    parcelAmounts(facts, { ...at, day })
      .feesSoFar(parcel, foldParcel(parcel, ZONE))
      .map(({ cents }) => cents);
  expect([feesOn('2026-04-15'), feesOn('2026-04-30')]).toEqual([[3_000], [3_000, 5_000]]);
});
