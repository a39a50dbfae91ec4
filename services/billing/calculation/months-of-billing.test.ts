import { describe, expect, test } from 'vitest';
import { customerFold } from '#contracts/customer/index.ts';
import { decideCreateBill } from '../create-bill.ts';
import { CUSTOMER, EXAMPLE_TERMS, world } from '../testing/billing-world.ts';
import { calculateBill } from './calculate-bill.ts';
import { effectOn } from './effect.ts';
import { explain } from './explain.ts';

/** Which months a customer's billing has (rule: Months of billing): one rule for all that is made of them. */

const PLAIN = { ...EXAMPLE_TERMS, minInventoryCents: 0, gracePeriodDays: 0, giaRoundDiscountPpm: 0 };
type Told = ReturnType<typeof world>;

const bill = (told: Told, month: string) => calculateBill(told.accounts(), { month, cut: told.cut() });
const issue = (told: Told, month: string) => told.issue(bill(told, month));
const adjustments = (told: Told, month: string) =>
  bill(told, month).lines.flatMap((line) =>
    line.kind === 'ADJUSTMENT' && line.amountCents !== 0 ? [[line.key, line.amountCents] as const] : [],
  );
const create = (told: Told, month: string) =>
  decideCreateBill(
    { ...customerFold.initial(`customer-${CUSTOMER}`), billed: billedOf(told) },
    told.accounts(),
    { month, cut: told.cut(), overrides: [] },
  );
const billedOf = (told: Told) =>
  Object.fromEntries(told.facts().bills.map(({ month, version }) => [month, version]));

/** Registered in April with terms from December; a MEMO of $231 dated 10 January; January and February billed. */
function billedBeforeRegistration(): Told {
  const told = world(PLAIN).recordingAt('2026-04-02T12:00:00.000Z').registered('2026-04-02T12:00:00.000Z');
  told.terms({ feeRatePpm: 10_000 }, '2025-12-01').vendor().stone('S', { listCents: 23_100 });
  told.document('MEMO', 'S', '2026-01-10', { amountCents: 23_100, docNo: 'M' });
  expect(issue(told, '2026-01').totalCents).toBe(164);
  expect(issue(told, '2026-02').totalCents).toBe(231);
  return told;
}

describe('a month that was billed stays a month of billing', () => {
  test('though the first activity is later, as known now: what was billed is given back', () => {
    const told = billedBeforeRegistration();
    told.document('MEMO', 'S', '2026-03-10', { amountCents: 23_100, docNo: 'M', version: 2 });
    expect(adjustments(told, '2026-03')).toEqual([
      ['ADJUSTMENT:2026-01:FEE:S', -164],
      ['ADJUSTMENT:2026-02:FEE:S', -231],
    ]);
    expect(explain(told.accounts(), '2026-01', told.cut(), told.cut()).settlement).toEqual({
      version: 1,
      issuedCents: 164,
      nowCents: 0,
      stands: [],
      unaccountedCents: 0,
      next: { month: '2026-03', amountCents: -164 },
    });
    expect(issue(told, '2026-03').totalCents).toBe(-164 - 231 + 164);
    expect(explain(told.accounts(), '2026-01', told.cut(), told.cut()).settlement).toMatchObject({
      stands: [{ month: '2026-03', version: 1, amountCents: -164 }],
      next: null,
      unaccountedCents: 0,
    });
  });

  test('what is moved away and back again is billed again', () => {
    const told = billedBeforeRegistration();
    told.document('MEMO', 'S', '2026-03-10', { amountCents: 23_100, docNo: 'M', version: 2 });
    issue(told, '2026-03');
    told.document('MEMO', 'S', '2026-01-10', { amountCents: 23_100, docNo: 'M', version: 3 });
    expect(adjustments(told, '2026-04').map(([, cents]) => cents)).toEqual([164, 231, 67]);
  });

  test('also one without a bill that a later bill has put right', () => {
    const told = billedBeforeRegistration();
    told.stone('T', { listCents: 31_000 });
    told.document('MEMO', 'T', '2025-12-01', { amountCents: 31_000, docNo: 'T' });
    expect(issue(told, '2026-03').totalCents).toBe(231 + 310 * 4);
    told.document('MEMO', 'T', '2025-12-01', { docNo: 'T', version: 2, amountCents: null });
    expect(adjustments(told, '2026-04')).toContainEqual(['ADJUSTMENT:2025-12:FEE:T', -310]);
  });

  test('bills of the first policy are derived by it, which has not that rule', () => {
    const told = billedBeforeRegistration();
    told.document('MEMO', 'S', '2026-03-10', { amountCents: 23_100, docNo: 'M', version: 2 });
    const first = calculateBill(told.accounts(), { month: '2026-03', cut: told.cut(), policyVersion: 1 });
    expect(first.totalCents).toBe(164);
  });
});

describe('a month with a minimum in force is a month of billing before registration and activity', () => {
  /** Registered on 10 March, the first memo in April; a minimum of $50,000 agreed from January on. */
  const agreed = (): Told => {
    const told = world({ ...PLAIN, minInventoryCents: 0 });
    told.recordingAt('2026-03-10T12:00:00.000Z').registered('2026-03-10T12:00:00.000Z').vendor();
    told.stone('S', { listCents: 23_100 }).recordingAt('2026-05-02T12:00:00.000Z');
    told.document('MEMO', 'S', '2026-04-10', { amountCents: 23_100, docNo: 'M' });
    return told;
  };
  const minimum = { minInventoryCents: 5_000_000 };

  test('previewed, asked for in order, and billed', () => {
    const told = agreed();
    told.terms(minimum, '2026-01-01');
    expect(bill(told, '2025-12').lines).toEqual([]);
    expect(bill(told, '2026-01').totalCents).toBe(50_000);
    expect(() => create(told, '2026-04')).toThrow('2026-01 comes first');
    expect(create(told, '2026-01')).toMatchObject({ outcome: 'CREATED' });
    issue(told, '2026-01');
    expect(() => create(told, '2026-03')).toThrow('2026-02 comes first');
  });

  test('agreed after a later month was billed, it stands on the next bill, as its preview says', () => {
    const told = agreed();
    issue(told, '2026-04');
    const before = told.accounts();
    told.terms(minimum, '2026-02-01');
    const carried = [
      ['ADJUSTMENT:2026-02:TRUE_UP:', 50_000],
      ['ADJUSTMENT:2026-03:TRUE_UP:', 50_000],
      ['ADJUSTMENT:2026-04:TRUE_UP:', 49_838],
    ];
    expect(adjustments(told, '2026-05')).toEqual(carried);
    const { bills } = effectOn(before, told.accounts(), '2026-05');
    expect(bills.flatMap(({ lines }) => lines.map((line) => line.afterCents)).sort()).toEqual(
      expect.arrayContaining(carried.map(([, cents]) => cents)),
    );
  });
});
