import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { stoneStream } from '#contracts/events/index.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import { loadStream } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { recordDocument } from '#services/stones/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { itemOf, lockItem } from '#services/inboxes/index.ts';
import { suspenseCount, suspenseList } from './suspense-list.ts';
import { memoDocument } from '../testing/memo-document.ts';
import { openTestLedger, type TestLedger } from '../testing/simulator.ts';
import { repointSuspended } from './repoint.ts';
import { setDismissed } from './suspense-rows.ts';
import { retryAllSuspended, retrySuspended } from './retry-suspense.ts';
import { settleWaiting, syncInstance, type KnownOfInstance, type SettleDeps } from './sync-instance.ts';
import { keepOutcomes, oneSettlesAtATime, waitingIds } from './sync-store.ts';

/** A document that could not be placed waits, and is tried again on request (rule: Suspense). */

const CODE = '12-00-0001';
let ledger: TestLedger;
let deps: SettleDeps;
let documents = 0;

beforeAll(async () => {
  ledger = await openTestLedger(await testDatabase());
  await ledger.register(12);
  await ledger.register(13);
  const { context, database, customerByAccountCode } = ledger;
  deps = {
    db: database.db,
    clock: context.clock,
    customerByAccountCode,
    customersCaughtUp: async () => true,
    recordDocument: (document) => recordDocument(context, document),
  };
});
afterAll(() => ledger.close());
beforeEach(async () => {
  ledger.accounts.delete(12);
  await ledger.database.pool.query('delete from vitrine.suspense_document');
});

/** A memo of an account that is not known yet. */
const unplaced = (parcelName: string) => memoDocument(`S/${++documents}`, CODE, parcelName);

/** A memo that waits, for its account or its parcel is not known; gives its id on the list. */
async function suspended(parcelName: string, more: object = {}): Promise<string> {
  const document = { ...unplaced(parcelName), ...more };
  const waits = { identity: document, raw: document, suspended: 'not tried yet', whereabouts: new Map() };
  await keepOutcomes(deps.db, 'VITRINE', [waits], deps.clock());
  return `VITRINE/MEMO/${document.docNo}/${document.line}/${document.version}`;
}
const giveAccount = () =>
  ledger.accounts.set(12, [{ dxInstance: 'VITRINE', accountCode: CODE, docTypes: ['MEMO'] }]);

test('a document whose account is still free shows it, and counts as tried', async () => {
  const id = await suspended(await ledger.list());
  const reason = `account code ${CODE} of VITRINE belongs to no customer`;
  expect(await retrySuspended(deps, id)).toEqual({ id, outcome: 'WAITING', reason });
  expect(await suspenseList(deps.db)).toMatchObject([{ reason, attempts: 2 }]);
});

test('a document whose parcel is still unknown shows it', async () => {
  giveAccount();
  const id = await suspended('NOT-LISTED');
  expect(await retrySuspended(deps, id)).toEqual({
    id,
    outcome: 'WAITING',
    reason: 'there is no parcel NOT-LISTED',
  });
});

test('once its account is somebody’s it is recorded, once, however often and by how many it is retried', async () => {
  const parcelName = await ledger.list();
  const id = await suspended(parcelName);
  giveAccount();
  // By more than there are connections.
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => retrySuspended(deps, id)));
  outcomes.push(await retrySuspended(deps, id));
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => 'RECORDED'));
  expect(await ledger.recordedIn(parcelName)).toBe(1);
  expect(await suspenseList(deps.db)).toEqual([]);
});

test('one that never waited is unknown', async () => {
  await expect(retrySuspended(deps, 'VITRINE/MEMO/none/1/1')).rejects.toMatchObject({
    status: 404,
    code: 'UNKNOWN_DOCUMENT',
  });
});

test('all together: what can be placed is, the rest waits on', async () => {
  const [known, other] = [await ledger.list(), await ledger.list()];
  await suspended(known);
  await suspended(other, { accountCode: '99-99-9999' });
  await suspended('NOT-LISTED');
  giveAccount();
  expect(await retryAllSuspended(deps)).toEqual({ recorded: 1, waiting: 2 });
  expect(await retryAllSuspended(deps)).toEqual({ recorded: 0, waiting: 2 });
  expect([await ledger.recordedIn(known), await ledger.recordedIn(other)]).toEqual([1, 0]);
});

test('two versions of a document that name two parcels, retried at the same time, count once', async () => {
  const [wrong, right] = [await ledger.list(), await ledger.list()];
  const docNo = `moved-${++documents}`;
  const ids = [await suspended(wrong, { docNo, version: 1 }), await suspended(right, { docNo, version: 2 })];
  giveAccount();
  await Promise.all([...ids, ...ids].map((id) => retrySuspended(deps, id)));
  const statuses = await Promise.all([wrong, right].map(async (name) => (await ledger.view(name)).status));
  expect(statuses).toEqual(['AVAILABLE', 'CUSTOMER']);
});

const byAda = (commandId: string = randomUUID()) => ({ by: 'ada', key: { commandId, bodyHash: 'a body' } });

test('a document that is re-pointed is recorded where a person says, and what it named stays noted', async () => {
  const parcelName = await ledger.list();
  giveAccount();
  const id = await suspended('MISTYPED');
  const where = { parcelName, note: 'the office read the number aloud' };
  expect(await repointSuspended(deps, id, where, byAda())).toEqual({ id, outcome: 'RECORDED', reason: null });
  expect(await ledger.recordedIn(parcelName)).toBe(1);
  expect(await suspenseList(deps.db)).toEqual([]);
  expect((await itemOf(deps.db, 'SUSPENSE', id)).steps).toEqual([
    {
      id: expect.any(Number),
      action: 'REPOINT',
      owner: null,
      note: 'the office read the number aloud',
      changes: [{ field: 'parcelName', from: 'MISTYPED', to: parcelName }],
      by: 'ada',
      at: expect.any(String),
    },
  ]);
  await expect(repointSuspended(deps, id, where, byAda())).rejects.toMatchObject({ status: 404 });
});

test('a void version takes a document away where a person re-pointed it, though what it names is still not known', async () => {
  // Given a memo of a mistyped parcel and account, re-pointed and recorded.
  const parcelName = await ledger.list();
  giveAccount();
  const wrong = { docNo: `void/${++documents}`, accountCode: '99-99-9999' };
  const id = await suspended('MISTYPED', wrong);
  const where = { parcelName, accountCode: CODE, note: 'the office read it aloud' };
  expect(await repointSuspended(deps, id, where, byAda())).toMatchObject({ outcome: 'RECORDED' });
  expect(await ledger.view(parcelName)).toMatchObject({ status: 'CUSTOMER', customerId: 12 });
  // When the trading system voids it, as it wrote it before.
  const voided = await suspended('MISTYPED', { ...wrong, version: 2, amount: null });
  expect(await retrySuspended(deps, voided)).toMatchObject({ outcome: 'RECORDED' });
  // Then the memo is gone, once.
  expect(await ledger.view(parcelName)).toMatchObject({ status: 'AVAILABLE', entries: [], anomalies: [] });
  expect(await retrySuspended(deps, voided)).toMatchObject({ outcome: 'RECORDED' });
  expect(await ledger.recordedIn(parcelName)).toBe(2);
  expect(await suspenseList(deps.db)).toEqual([]);
});

test('a void version is of the customer under whom its document stands, though it names another’s account', async () => {
  // Given a memo of an account of customer 13, re-pointed to customer 12.
  const parcelName = await ledger.list();
  giveAccount();
  const code = '13-00-0001';
  ledger.accounts.set(13, [{ dxInstance: 'VITRINE', accountCode: code, docTypes: ['MEMO'] }]);
  onTestFinished(() => void ledger.accounts.delete(13));
  const named = { docNo: `void/${++documents}`, accountCode: code };
  const id = await suspended('MISTYPED', named);
  const where = { parcelName, accountCode: CODE, note: 'the office read it aloud' };
  expect(await repointSuspended(deps, id, where, byAda())).toMatchObject({ outcome: 'RECORDED' });
  // When the trading system voids it, as it wrote it before.
  const voided = await suspended('MISTYPED', { ...named, version: 2, amount: null });
  expect(await retrySuspended(deps, voided)).toMatchObject({ outcome: 'RECORDED' });
  // Then it is in customer 12's history of the stone alone.
  const { state } = await loadStream(ledger.context, stoneStream(parcelName), parcelFold);
  expect(state.entries.map(({ customerId }) => customerId)).toEqual([12, 12]);
  expect(await ledger.view(parcelName)).toMatchObject({ status: 'AVAILABLE', entries: [], anomalies: [] });
});

test('re-pointed to what is not there either it waits, and says why; to what it names already is refused', async () => {
  const id = await suspended('MISTYPED');
  giveAccount();
  expect(await repointSuspended(deps, id, { parcelName: 'OTHER', note: 'a guess' }, byAda())).toEqual({
    id,
    outcome: 'WAITING',
    reason: 'there is no parcel OTHER',
  });
  await expect(
    repointSuspended(deps, id, { parcelName: 'OTHER', note: 'again' }, byAda()),
  ).rejects.toMatchObject({ status: 422, field: 'parcelName' });
  expect((await itemOf(deps.db, 'SUSPENSE', id)).steps).toHaveLength(1);
});

test('re-pointed again under its key, as after a lost answer, it is noted once and answered as it stands', async () => {
  const parcelName = await ledger.list();
  const id = await suspended('MISTYPED');
  const asked = byAda();
  const where = { parcelName, note: 'the office read the number aloud' };
  const reason = `account code ${CODE} of VITRINE belongs to no customer`;
  expect(await repointSuspended(deps, id, where, asked)).toEqual({ id, outcome: 'WAITING', reason });
  expect(await repointSuspended(deps, id, where, asked)).toEqual({ id, outcome: 'WAITING', reason });
  giveAccount();
  expect(await repointSuspended(deps, id, where, asked)).toEqual({ id, outcome: 'RECORDED', reason: null });
  expect(await repointSuspended(deps, id, where, asked)).toEqual({ id, outcome: 'RECORDED', reason: null });
  expect((await itemOf(deps.db, 'SUSPENSE', id)).steps).toHaveLength(1);
});

/**
 * Begins re-pointings of a document that is held, does `work` once the database says that they have come so far, and gives
 * what they came to.
 */
async function overtaken(
  id: string,
  begin: () => Promise<unknown>[],
  { cameSoFar, work }: { cameSoFar: string; work: (tx: Db) => Promise<unknown> },
): Promise<PromiseSettledResult<unknown>[]> {
  let begun: Promise<PromiseSettledResult<unknown>[]> = Promise.resolve([]);
  await deps.db.transaction().execute(async (tx) => {
    await lockItem(tx, 'SUSPENSE', id);
    begun = Promise.allSettled(begin());
    const rows = async () => (await ledger.database.pool.query(cameSoFar)).rowCount;
    await expect.poll(rows, { timeout: 30_000, interval: 25 }).toBe(1);
    await work(tx);
  });
  return begun;
}

test('re-pointed twice at once under its key, both are answered as it stands, and it is noted once', async () => {
  // Given a document that two calls under one key re-point, the second before the first has written.
  const parcelName = await ledger.list();
  const id = await suspended('MISTYPED');
  const asked = byAda();
  const repoint = () => repointSuspended(deps, id, { parcelName, note: 'read aloud' }, asked);
  const bothCame = `select from vitrine.used_key where command_id = '${asked.key.commandId}' and under_way = 2`;
  // When the first carries it out.
  const ended = await overtaken(id, () => [repoint(), repoint()], {
    cameSoFar: bothCame,
    work: () => sleep(200),
  });
  // Then the second is not refused for what the first did.
  const reason = `account code ${CODE} of VITRINE belongs to no customer`;
  const answered = { status: 'fulfilled', value: { id, outcome: 'WAITING', reason } };
  expect(ended).toEqual([answered, answered]);
  expect((await itemOf(deps.db, 'SUSPENSE', id)).steps).toHaveLength(1);
});

test('a re-pointing that a recording has overtaken is refused, and reports no success', async () => {
  // Given a re-pointing that waits for its turn.
  const parcelName = await ledger.list();
  const id = await suspended('MISTYPED');
  const waits = `
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  // When the document is recorded meanwhile.
  const [ended] = await overtaken(
    id,
    () => [repointSuspended(deps, id, { parcelName, note: 'read aloud' }, byAda())],
    { cameSoFar: waits, work: (tx) => sql`delete from vitrine.suspense_document`.execute(tx) },
  );
  // Then it is refused with what happened.
  const message = 'It is no longer waiting: it, or a later version of it, was recorded meanwhile.';
  expect(ended).toMatchObject({
    status: 'rejected',
    reason: { status: 409, code: 'CHANGED_MEANWHILE', message },
  });
  expect((await itemOf(deps.db, 'SUSPENSE', id)).steps).toEqual([]);
});

test('re-pointed while others wait for their turn to be tried, it is tried as it is named by then', async () => {
  const parcelName = await ledger.list();
  giveAccount();
  const id = await suspended('MISTYPED');
  let retried: Promise<unknown> | undefined;
  await oneSettlesAtATime(deps.db, 'VITRINE', async () => {
    const ids = await waitingIds(deps.db, 'VITRINE', 10);
    retried = settleWaiting(deps, 'VITRINE', ids);
    await ledger.database.pool.query(
      `update vitrine.suspense_document set document = replace(document, 'MISTYPED', $1)`,
      [parcelName],
    );
  });
  await expect(retried).resolves.toMatchObject([{ suspended: null }]);
  expect(await ledger.recordedIn(parcelName)).toBe(1);
  expect(await settleWaiting(deps, 'VITRINE', [id])).toEqual([]);
});

test('a dismissed document is not tried until it is reopened', async () => {
  const id = await suspended(await ledger.list());
  await setDismissed(deps.db, id, true);
  giveAccount();
  expect(await retryAllSuspended(deps)).toEqual({ recorded: 0, waiting: 0 });
  // Nor does it stand before those that are to be tried.
  expect(await waitingIds(deps.db, 'VITRINE', 10)).toEqual([]);
  // Also where it was dismissed only after a pass had named it.
  expect(await settleWaiting(deps, 'VITRINE', [id])).toEqual([]);
  expect((await suspenseCount(deps.db)).count).toBe(0);
  await setDismissed(deps.db, id, false);
  expect(await retryAllSuspended(deps)).toEqual({ recorded: 1, waiting: 0 });
});

/** Syncs as the job does, which knows what it found before, at a moment so many seconds from now; `emitted` is the peer's. */
function follow() {
  const emitted: object[] = [];
  const notAsked = () => Promise.reject(new Error('nothing is posted here'));
  const peer = {
    documentsAfter: async (_instance: string, cursor: string | null) => ({
      documents: emitted.slice(Number(cursor ?? 0)),
      cursor: String(emitted.length),
    }),
    post: notAsked,
    withdraw: notAsked,
  };
  const start = Date.now();
  const syncAt = (seconds: number, known: KnownOfInstance) => {
    const clock = () => new Date(start + seconds * 1000);
    return syncInstance({ ...deps, clock, peer, events: ledger.context.events }, 'VITRINE', { known });
  };
  onTestFinished(async () => {
    await ledger.database.pool.query('delete from vitrine.trading_cursor');
  });
  return { emitted, syncAt };
}

describe('a sync that knows what it found before', () => {
  test('tries what came into suspense where nothing had waited', async () => {
    const [{ emitted, syncAt }, known] = [follow(), {}];
    await syncAt(0, known);
    emitted.push(unplaced(await ledger.list()));
    expect(await syncAt(1, known)).toMatchObject({ suspended: 1 });
    giveAccount();
    expect(await syncAt(2, known)).toMatchObject({ resolved: 1 });
  });

  test('tries what waits every half minute though nothing is recorded, also what was dismissed and is reopened', async () => {
    const [{ syncAt }, known] = [follow(), {}];
    const id = await suspended(await ledger.list());
    await setDismissed(deps.db, id, true);
    await syncAt(0, known);
    await setDismissed(deps.db, id, false);
    giveAccount();
    expect(await syncAt(29, known)).toMatchObject({ resolved: 0 });
    expect(await syncAt(30, known)).toMatchObject({ resolved: 1 });
  });

  test('goes on where another process has read to', async () => {
    const [{ emitted, syncAt }, known] = [follow(), {}];
    const parcels = [await ledger.list(), await ledger.list()];
    giveAccount();
    await syncAt(0, known);
    emitted.push(unplaced(parcels[0]!));
    expect(await syncAt(1, {})).toMatchObject({ recorded: 1 });
    emitted.push(unplaced(parcels[1]!));
    expect(await syncAt(2, known)).toMatchObject({ failed: 'another sync of VITRINE is under way' });
    expect(await syncAt(3, known)).not.toHaveProperty('failed');
    expect(await Promise.all(parcels.map((name) => ledger.recordedIn(name)))).toEqual([1, 1]);
  });
});
