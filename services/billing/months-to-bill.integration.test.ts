import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, firstDayOf, lastDayOf, monthOf, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { monthsToBill } from './months-to-bill.ts';

/** Months whose only money is a shipment that its vendor pays for, or an opening balance (rule: Months to bill). */

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const today = houseDayOf(new Date().toISOString(), ZONE);
const last = addMonths(monthOf(today), -1);
const before = addMonths(last, -1);
const waiting = async () => {
  await vitrine.shown();
  return [...(await monthsToBill(vitrine.context.db, today, ZONE))];
};
const deploymentCosts = (cents: number, effectiveAt: string) =>
  vendorCommands.changeTerms(
    vitrine.context,
    { commandId: `costs-${effectiveAt}`, actor: { username: 'admin', role: 'administrator' } },
    1,
    { changes: { ourDeploymentCostCents: cents }, effectiveAt },
  );

test('waits for its bill where the shipment costs something, and comes before the month after', async () => {
  // Both come back on the day on which they were sent. Birch's costs nothing.
  await deploymentCosts(0, firstDayOf(before));
  await vitrine.listStone('FREE');
  await vitrine.document('MEMO', 'FREE', 8, firstDayOf(before));
  await vitrine.document('RETURN_MEMO', 'FREE', 8, firstDayOf(before));
  await deploymentCosts(3_500, lastDayOf(before));
  expect(await waiting()).toEqual([]);
  await vitrine.listStone('COSTS');
  await vitrine.document('MEMO', 'COSTS', 9, lastDayOf(before));
  await vitrine.document('RETURN_MEMO', 'COSTS', 9, lastDayOf(before));
  await vitrine.listStone('NEXT');
  await vitrine.document('INVOICE', 'NEXT', 9, firstDayOf(last));
  expect(await waiting()).toEqual([
    [last, [9]],
    [before, [9]],
  ]);

  const admin = await vitrine.as('admin');
  const create = (month: string) =>
    admin.post('/billing/create', yearAndMonth(month), { headers: { customer: '9' } });
  expect((await create(last)).text).toContain(`${before} comes first`);
  expect((await create(before)).status).toBe(200);
  expect(await waiting()).toEqual([[last, [9]]]);
});

test('waits where something was owed before billing began with it, as one of the last twelve', async () => {
  const opening = { month: before, balance: 1250, reason: 'the house moves in' };
  const admin = await vitrine.as('admin');
  const set = await admin.post('/api/customers/7/billing-begins', opening, { method: 'PUT' });
  expect(set.status).toBe(200);
  await vitrine.shown();
  const waitsOn = async (month: string) =>
    (await monthsToBill(vitrine.context.db, firstDayOf(month), ZONE)).get(before);
  expect(await waitsOn(addMonths(before, 1))).toEqual([7]);
  expect(await waitsOn(addMonths(before, 12))).toEqual([7]);
  expect(await waitsOn(addMonths(before, 13))).toBeUndefined();
});
