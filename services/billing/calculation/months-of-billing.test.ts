import { describe, expect, test } from 'vitest';
import { customerFold } from '#contracts/customer/index.ts';
import { decideCreateBill } from '../create-bill.ts';
import { CUSTOMER, EXAMPLE_TERMS, world } from '../testing/billing-world.ts';
import { calculateBill } from './calculate-bill.ts';
import { effectOn } from './effect.ts';
import { explainChange } from './explain-change.ts';

/** Which months a customer's billing has (rule: Months of billing): one rule for all that is made of them. */

const PLAIN = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0, giaRoundDiscountPpm: 0 };
type Story = ReturnType<typeof world>;

const bill = (story: Story, month: string) => calculateBill(story.accounts(), { month, cut: story.cut() });
const issue = (story: Story, month: string) => story.issue(bill(story, month));
const adjustments = (story: Story, month: string) =>
  bill(story, month).lines.flatMap((line) =>
    line.kind === 'ADJUSTMENT' && line.amountCents !== 0 ? [[line.key, line.amountCents] as const] : [],
  );
const create = (story: Story, month: string) =>
  decideCreateBill(
    { ...customerFold.initial(`customer-${CUSTOMER}`), billed: billedOf(story) },
    story.accounts(),
    { month, cut: story.cut(), overrides: [] },
  );
const billedOf = (story: Story) =>
  Object.fromEntries(story.facts().bills.map(({ month, version }) => [month, version]));

/** Registered in April with terms from December; a MEMO of $231 dated 10 January; January and February billed. */
function billedBeforeRegistration(): Story {
  const story = world(PLAIN).recordingAt('2026-04-02T12:00:00.000Z').registered('2026-04-02T12:00:00.000Z');
  story.terms({ feeRatePpm: 10_000 }, '2025-12-01').vendor().stone('S', { listCents: 23_100 });
  story.document('MEMO', 'S', '2026-01-10', { amountCents: 23_100, docNo: 'M' });
  expect(issue(story, '2026-01').totalCents).toBe(164);
  expect(issue(story, '2026-02').totalCents).toBe(231);
  return story;
}

describe('a month that was billed stays a month of billing', () => {
  test('though the first activity is later, as known now: what was billed is given back', () => {
    const story = billedBeforeRegistration();
    story.document('MEMO', 'S', '2026-03-10', { amountCents: 23_100, docNo: 'M', version: 2 });
    expect(adjustments(story, '2026-03')).toEqual([
      ['ADJUSTMENT:2026-01:FEE:S', -164],
      ['ADJUSTMENT:2026-02:FEE:S', -231],
    ]);
    expect(explainChange(story.accounts(), '2026-01', story.cut(), story.cut()).settlement).toEqual({
      version: 1,
      issuedCents: 164,
      nowCents: 0,
      stands: [],
      unaccountedCents: 0,
      next: { month: '2026-03', amountCents: -164 },
    });
    expect(issue(story, '2026-03').totalCents).toBe(-164 - 231 + 164);
    expect(explainChange(story.accounts(), '2026-01', story.cut(), story.cut()).settlement).toMatchObject({
      stands: [{ month: '2026-03', version: 1, amountCents: -164 }],
      next: null,
      unaccountedCents: 0,
    });
  });

  test('what is moved away and back again is billed again', () => {
    const story = billedBeforeRegistration();
    story.document('MEMO', 'S', '2026-03-10', { amountCents: 23_100, docNo: 'M', version: 2 });
    issue(story, '2026-03');
    story.document('MEMO', 'S', '2026-01-10', { amountCents: 23_100, docNo: 'M', version: 3 });
    expect(adjustments(story, '2026-04').map(([, cents]) => cents)).toEqual([164, 231, 67]);
  });

  test('also one without a bill that a later bill has put right', () => {
    const story = billedBeforeRegistration();
    story.stone('T', { listCents: 31_000 });
    story.document('MEMO', 'T', '2025-12-01', { amountCents: 31_000, docNo: 'T' });
    expect(issue(story, '2026-03').totalCents).toBe(231 + 310 * 4);
    story.document('MEMO', 'T', '2025-12-01', { docNo: 'T', version: 2, amountCents: null });
    expect(adjustments(story, '2026-04')).toContainEqual(['ADJUSTMENT:2025-12:FEE:T', -310]);
  });

  test('bills of the first policy are derived by it, which has not that rule', () => {
    const story = billedBeforeRegistration();
    story.document('MEMO', 'S', '2026-03-10', { amountCents: 23_100, docNo: 'M', version: 2 });
    const first = calculateBill(story.accounts(), { month: '2026-03', cut: story.cut(), policyVersion: 1 });
    expect(first.totalCents).toBe(164);
  });
});

test('a month before the registration with nothing but a credit of no invoice is a month of billing', () => {
  const story = world(PLAIN).recordingAt('2026-04-02T12:00:00.000Z').registered('2026-04-02T12:00:00.000Z');
  story.vendor().stone('S', { listCents: 23_100 });
  story.document('CREDIT', 'S', '2026-02-10', { amountCents: 23_100 });
  story.document('MEMO', 'S', '2026-04-10', { amountCents: 23_100 });
  story.recordingAt('2026-05-02T12:00:00.000Z');
  expect(() => create(story, '2026-04')).toThrow('2026-02 comes first');
  expect(create(story, '2026-02')).toMatchObject({ outcome: 'CREATED' });
});

describe('a month with a minimum in force is a month of billing before registration and activity', () => {
  /** Registered on 10 March, the first memo in April; a minimum of $50,000 agreed from January on. */
  const agreed = (): Story => {
    const story = world({ ...PLAIN, minInventoryCents: 0 });
    story.recordingAt('2026-03-10T12:00:00.000Z').registered('2026-03-10T12:00:00.000Z').vendor();
    story.stone('S', { listCents: 23_100 }).recordingAt('2026-05-02T12:00:00.000Z');
    story.document('MEMO', 'S', '2026-04-10', { amountCents: 23_100, docNo: 'M' });
    return story;
  };
  const minimum = { minInventoryCents: 5_000_000 };

  test('previewed, asked for in order, and billed', () => {
    const story = agreed();
    story.terms(minimum, '2026-01-01');
    expect(bill(story, '2025-12').lines).toEqual([]);
    expect(bill(story, '2026-01').totalCents).toBe(50_000);
    expect(() => create(story, '2026-04')).toThrow('2026-01 comes first');
    expect(create(story, '2026-01')).toMatchObject({ outcome: 'CREATED' });
    issue(story, '2026-01');
    expect(() => create(story, '2026-03')).toThrow('2026-02 comes first');
  });

  test('agreed after a later month was billed, it stands on the next bill, as its preview says', () => {
    const story = agreed();
    issue(story, '2026-04');
    const before = story.accounts();
    story.terms(minimum, '2026-02-01');
    const carried = [
      ['ADJUSTMENT:2026-02:TRUE_UP:', 50_000],
      ['ADJUSTMENT:2026-03:TRUE_UP:', 50_000],
      ['ADJUSTMENT:2026-04:TRUE_UP:', 49_838],
    ];
    expect(adjustments(story, '2026-05')).toEqual(carried);
    const { bills } = effectOn(before, story.accounts(), '2026-05');
    expect(bills.flatMap(({ lines }) => lines.map((line) => line.afterCents)).sort()).toEqual(
      expect.arrayContaining(carried.map(([, cents]) => cents)),
    );
  });
});
