import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillWorking } from '#contracts/api/bill-working.ts';
import type { WireBill } from '#contracts/api/bills.ts';
import { yearAndMonth } from '#contracts/vocabulary/months.ts';
import { FIRST, SECOND, startBillingHouse, type BillingHouse } from '../testing/billing-house.ts';

/** What another customer's entry changed on a bill (rule: What one may not see). */

let house: BillingHouse;
beforeAll(async () => {
  house = await startBillingHouse();
});
afterAll(() => house?.vitrine.close());

test('a customer reads that the days of its stone were put right, finance whose document it was', async () => {
  const { vitrine, admin, create } = house;
  expect((await create(FIRST)).status).toBe(200);
  await vitrine.document('MEMO', 'B-1', 8, `${FIRST}-20`);
  expect((await create(SECOND)).json).toMatchObject({ outcome: 'CREATED' });
  const issued = (await admin.get(`/api/bills/7-${SECOND}-1`)).json as WireBill;
  const causes = issued.lines.flatMap((line) => (line.kind === 'ADJUSTMENT' ? line.working.causes : []));
  expect(causes).toContainEqual(expect.objectContaining({ what: `MEMO of B-1 dated ${FIRST}-20` }));
  const alder = await vitrine.as('alder');
  const { json, text } = await alder.post('/billing/working', yearAndMonth(SECOND));
  const events = (json as BillWorking).sections.flatMap(({ lines }) => lines).flatMap((line) => line.events);
  expect(events).toContainEqual(
    expect.objectContaining({
      what: 'the days on which B-1 was held were put right',
      by: 'the house',
      reason: null,
    }),
  );
  expect(text).not.toContain('MEMO of B-1');
});
