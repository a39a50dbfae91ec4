import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPositions } from '#projections/engine/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import type { BillingContext } from './billing-context.ts';
import { createBill } from './create-bill.ts';
import { takeCut } from './cuts.ts';
import { standingAlarms } from './runs/alarms.ts';
import { verifyCustomer } from './runs/verify-bills.ts';
import { ADMINISTRATOR, SECOND, startBillingHouse, type BillingHouse } from './testing/billing-house.ts';

/** What a run does at its own cut while bills are made that the read models do not have yet. */

let house: BillingHouse;
let vitrine: BillingHouse['vitrine'];
let billing: BillingContext;

beforeAll(async () => {
  house = await startBillingHouse();
  ({ vitrine } = house);
  const { context } = vitrine;
  billing = { ...context, positions: createPositions(context.db, await logIdOf(context.events)) };
});
afterAll(() => vitrine?.close());

const command = () => ({ commandId: randomUUID(), actor: ADMINISTRATOR });

/** Lets nothing be written to the read model of bills until `work` lets it go, or has ended. */
async function whileHeld(work: (letGo: () => Promise<unknown>) => Promise<void>): Promise<void> {
  const client = await vitrine.pool.connect();
  await client.query('begin');
  await client.query('lock table read.bill in exclusive mode');
  try {
    await work(() => client.query('rollback'));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a bill that was made since the cut is neither replaced unseen nor missing from the read model', async () => {
  const cut = await takeCut(billing);
  await whileHeld(async (letGo) => {
    const single = await createBill(billing, command(), { customerId: 8, month: SECOND });
    expect(single.outcome).toBe('CREATED');
    // The check of all bills: this one comes with the next.
    expect(await verifyCustomer(billing, 8, BigInt(cut.position))).toMatchObject({ outcome: 'NOTHING' });
    expect(await standingAlarms(vitrine.context.db)).toEqual([]);
    // 'Generate All': it waits until it sees the bill.
    const ofRun = createBill(billing, command(), { customerId: 8, month: SECOND, cut, replaces: 'ANY' });
    setTimeout(() => void letGo(), 1_000);
    expect(await ofRun).toMatchObject({ outcome: 'UNCHANGED', bill: { version: 1 } });
  });
  const next = await takeCut(billing);
  expect(await verifyCustomer(billing, 8, BigInt(next.position))).toMatchObject({ outcome: 'SAME' });
});

test('a row of the sheet for a customer whose billing begins later is refused, and named', async () => {
  const begins = { month: SECOND.replace(/^\d{4}/, '2099'), balance: 0, reason: 'moves in' };
  const { admin } = house;
  expect(await admin.post('/api/customers/9/billing-begins', begins, { method: 'PUT' })).toMatchObject({
    status: 200,
  });
  await vitrine.shown();
  const row = { target: 'TERM', customerId: 9, term: 'feeRate', value: 2, reason: 'agreed' };
  expect(
    await admin.post('/api/bill-runs', { kind: 'BILLS', month: SECOND, overrides: [row] }),
  ).toMatchObject({
    status: 422,
    json: {
      code: 'UNMATCHED_OVERRIDE',
      message: expect.stringMatching(/row 1: billing of customer 9 begins with \w+ 2099/),
    },
  });
});
