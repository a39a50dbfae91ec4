import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { z } from 'zod';
import type { billRunDetails, WirePreviewedBill } from '#contracts/api/bills.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, lastDayOf, monthOf } from '#contracts/vocabulary/months.ts';
import { customerCommands } from '#services/customers/index.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { startSmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';

export const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;
export const THIS_MONTH = monthOf(houseDayOf(new Date().toISOString(), ZONE));
export const FIRST = addMonths(THIS_MONTH, -2);
export const SECOND = addMonths(THIS_MONTH, -1);

type Run = z.infer<typeof billRunDetails>;
export type BillingHouse = Awaited<ReturnType<typeof startBillingHouse>>;

/** A Vitrine with stones on memo at customers 7 and 8: all is recorded now and dated in the two months before this one. */
export async function startBillingHouse() {
  const vitrine = await startSmallVitrine();
  const admin = await vitrine.as('admin');
  const command = () => ({ commandId: randomUUID(), actor: ADMINISTRATOR });
  for (const customerId of [7, 8])
    await customerCommands.changeTerms(vitrine.context, command(), customerId, {
      changes: { feeRatePpm: 10_000, minInventoryCents: customerId === 7 ? 2_000_000 : 0 },
      effectiveAt: `${FIRST}-01`,
    });
  await vendorCommands.changeTerms(vitrine.context, command(), 1, {
    changes: { feeSharePpm: 500_000, ourDeploymentCostCents: 3_500 },
    effectiveAt: `${FIRST}-01`,
  });
  for (const name of ['B-1', 'B-2', 'B-3']) await vitrine.listStone(name);
  await vitrine.document('MEMO', 'B-1', 7, `${FIRST}-01`);
  await vitrine.document('MEMO', 'B-2', 7, `${SECOND}-05`);
  await vitrine.document('MEMO', 'B-3', 8, `${SECOND}-10`);
  await vitrine.shown();

  return {
    vitrine,
    admin,
    create: (month: string, customerId = 7, key: string = randomUUID()) =>
      admin.post('/api/bills', { customerId, month }, { headers: { 'idempotency-key': key } }),
    preview: async (month: string, query = ''): Promise<WirePreviewedBill> =>
      (await admin.get(`/api/bills/preview?customerId=7&month=${month}${query}`)).json as WirePreviewedBill,
    /** Terms that are agreed after the second month is closed, for its last day. */
    agreeLate: () =>
      customerCommands.changeTerms(vitrine.context, command(), 7, {
        changes: { feeRatePpm: 20_000 },
        effectiveAt: lastDayOf(SECOND),
        reason: 'as agreed',
      }),
    async runToEnd(body: object): Promise<Run> {
      const { status, json } = await admin.post('/api/bill-runs', body);
      expect(status, JSON.stringify(json)).toBe(200);
      const { id } = json as Run;
      for (;;) {
        const run = (await admin.get(`/api/bill-runs/${id}`)).json as Run;
        if (run.finishedAt !== null) return run;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

/** Closes both months of customer 7, the first one twice: a memo of it was returned; terms are agreed late. */
export async function closeMonths({ vitrine, admin, create, agreeLate }: BillingHouse): Promise<void> {
  expect((await create(FIRST)).status).toBe(200);
  await vitrine.document('RETURN_MEMO', 'B-1', 7, `${FIRST}-21`);
  const replaced = await admin.post('/api/bills', { customerId: 7, month: FIRST, replaces: 1 });
  expect(replaced.json).toMatchObject({ outcome: 'REPLACED' });
  expect((await create(SECOND)).json).toMatchObject({ outcome: 'CREATED' });
  await agreeLate();
}
