import { expect, test } from 'vitest';
import type { BillLine } from '#contracts/billing/index.ts';
import { exampleWorld } from '../testing/billing-world.ts';
import { calculateBill } from './calculate-bill.ts';
import { vendorStatement } from './vendor-statements.ts';

/** The worked example, to the cent (rule: Worked bill). */

const amounts = (lines: readonly BillLine[]): Record<string, number> =>
  Object.fromEntries(
    lines
      .filter((line) => line.amountCents !== 0)
      .map((line) => [
        line.kind === 'ADJUSTMENT'
          ? `adjusted ${line.working.kind}${line.parcelName ? ` ${line.parcelName}` : ''}`
          : `${line.kind}${line.parcelName ? ` ${line.parcelName}` : ''}`,
        line.amountCents / 100,
      ]),
  );
const april = (given: ReturnType<typeof exampleWorld>) =>
  calculateBill(given.accounts(), { month: '2026-04', cut: given.cut() });
const may = (given: ReturnType<typeof exampleWorld>) =>
  calculateBill(given.accounts(), { month: '2026-05', cut: given.cut() });
const adjustments = (given: ReturnType<typeof exampleWorld>) =>
  may(given).lines.filter((line) => line.kind === 'ADJUSTMENT');

test("April's bill is $302.24", () => {
  const bill = april(exampleWorld());
  expect(amounts(bill.lines)).toEqual({
    'FEE A': 98,
    'FEE B': 34,
    'FEE C': 15,
    'FEE D': 106.67,
    SURCHARGE: 28.4,
    TRUE_UP: 220.17,
    'REBATE D': -200,
  });
  expect(bill.totalCents).toBe(30_224);
  expect(bill.dueDate).toBe('2026-05-31');
  const [, b] = bill.lines;
  expect(b).toMatchObject({
    kind: 'FEE',
    working: {
      daysInMonth: 30,
      heldDays: 20,
      graceDays: 3,
      feeDays: 17,
      haf: true,
      segments: [{ from: '2026-04-14', to: '2026-04-30', days: 17, priceCents: 600_000, ratePpm: 10_000 }],
    },
  });
});

test("the statement of B's and D's vendor is $18,827.89", () => {
  const bill = april(exampleWorld());
  const statement = vendorStatement(1, '2026-04', [{ ...bill, version: 1 }]);
  expect(
    statement.lines.map(({ kind, parcelName, amountCents }) => [kind, parcelName, amountCents / 100]),
  ).toEqual([
    ['FEE', 'B', 17],
    ['FEE', 'D', 53.34],
    ['SURCHARGE', 'B', 3.66],
    ['SALE', 'D', 18_888.89],
    ['REBATE', 'D', -100],
    ['DEPLOYMENT', 'B', -35],
  ]);
  expect(statement.totalCents).toBe(1_882_789);
});

test('a statement says of a sale, and of its credit, what the trading system invoiced and credited', () => {
  const given = exampleWorld();
  const first = april(given);
  given.issue(first);
  given.recordingAt('2026-05-06T15:00:00.000Z');
  given.document('CREDIT', 'D', '2026-05-06', { amountCents: 2_000_000 });
  const invoiced = [first, may(given)].flatMap((bill) =>
    vendorStatement(1, bill.month, [{ ...bill, version: 1 }])
      .lines.filter(({ tradingSystemCents }) => tradingSystemCents !== 0)
      .map(({ kind, parcelName, tradingSystemCents }) => [kind, parcelName, tradingSystemCents]),
  );
  expect(invoiced).toEqual([
    ['SALE', 'D', 2_000_000],
    ['CREDIT', 'D', -2_000_000],
  ]);
});

test('a RETURN_MEMO for B dated 21 April arrives on 5 May: May carries -$25.60, and names it', () => {
  const given = exampleWorld();
  given.issue(april(given));
  given.recordingAt('2026-05-05T15:00:00.000Z');
  given.document('RETURN_MEMO', 'B', '2026-04-21', { amountCents: 600_000 });
  expect(amounts(adjustments(given))).toEqual({
    'adjusted FEE B': -20,
    'adjusted SURCHARGE': -25.6,
    'adjusted TRUE_UP': 20,
  });
  expect(adjustments(given).reduce((sum, line) => sum + line.amountCents, 0)).toBe(-2_560);
  for (const line of adjustments(given)) {
    expect(line.kind === 'ADJUSTMENT' && line.working.causes).toEqual([
      expect.objectContaining({
        type: 'DocumentReceived',
        what: 'RETURN_MEMO of B dated 2026-04-21',
        actor: 'admin',
        deltaCents: line.amountCents,
      }),
    ]);
  }
});

test('a statement says of no parcel that it was charged a whole adjusted surcharge', () => {
  const given = exampleWorld();
  given.issue(april(given));
  given.recordingAt('2026-05-05T15:00:00.000Z');
  given.document('RETURN_MEMO', 'B', '2026-04-21', { amountCents: 600_000 });
  const { lines } = vendorStatement(1, '2026-05', [{ ...may(given), version: 1 }]);
  const charged = lines
    .filter(({ adjusts }) => adjusts !== null)
    .map(({ lineKey, parcelName, chargedCents }) => [lineKey, parcelName, chargedCents]);
  expect(charged).toEqual([
    ['ADJUSTMENT:2026-04:FEE:B', 'B', -2_000],
    ['ADJUSTMENT:2026-04:SURCHARGE:', 'B', null],
  ]);
});

test("version 2 of C's RETURN_MEMO, dated 11 April: fee -$5.00, true-up +$3.50", () => {
  const given = exampleWorld();
  given.issue(april(given));
  given.recordingAt('2026-05-05T15:00:00.000Z');
  given.document('RETURN_MEMO', 'C', '2026-04-11', { amountCents: 150_000, docNo: 'RC', version: 2 });
  expect(amounts(adjustments(given))).toEqual({ 'adjusted FEE C': -5, 'adjusted TRUE_UP': 3.5 });
});
