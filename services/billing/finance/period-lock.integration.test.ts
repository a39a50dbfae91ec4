import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PeriodLockResource } from '#contracts/api/finance.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, monthName, monthOf } from '#contracts/vocabulary/months.ts';
import { createPositions } from '#projections/engine/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { createBill } from '../create-bill.ts';
import { gate } from '../testing/gate.ts';
import { setPeriodLock } from './period-lock.ts';

/** Locks that meet other locks and bills; what a lock does to bills is among what finance sets. */
const LAST = addMonths(monthOf(houseDayOf(new Date().toISOString(), ZONE)), -1);

let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
  admin = await vitrine.as('admin');
});
afterAll(() => vitrine?.close());

const lock = (through: string | null, reason = 'filed') =>
  admin.post('/api/period-lock', { through, reason });

test('a lock is set over the lock that its author has seen, and over no other (rule: Period lock)', async () => {
  const history = async () => ((await admin.get('/api/period-lock')).json as PeriodLockResource).history;
  const [before, earlier] = [addMonths(LAST, -1), addMonths(LAST, -2)];
  await lock(earlier);
  const over = (seen: string | null, through: string | null, reason = 'filed') =>
    admin.post('/api/period-lock', { through, reason, seen });
  expect(await over(earlier, LAST)).toMatchObject({ status: 200, json: { through: LAST } });
  const known = await history();
  for (const seen of [earlier, null])
    expect(await over(seen, before, 'a later page')).toMatchObject({
      status: 409,
      json: {
        code: 'CHANGED_MEANWHILE',
        message: `The lock has changed since you opened this page: now the months up to ${monthName(LAST)} are locked by admin (filed). Nothing of yours was saved.`,
      },
    });
  // What was sent is in force already.
  expect(await over(earlier, LAST)).toMatchObject({ status: 200 });
  expect(await history()).toEqual(known);
  expect(await over(LAST, null, 'a late document')).toMatchObject({ json: { through: null } });
  expect(await over(LAST, before)).toMatchObject({
    status: 409,
    json: { message: expect.stringContaining('now no month is locked by admin (a late document).') },
  });
  expect(await over(null, before)).toMatchObject({ json: { through: before } });
  // Without it, as before.
  expect(await lock(null, 'open again')).toMatchObject({ json: { through: null } });
});

describe('A lock and a bill at the same moment (rule: Period lock)', () => {
  /** Customer 9 has something in each of two months; its bill of `month` stops just before it is recorded. */
  const billed = async (month: string) => {
    const [recording, record] = gate();
    const [reached, reach] = gate();
    const { context } = vitrine;
    const events: typeof context.events = {
      ...context.events,
      append: async (...given) => {
        reach();
        await recording;
        return context.events.append(...given);
      },
    };
    const positions = createPositions(context.db, await logIdOf(context.events));
    const command = { commandId: randomUUID(), actor: { username: 'admin', role: 'administrator' } } as const;
    const bill = createBill({ ...context, events, positions }, command, { customerId: 9, month });
    return { bill, record, reached };
  };
  const BEFORE = addMonths(LAST, -1);

  beforeAll(async () => {
    await vitrine.listStone('F-3');
    await vitrine.document('MEMO', 'F-3', 9, `${BEFORE}-01`);
    await customerCommands.changeTerms(
      vitrine.context,
      { commandId: 'fee-9', actor: { username: 'admin', role: 'administrator' } },
      9,
      { changes: { feeRatePpm: 10_000 }, effectiveAt: `${BEFORE}-01` },
    );
    await vitrine.shown();
  });

  test('a locked month that was never billed is unlocked and billed first; the refusal says so', async () => {
    await lock(BEFORE, 'filed early');
    const refused = await admin.post('/api/bills', { customerId: 9, month: LAST });
    expect(refused).toMatchObject({ status: 422, json: { code: 'MONTHS_IN_ORDER' } });
    expect((refused.json as { message: string }).message).toContain(
      `It is locked: admin locked the months up to ${monthName(BEFORE)} (filed early). Unlock it, and bill it first.`,
    );
    await lock(null, 'never billed');
  });

  test('a lock that is set while a bill is recorded comes after it', async () => {
    const { bill, record, reached } = await billed(BEFORE);
    await reached;
    const locking = lock(BEFORE, 'filed at once');
    // Time enough for a lock that does not wait.
    expect(await Promise.race([locking.then(() => 'locked'), sleep(1_000, 'waits')])).toBe('waits');
    record();
    expect(await bill).toMatchObject({ outcome: 'CREATED' });
    expect(await locking).toMatchObject({ status: 200, json: { through: BEFORE } });
  });

  test('a bill that is made while a lock is set is refused', async () => {
    const { db } = vitrine.context;
    await lock(null, 'open again');
    const [setting, commit] = gate();
    const [isSet, set] = gate();
    const locking = db.transaction().execute(async (tx) => {
      await setPeriodLock({ db: tx, clock: () => new Date(), zone: ZONE }, LAST, {
        reason: 'filed',
        by: 'admin',
      });
      set();
      await setting;
    });
    await isSet;
    const { bill, reached, record } = await billed(LAST);
    record();
    expect(await Promise.race([reached.then(() => 'recorded'), sleep(1_000, 'waits')])).toBe('waits');
    commit();
    await locking;
    await expect(bill).rejects.toMatchObject({ code: 'PERIOD_LOCKED' });
    await lock(null, 'open again');
  });

  test('a lock that is sent twice stands once, with a key or without', async () => {
    const rows = async () =>
      ((await admin.get('/api/period-lock')).json as PeriodLockResource).history.length;
    const known = await rows();
    const body = { through: BEFORE, reason: 'sent twice' };
    await Promise.all([admin.post('/api/period-lock', body), admin.post('/api/period-lock', body)]);
    expect(await rows()).toBe(known + 1);
    const headers = { 'idempotency-key': 'unlock-once' };
    const unlock = { through: null, reason: 'open again' };
    const first = await admin.post('/api/period-lock', unlock, { headers });
    await lock(BEFORE, 'somebody else locks meanwhile');
    // The answer that was lost is sent for again: it unlocks nothing that was locked since.
    expect((await admin.post('/api/period-lock', unlock, { headers })).json).toEqual(first.json);
    expect(await admin.get('/api/period-lock')).toMatchObject({ json: { through: BEFORE } });
    await lock(null, 'open again');
  });
});
