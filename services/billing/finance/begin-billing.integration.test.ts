import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';
import { createPositions } from '#projections/engine/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import type { BillingContext } from '../billing-context.ts';
import { openRunOf } from '../runs/run-store.ts';
import { gate } from '../testing/gate.ts';
import { beginBillingOfAll } from './begin-billing.ts';

/** With which month billing begins, set for every customer while other things are asked for (rule: Billing begins on). */
const THIS_MONTH = monthOf(houseDayOf(new Date().toISOString(), ZONE));

let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
  admin = await vitrine.as('admin');
});
afterAll(() => vitrine?.close());

const input = { month: addMonths(THIS_MONTH, 1), reason: 'the house moves in' };

const command = () => ({
  commandId: randomUUID(),
  actor: { username: 'admin', role: 'administrator' } as const,
});
/** The context with another append, and new customers. */
const appending = async (
  names: string[],
  append: (typeof vitrine.context.events)['append'],
): Promise<BillingContext> => {
  for (const name of names) expect((await admin.post('/api/customers', { name })).status).toBe(201);
  await vitrine.shown();
  const { context } = vitrine;
  const positions = createPositions(context.db, await logIdOf(context.events));
  return { ...context, positions, events: { ...context.events, append } };
};

test('a run that is asked for meanwhile waits until it is set for all of them', async () => {
  const [reached, reach] = gate();
  const [writing, write] = gate();
  const billing = await appending(['Fir', 'Gum', 'Hazel'], async (...given) => {
    reach();
    await writing;
    return vitrine.context.events.append(...given);
  });
  const setting = beginBillingOfAll(billing, command(), input);
  await reached;
  const month = addMonths(THIS_MONTH, -25);
  const asked = admin.post('/api/bill-runs', { kind: 'BILLS', month });
  expect(await Promise.race([asked.then(() => 'queued'), sleep(1_000, 'waits')])).toBe('waits');
  write();
  expect(await setting).toMatchObject({ set: 6 });
  expect((await asked).status).toBe(200);
  await expect.poll(() => openRunOf(vitrine.context.db, 'BILLS', month), { timeout: 20_000 }).toBeNull();
});

test('what is refused once something was written is no refusal, so that its key is not free', async () => {
  let appends = 0;
  const billing = await appending(['Ivy', 'Juniper'], (...given) => {
    appends += 1;
    if (appends === 2) throw new Refusal(409, 'Others were faster.');
    return vitrine.context.events.append(...given);
  });
  const again = command();
  const failed: unknown = await beginBillingOfAll(billing, again, input).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    message: 'where billing begins was set for 1 customers: Others were faster.',
  });
  expect(failed).not.toBeInstanceOf(Refusal);
  expect(await beginBillingOfAll(billing, again, input)).toMatchObject({ set: 1 });
});

test('a month before billing begins is not explained as if it were a bill', async () => {
  for (const since of ['', '&from=0']) {
    const { json } = await admin.get(`/api/bills/explain?customerId=7&month=${THIS_MONTH}${since}`);
    expect(json).toMatchObject({ code: 'BEFORE_BILLING', field: 'month' });
  }
});
