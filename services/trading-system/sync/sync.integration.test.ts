import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { recordDocument } from '#services/stones/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import {
  connectTradingSystem,
  instanceStatus,
  requestSync,
  runSync,
  suspendedAccounts,
  suspenseList,
  syncInstance,
  syncRuns,
  type SyncDeps,
} from '../index.ts';
import {
  openTestLedger,
  startSimulatorForTests,
  type TestLedger,
  type TestSimulator,
} from '../testing/simulator.ts';
import { memoDocument } from '../testing/memo-document.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

let ledger: TestLedger;
let simulator: TestSimulator;
let deps: SyncDeps;

const soon = { timeout: 60_000, interval: 25 };
const CODE = '12-00-0001';

beforeAll(async () => {
  ledger = await openTestLedger(await testDatabase());
  await ledger.register(12);
  await ledger.register(13);
  simulator = await startSimulatorForTests(ledger.url);
  const { context, database, customerByAccountCode } = ledger;
  const peer = connectTradingSystem({ baseUrl: simulator.url, timeoutMs: 5_000, maxBytes: 1_000_000 });
  deps = {
    db: database.db,
    events: context.events,
    clock: context.clock,
    peer,
    customerByAccountCode,
    customersCaughtUp: async () => true,
    recordDocument: (document) => recordDocument(context, document),
  };
});

afterAll(async () => {
  await simulator.close();
  await ledger.close();
});

beforeEach(() => {
  ledger.accounts.set(12, [{ dxInstance: 'VITRINE', accountCode: CODE, docTypes: ['MEMO', 'INVOICE'] }]);
  ledger.accounts.delete(13);
});

afterEach(async () => {
  await simulator.hook('behaviour', { mode: 'ok' });
  await sync();
  await ledger.database.pool.query('delete from vitrine.suspense_document');
});

const sync = () => syncInstance(deps, 'VITRINE');

let documents = 0;
const memo = (parcelName: string, more: object = {}) => ({
  ...memoDocument(`M-${++documents}`, CODE, parcelName),
  ...more,
});
const emit = (...given: object[]) => simulator.hook('documents', { instance: 'VITRINE', documents: given });

test('what is new is recorded, and nothing twice', async () => {
  const parcelName = await ledger.list();
  await emit(memo(parcelName));
  expect(await sync()).toEqual({
    instance: 'VITRINE',
    read: 1,
    recorded: 1,
    already: 0,
    suspended: 0,
    resolved: 0,
  });
  expect((await ledger.view(parcelName)).status).toBe('CUSTOMER');
  expect(await sync()).toMatchObject({ read: 0, recorded: 0 });
  await ledger.database.pool.query(
    "update vitrine.trading_cursor set cursor = null where instance = 'VITRINE'",
  );
  expect(await sync()).toMatchObject({ recorded: 0 });
  expect(await ledger.recordedIn(parcelName)).toBe(1);
});

test('versions count by their number, not by their arrival; a void one takes the document away', async () => {
  const [first, second] = [await ledger.list(), await ledger.list()];
  const document = memo(first);
  await emit({ ...document, version: 3, amount: null }, { ...document, version: 2 }, document, {
    ...memo(second),
    version: 2,
  });
  expect(await sync()).toMatchObject({ read: 4, recorded: 4 });
  expect((await ledger.view(first)).status).toBe('AVAILABLE');
  expect((await ledger.view(second)).status).toBe('CUSTOMER');
  await emit({ ...document, version: 4 });
  await sync();
  expect((await ledger.view(first)).status).toBe('CUSTOMER');
});

test('a version that names another parcel moves the document there', async () => {
  const [wrong, right] = [await ledger.list(), await ledger.list()];
  const document = memo(wrong);
  await emit(document);
  await sync();
  await emit({ ...document, parcelName: right, version: 2 });
  await sync();
  expect([(await ledger.view(wrong)).status, (await ledger.view(right)).status]).toEqual([
    'AVAILABLE',
    'CUSTOMER',
  ]);
});

test('documents of two instances that have one number are two documents', async () => {
  const account = { accountCode: CODE, docTypes: ['MEMO'] };
  ledger.accounts.set(12, [
    { dxInstance: 'VITRINE', ...account },
    { dxInstance: 'ANTWERP', ...account },
  ]);
  const parcels = [await ledger.list(), await ledger.list()];
  const [here, there] = parcels.map((parcelName) => memo(parcelName, { docNo: 'ONE-NUMBER' }));
  await emit(here!);
  await simulator.hook('documents', { instance: 'ANTWERP', documents: [there] });
  expect(await sync()).toMatchObject({ recorded: 1 });
  expect(await syncInstance(deps, 'ANTWERP')).toMatchObject({ recorded: 1 });
  const views = await Promise.all(parcels.map((name) => ledger.view(name)));
  expect(views.map(({ status }) => status)).toEqual(['CUSTOMER', 'CUSTOMER']);
});

test('a sync that is asked for tries everything in suspense again', async () => {
  ledger.accounts.delete(12);
  const parcelName = await ledger.list();
  const many = Array.from({ length: 502 }, () => memo('MC-UNKNOWN', { accountCode: '99-99-9999' }));
  await emit(...many, memo(parcelName));
  expect(await sync()).toMatchObject({ suspended: 503 });
  ledger.accounts.set(12, [{ dxInstance: 'VITRINE', accountCode: CODE, docTypes: ['MEMO', 'INVOICE'] }]);
  expect(await syncInstance(deps, 'VITRINE', { isAskedFor: true })).toMatchObject({ resolved: 1 });
});

test('a sync that stops after so many pages is not at the end; one that is asked for reads on to the last document', async () => {
  // Given a trading system with more pages than one sync reads.
  const parcelName = await ledger.list();
  const document = memo(parcelName);
  let pages = 0;
  const peer = {
    ...deps.peer,
    documentsAfter: async () => ({
      documents: ++pages % 4 === 0 ? [] : [document],
      cursor: `page ${pages}`,
    }),
  };
  const { pool } = ledger.database;
  onTestFinished(async () => {
    await pool.query("delete from vitrine.trading_cursor where instance = 'MUMBAI'");
  });
  ledger.accounts.set(12, [{ dxInstance: 'MUMBAI', accountCode: CODE, docTypes: ['MEMO'] }]);
  const readAt = async () =>
    (await instanceStatus(deps.db)).find(({ instance }) => instance === 'MUMBAI')?.readAt;
  // When it syncs by itself, then it does not count as read to the end.
  const byItself = await syncInstance({ ...deps, peer }, 'MUMBAI', { mostPages: 2 });
  expect(byItself).toMatchObject({ read: 2, recorded: 1 });
  expect(await readAt()).toBeNull();
  // When a person asks for a sync, then it reads all.
  expect(await syncInstance({ ...deps, peer }, 'MUMBAI', { isAskedFor: true })).toMatchObject({ read: 1 });
  expect(await readAt()).toEqual(expect.any(Date));
});

test('a trading system whose pages go round is reported, also when a person asked', async () => {
  const document = memo(await ledger.list());
  let pages = 0;
  const documentsAfter = async () => ({ documents: [document], cursor: `page ${++pages % 3}` });
  onTestFinished(async () => {
    await ledger.database.pool.query("delete from vitrine.trading_cursor where instance = 'MUMBAI'");
  });
  const round = { ...deps, peer: { ...deps.peer, documentsAfter } };
  expect(await syncInstance(round, 'MUMBAI', { isAskedFor: true })).toMatchObject({
    failed: expect.stringContaining('the cursor page 1 a second time'),
  });
});

test('nothing is recorded while it is not known who had the account', async () => {
  const parcelName = await ledger.list();
  await emit(memo(parcelName));
  const behind = { ...deps, customersCaughtUp: async () => false };
  const report = await syncInstance(behind, 'VITRINE');
  expect(report).toMatchObject({ recorded: 0, failed: expect.stringContaining('brought up to date') });
  expect(await ledger.recordedIn(parcelName)).toBe(0);
  expect(await sync()).toMatchObject({ read: 1, recorded: 1 });
});

test('documents may come late and in the wrong order', async () => {
  const parcelName = await ledger.list();
  const back = memo(parcelName, { docType: 'RETURN_MEMO', date: '2026-03-20' });
  await emit(back, memo(parcelName, { docType: 'MEMO', date: '2026-03-02' }));
  await sync();
  expect(await ledger.view(parcelName)).toMatchObject({ status: 'AVAILABLE', anomalies: [] });
});

test('an unknown account code waits in suspense, and is recorded at the next sync after it was assigned', async () => {
  const parcelName = await ledger.list();
  await emit(memo(parcelName, { accountCode: '13-00-0001', amount: 123.45 }));
  expect(await sync()).toMatchObject({ read: 1, recorded: 0, suspended: 1 });
  expect(await suspenseList(deps.db)).toMatchObject([
    {
      instance: 'VITRINE',
      docType: 'MEMO',
      version: 1,
      accountCode: '13-00-0001',
      parcelName,
      date: '2026-03-02',
      amount: 123.45,
      attempts: 1,
      reason: 'account code 13-00-0001 of VITRINE belongs to no customer',
    },
  ]);
  expect(await sync()).toMatchObject({ read: 0, resolved: 0 });
  expect(await suspenseList(deps.db)).toMatchObject([{ attempts: 2 }]);
  ledger.accounts.set(13, [{ dxInstance: 'VITRINE', accountCode: '13-00-0001', docTypes: ['MEMO'] }]);
  expect(await sync()).toMatchObject({ read: 0, resolved: 1 });
  expect(await suspenseList(deps.db)).toEqual([]);
  expect(await ledger.view(parcelName)).toMatchObject({ status: 'CUSTOMER', customerId: 13 });
});

test('the account that a credit in suspense names is offered as one of invoices', async () => {
  const accountCode = '77-00-0001';
  await emit({ ...memo(await ledger.list()), docType: 'CREDIT', accountCode });
  expect(await sync()).toMatchObject({ suspended: 1 });
  const offered = { dxInstance: 'VITRINE', accountCode, docType: 'INVOICE' };
  expect(await suspendedAccounts(deps.db)).toEqual([offered]);
});

test('an unknown parcel waits until it is listed; the account code of another instance is unknown', async () => {
  const known = await ledger.list();
  const next = `N-${Number(known.slice(2)) + 1}`;
  await emit(memo(next));
  await simulator.hook('documents', { instance: 'ANTWERP', documents: [memo(known)] });
  expect(await syncInstance(deps, 'ANTWERP')).toMatchObject({ suspended: 1 });
  expect(await sync()).toMatchObject({ suspended: 1 });
  expect((await suspenseList(deps.db)).map(({ reason }) => reason).sort()).toEqual([
    `account code ${CODE} of ANTWERP belongs to no customer`,
    `there is no parcel ${next}`,
  ]);
  expect(await ledger.list()).toBe(next);
  expect(await sync()).toMatchObject({ resolved: 1 });
  expect((await ledger.view(next)).status).toBe('CUSTOMER');
});

test('a malformed document waits, the others of its page are recorded, and a corrected version takes its place', async () => {
  const [bad, good] = [await ledger.list(), await ledger.list()];
  const malformed = memo(bad, { date: 'yesterday\u0000\ud800' });
  await emit({ ...malformed, parcelName: bad }, memo(good));
  expect(await sync()).toMatchObject({ read: 2, recorded: 1, suspended: 1 });
  expect(await suspenseList(deps.db)).toMatchObject([
    { parcelName: bad, reason: expect.stringMatching(/^date: /) },
  ]);
  await emit({ ...malformed, version: 2, date: '2026-03-02' });
  expect(await sync()).toMatchObject({ recorded: 1 });
  expect(await suspenseList(deps.db)).toEqual([]);
});

test('a page with something on it that is no document is left whole, and read when it is mended', async () => {
  const parcelName = await ledger.list();
  await simulator.hook('behaviour', { mode: 'shape', times: 1 });
  await emit(memo(parcelName));
  expect(await sync()).toMatchObject({
    read: 0,
    recorded: 0,
    failed: expect.stringMatching(/^trading system: it sent rubbish: document 1 of a page: /),
  });
  expect(await sync()).toMatchObject({ read: 1, recorded: 1 });
});

test.each([
  ['fail', /^trading system: it answered 503: .*stocktaking/],
  ['hang', /^trading system: it gave no full answer within 5 s$/],
  ['html', /^trading system: it sent rubbish instead of JSON: .*nginx/],
  ['cut', /^trading system: it sent rubbish instead of JSON/],
  ['drop', /^trading system: it cannot be reached: /],
  ['huge', /^trading system: its answer is larger than 1000000 bytes$/],
])('a peer that does "%s" costs a clear report and nothing else', async (mode, reason) => {
  const parcelName = await ledger.list();
  await emit(memo(parcelName));
  await simulator.hook('behaviour', { mode });
  const { failed } = await sync();
  expect(failed).toMatch(reason);
  expect((await instanceStatus(deps.db)).find(({ instance }) => instance === 'VITRINE')).toMatchObject({
    failure: failed,
    failingSince: expect.any(Date),
  });
  await simulator.hook('behaviour', { mode: 'ok' });
  expect(await sync()).toMatchObject({ recorded: 1 });
  expect((await instanceStatus(deps.db)).find(({ instance }) => instance === 'VITRINE')).toMatchObject({
    failure: null,
    failingSince: null,
  });
});

test('an instance that fails again and again has been failing since the first time', async () => {
  await simulator.hook('behaviour', { mode: 'fail' });
  const failingSince = async () => {
    await sync();
    return (await instanceStatus(deps.db)).find(({ instance }) => instance === 'VITRINE')?.failingSince;
  };
  const since = await failingSince();
  expect(since).toEqual(expect.any(Date));
  expect(await failingSince()).toEqual(since);
});

test('wherever a sync breaks off, the next one completes it, and nothing is recorded twice', async () => {
  const parcels = [await ledger.list(), await ledger.list(), await ledger.list()];
  const moved = memo(parcels[0]!);
  await emit(
    moved,
    memo(parcels[1]!, { accountCode: '99-99-9999' }),
    { ...moved, version: 2, parcelName: parcels[2] },
    memo(parcels[1]!),
  );
  let left = 0;
  const breaking: SyncDeps = {
    ...deps,
    async recordDocument(document) {
      if (left-- === 0) throw new Error('killed before it was recorded');
      const outcome = await deps.recordDocument(document);
      if (left-- === 0) throw new Error('killed after it was recorded');
      return outcome;
    },
  };
  for (let calls = 0; calls < 8; calls++) {
    left = calls;
    expect(await syncInstance(breaking, 'VITRINE')).toMatchObject({
      failed: expect.stringContaining('killed'),
    });
  }
  expect(await sync()).not.toHaveProperty('failed');
  expect(await Promise.all(parcels.map((name) => ledger.recordedIn(name)))).toEqual([2, 1, 1]);
  expect(
    await Promise.all(parcels.map(async (parcelName) => (await ledger.view(parcelName)).status)),
  ).toEqual(['AVAILABLE', 'CUSTOMER', 'CUSTOMER']);
});

test('two syncs of an instance at the same time record nothing twice', async () => {
  const parcels = await Promise.all(Array.from({ length: 20 }, () => ledger.list()));
  await emit(...parcels.map((parcelName) => memo(parcelName)));
  await Promise.all([sync(), sync(), sync()]);
  expect(await Promise.all(parcels.map((name) => ledger.recordedIn(name)))).toEqual(parcels.map(() => 1));
});

test('a sync that an administrator asks for runs once, is reported, and starts over when its process was killed', async () => {
  const parcelName = await ledger.list();
  await emit(memo(parcelName));
  const first = await requestSync(deps.db, { id: randomUUID(), requestedBy: 'admin', now: new Date() });
  expect(await requestSync(deps.db, { id: randomUUID(), requestedBy: 'other', now: new Date() })).toBe(first);
  // As a killed process leaves it: begun, not finished.
  await ledger.database.pool.query('update vitrine.sync_run set started_at = now()');
  const stop = new AbortController();
  const log = { info: () => undefined, warn: () => undefined };
  const ended = runSync({
    ...deps,
    leases: openLeases(ledger.database.pool),
    work: polledWork(),
    log,
    signal: stop.signal,
    everySeconds: null,
  });
  await expect.poll(async () => (await syncRuns(deps.db))[0]?.finishedAt ?? null, soon).not.toBeNull();
  stop.abort();
  await ended;
  const runs = await syncRuns(deps.db);
  expect(runs).toMatchObject([{ id: first, requestedBy: 'admin' }]);
  expect(runs[0]?.reports).toHaveLength(4);
  expect(runs[0]?.reports).toContainEqual({
    instance: 'VITRINE',
    read: 1,
    recorded: 1,
    already: 0,
    suspended: 0,
    resolved: 0,
  });
});
