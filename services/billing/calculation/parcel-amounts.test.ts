import { expect, test } from 'vitest';
import { foldParcel } from '#contracts/lifecycle/index.ts';
import type { Override } from '#contracts/billing/index.ts';
import { CUSTOMER, exampleWorld, lineOverride, ZONE } from '../testing/billing-world.ts';
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
