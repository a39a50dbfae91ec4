import { expect, test } from 'vitest';
import { newCustomer, type CustomerState } from '#contracts/customer/index.ts';
import { decideBeginBilling, decideBeginWithHouse } from '../finance/begin-billing.ts';
import { decideCreateBill, refuseBeforeBilling } from '../create-bill.ts';
import { foldParcel } from '#contracts/lifecycle/index.ts';
import { world, EXAMPLE_TERMS, ZONE } from '../testing/billing-world.ts';
import { calculateBill } from './calculate-bill.ts';
import { parcelAmounts } from './parcel-amounts.ts';

/** A customer on memo since September whose house moves in: billing begins with November. */
const movedIn = () => {
  const story = world({ ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0 })
    .recordingAt('2026-10-20T12:00:00.000Z')
    .registered()
    .vendor()
    .begins('2026-11', 125_000)
    .stone('P-1', { listCents: 1_000_000 });
  story.document('MEMO', 'P-1', '2026-09-03');
  return story;
};

test('the opening balance stands on the first bill, with the fee of its own month alone (rule: Billing begins on)', () => {
  const story = movedIn().recordingAt('2026-12-01T12:00:00.000Z');
  const bill = calculateBill(story.accounts(), { month: '2026-11', cut: story.cut() });
  expect(bill.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['FEE', 10_000],
    ['OPENING_BALANCE', 125_000],
  ]);
  expect(bill.totalCents).toBe(135_000);
  const december = calculateBill(story.accounts(), { month: '2026-12', cut: story.cut() });
  expect(december.lines.map(({ kind }) => kind)).toEqual(['FEE']);
});

test('months before are refused, come not first, and are never adjusted (rule: Billing begins on)', () => {
  const story = movedIn().recordingAt('2026-12-01T12:00:00.000Z');
  const account = story.accounts().at(Number(story.cut().position));
  expect(() => refuseBeforeBilling(account, '2026-10')).toThrow('begins with November 2026');
  const month = '2026-11';
  const cut = story.cut();
  const state: CustomerState = newCustomer(7);
  expect(decideCreateBill(state, story.accounts(), { month, cut, overrides: [] }).outcome).toBe('CREATED');
  story.issue(calculateBill(story.accounts(), { month, cut }));
  story.recordingAt('2026-12-20T12:00:00.000Z');
  story.document('RETURN_MEMO', 'P-1', '2026-10-20');
  const next = calculateBill(story.accounts(), { month: '2026-12', cut: story.cut() });
  expect(next.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([['ADJUSTMENT', -10_000]]);
});

test('reports count no fee, deployment or margin of months before (rule: Billing begins on; rule: Fees and margin)', () => {
  const story = movedIn().recordingAt('2026-11-12T12:00:00.000Z');
  story.document('INVOICE', 'P-1', '2026-11-10', { amountCents: 0 });
  const facts = story.facts();
  const [state] = facts.parcels;
  const view = foldParcel(state!, ZONE);
  const on = (day: string) =>
    parcelAmounts(facts, { position: Number(story.cut().position), day, knownOn: day, zone: ZONE });
  expect(on('2026-10-20').feesSoFar(state!, view)).toEqual([]);
  const [fee] = on('2026-11-12').feesSoFar(state!, view);
  expect(fee?.cents).toBe(3_000);
  const november = calculateBill(story.accounts(), { month: '2026-11', cut: story.cut() });
  const houseCents = november.lines
    .filter(({ parcelName }) => parcelName === 'P-1')
    .reduce((sum, line) => sum + line.houseCents, 0);
  expect(on('2026-11-12').sales(state!, view)).toMatchObject([{ houseCents }]);
});

test('it is set until the first bill, the same again records nothing', () => {
  const opening = { month: '2026-11', balanceCents: 125_000, reason: 'moves in' };
  const at = '2026-10-20T12:00:00.000Z';
  expect(() => decideBeginBilling(newCustomer(7), opening, at)).toThrow('7');
  const registered = { ...newCustomer(7), record: { terms: [] } } as unknown as CustomerState;
  expect(decideBeginBilling(registered, opening, at)).toEqual([
    { type: 'BillingBegun', data: { ...opening, effectiveAt: at } },
  ]);
  const begun = { ...registered, record: { terms: [{ opening }] } } as unknown as CustomerState;
  expect(decideBeginBilling(begun, opening, at)).toEqual([]);
  const other = { ...opening, balanceCents: 1 };
  expect(decideBeginBilling(begun, { ...other, seen: opening }, at)).toHaveLength(1);
  for (const seen of [null, { ...opening, balanceCents: 2 }])
    expect(() => decideBeginBilling(begun, { ...other, seen }, at)).toThrow('opening balance $1,250.00');
  const billed = { ...begun, billed: { '2026-11': 1 } };
  expect(() => decideBeginBilling(billed, other, at)).toThrow('November 2026 is billed already');
});

test('of every customer at once, a month of its own and its opening balance stay, and so do bills', () => {
  const house = { month: '2026-12', reason: 'the house moves in' };
  const at = '2026-10-20T12:00:00.000Z';
  const registered = { ...newCustomer(7), record: { terms: [] } } as unknown as CustomerState;
  expect(decideBeginWithHouse(registered, house, at)).toEqual([
    { type: 'BillingBegun', data: { ...house, balanceCents: 0, effectiveAt: at } },
  ]);
  const opening = { month: '2026-11', balanceCents: 125_000 };
  const begun = { ...registered, record: { terms: [{ opening }] } } as unknown as CustomerState;
  expect(decideBeginWithHouse(begun, house, at)).toEqual([]);
  expect(decideBeginWithHouse({ ...registered, billed: { '2026-10': 1 } }, house, at)).toEqual([]);
  expect(() => decideBeginWithHouse(newCustomer(7), house, at)).toThrow('7');
});
