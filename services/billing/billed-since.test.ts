import { expect, test } from 'vitest';
import { newCustomer } from '#contracts/customer/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { calculateBill } from './calculation/calculate-bill.ts';
import { settlementOf } from './calculation/settlement.ts';
import { decideCreateBill } from './create-bill.ts';
import { unaccountedIn } from './runs/verify-bills.ts';
import { CUSTOMER, EXAMPLE_TERMS, lineOverride, world } from './testing/billing-world.ts';

/** A run at its own cut, and an earlier month that was billed after it (rule: Closing and adjusting). */

const PLAIN = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0, giaRoundDiscountPpm: 0 };
type Story = ReturnType<typeof world>;

const bill = (story: Story, month: Month, cut = story.cut()) =>
  calculateBill(story.accounts(), { month, cut });
const decide = (
  story: Story,
  month: Month,
  cut = story.cut(),
  more: Partial<Parameters<typeof decideCreateBill>[2]> = {},
) => {
  const billed = Object.fromEntries(story.facts().bills.map((one) => [one.month, one.version]));
  const request = { month, cut, overrides: [], ...more };
  return decideCreateBill({ ...newCustomer(CUSTOMER), billed }, story.accounts(), request);
};

/** X is on memo from 1 April to a day that is recorded on 25 May; it is billed for April as known on 1 May. */
function returnedLate(billedInMay: boolean, day = '2026-04-21'): Story {
  const story = world(PLAIN).registered().vendor();
  story.stone('X', { listCents: 1_000_000 });
  story
    .recordingAt('2026-04-01T15:00:00.000Z')
    .document('MEMO', 'X', '2026-04-01', { amountCents: 1_000_000 });
  story.recordingAt('2026-05-01T15:00:00.000Z');
  if (billedInMay) story.issue(bill(story, '2026-04'));
  story.recordingAt('2026-05-25T15:00:00.000Z').document('RETURN_MEMO', 'X', day, { amountCents: 1_000_000 });
  return story.recordingAt('2026-06-01T15:00:00.000Z');
}

test('a month billed again since the run began is refused, and billed by itself without a second adjustment', () => {
  const story = returnedLate(true);
  const cutOfRun = story.cut();
  expect(story.issue(bill(story, '2026-04'))).toMatchObject({ version: 2, totalCents: 6_667 });
  expect(() => decide(story, '2026-05', cutOfRun)).toThrow(
    'April 2026 was billed again to customer 7 since this run began: make this bill by itself, or run again.',
  );
  expect(decide(story, '2026-05')).toEqual({ outcome: 'NOTHING', bill: null });
});

test('so is one that was first billed since the run began', () => {
  const story = returnedLate(false, '2026-05-21');
  const cutOfRun = story.cut();
  story.issue(bill(story, '2026-04'));
  expect(() => decide(story, '2026-05', cutOfRun)).toThrow(
    'April 2026 was billed to customer 7 since this run began: make this bill by itself, or run again.',
  );
});

test('one that was made of more than the run knows is not replaced by less', () => {
  const story = returnedLate(false);
  const cutOfRun = story.cut();
  story.document('RETURN_MEMO', 'X', '2026-04-11', { amountCents: 1_000_000, version: 2 });
  story.issue(bill(story, '2026-04'));
  const overrides = [lineOverride('FEE:X:VITRINE/MEMO/X-2026-04-01/1', 1_000)];
  const sheet = { overrides, replaces: 'ANY' as const };
  expect(() => decide(story, '2026-04', cutOfRun, sheet)).toThrow(
    'April 2026 was billed to customer 7 since this run began: make this bill by itself, or run again.',
  );
  // Without a sheet it is left as it is.
  expect(() => decide(story, '2026-04', cutOfRun)).toThrow(/it would be replaced by/);
  expect(decide(story, '2026-04', story.cut(), sheet)).toMatchObject({ outcome: 'REPLACED' });
});

test('a bill that is issued and would be the same is answered', () => {
  const story = returnedLate(true);
  const cutOfRun = story.cut();
  const may = story.issue(bill(story, '2026-05'));
  story.issue({ ...bill(story, '2026-04', cutOfRun), lines: [] });
  expect(decide(story, '2026-05', cutOfRun)).toEqual({ outcome: 'UNCHANGED', bill: may });
});

test('a customer without anything in the month has nothing to bill, whatever was billed since', () => {
  const story = returnedLate(true);
  const cutBeforeTheReturn = story.cut();
  const quiet = world(PLAIN).registered().vendor();
  quiet.recordingAt('2026-06-01T15:00:00.000Z');
  const cutOfRun = quiet.cut();
  quiet.issue({ ...bill(story, '2026-04', cutBeforeTheReturn), lines: [] });
  expect(decide(quiet, '2026-05', cutOfRun)).toEqual({ outcome: 'NOTHING', bill: null });
});

test('nor has one whose later month is billed, or whose earlier month waits for its bill', () => {
  const story = world(PLAIN).registered().vendor();
  story.stone('X', { listCents: 1_000_000 });
  story
    .recordingAt('2026-04-01T15:00:00.000Z')
    .document('MEMO', 'X', '2026-04-01', { amountCents: 1_000_000 });
  story.document('RETURN_MEMO', 'X', '2026-04-21', { amountCents: 1_000_000 });
  story.recordingAt('2026-07-01T15:00:00.000Z');
  expect(decide(story, '2026-05')).toEqual({ outcome: 'NOTHING', bill: null });
  story.issue(bill(story, '2026-04'));
  expect(decide(story, '2026-03')).toEqual({ outcome: 'NOTHING', bill: null });
});

test('the check of all bills names what of a month stands nowhere, and how it is put right', () => {
  const story = returnedLate(true);
  const unaccounted = (month: Month, cut = story.cut()) =>
    unaccountedIn(settlementOf(story.accounts(), month, cut));
  const cutOfRun = story.cut();
  expect(unaccounted('2026-04', cutOfRun)).toBeNull();
  story.issue(bill(story, '2026-04'));
  expect(unaccounted('2026-04')).toBeNull();
  story.issue(bill(story, '2026-05', cutOfRun));
  expect(unaccounted('2026-04')).toMatch(/^\$33\.33 of what has changed in it since stands on no bill: /);
  expect(unaccounted('2026-05')).toBeNull();

  story.terms({ paymentDays: PLAIN.paymentDays }, '2026-04-30');
  expect(unaccounted('2026-04')).toBeNull();
  expect(bill(story, '2026-06')).toMatchObject({ totalCents: 3_333 });
});
