import { expect, test } from 'vitest';
import { calculateBill, EXAMPLE_TERMS, exampleWorld, world } from '../testing/billing-world.ts';
import { effectOn, together } from './effect.ts';

/** What a correction would change in money (rule: Preview). */

/** April is billed at 302.24; on 5 May a RETURN_MEMO for B dated 21 April would be recorded. */
function corrected() {
  const story = exampleWorld();
  story.issue(calculateBill(story.accounts(), { month: '2026-04', cut: story.cut() }));
  story.recordingAt('2026-05-05T12:00:00.000Z');
  const before = story.accounts();
  story.document('RETURN_MEMO', 'B', '2026-04-21', { amountCents: 600_000, docNo: 'RB' });
  return { story, before, after: story.accounts() };
}

test('the bill that really changes is shown, with the adjustments in its amounts; the closed one does not change', () => {
  const { story, before, after } = corrected();
  const total = (accounts: typeof before): number =>
    calculateBill(accounts, { month: '2026-05', cut: story.cut() }).totalCents;
  const { bills, statements } = effectOn(before, after, '2026-05');
  expect(bills).toMatchObject([
    {
      customerId: 7,
      month: '2026-05',
      state: 'RUNNING',
      beforeCents: total(before),
      afterCents: total(after),
    },
  ]);
  const adjusted = bills[0]!.lines.filter(({ adjusts }) => adjusts !== null);
  expect(adjusted.map(({ adjusts, parcelName, afterCents }) => [adjusts, parcelName, afterCents])).toEqual([
    [{ month: '2026-04', kind: 'FEE' }, 'B', -2_000],
    [{ month: '2026-04', kind: 'SURCHARGE' }, null, -2_560],
    [{ month: '2026-04', kind: 'TRUE_UP' }, null, 2_000],
  ]);
  expect(statements.map(({ month }) => month)).toEqual(statements.map(() => '2026-05'));
});

test('adjustments stand on the first open bill alone', () => {
  const { before, after } = corrected();
  const { bills } = effectOn(before, after, '2026-06');
  expect(bills.map(({ month, state }) => [month, state])).toEqual([
    ['2026-05', 'OPEN'],
    ['2026-06', 'RUNNING'],
  ]);
  expect(bills[1]!.lines.map(({ adjusts }) => adjusts)).not.toContainEqual(expect.anything());
});

test('what is pending already counts before and after', () => {
  const { story, before } = corrected();
  const pending = story.accounts();
  story.document('RETURN_MEMO', 'A', '2026-05-03', { amountCents: 980_000, docNo: 'RA' });
  const [may] = effectOn(pending, story.accounts(), '2026-05').bills;
  expect(may?.beforeCents).toBe(effectOn(before, pending, '2026-05').bills[0]?.afterCents);
  expect(may?.lines.map(({ adjusts }) => adjusts)).not.toContainEqual(expect.anything());
});

test('months that are billed no more are shown, back to the first of them', () => {
  const story = world({ ...EXAMPLE_TERMS, minInventoryCents: 0 }).registered('2026-05-02T12:00:00.000Z');
  story.vendor().stone('S', { listCents: 600_000 });
  story.document('MEMO', 'S', '2026-03-10', { amountCents: 600_000, docNo: 'M' });
  const before = story.accounts();
  story.document('MEMO', 'S', '2026-03-10', { amountCents: null, docNo: 'M', version: 2 });
  const { bills } = effectOn(before, story.accounts(), '2026-05');
  expect(bills.map(({ month, beforeCents, afterCents }) => [month, beforeCents > 0, afterCents])).toEqual([
    ['2026-03', true, 0],
    ['2026-04', true, 0],
    ['2026-05', true, 0],
  ]);
});

test("a vendor's statement to which one customer adds what another takes away does not change", () => {
  const month = '2026-05';
  const row = (vendorId: number, differenceCents: number) => ({ vendorId, month, differenceCents });
  const effects = [
    { bills: [], statements: [row(1, -500), row(2, -500)] },
    { bills: [], statements: [row(1, 500), row(2, 300)] },
  ];
  expect(together(effects).statements).toEqual([row(2, -200)]);
});
