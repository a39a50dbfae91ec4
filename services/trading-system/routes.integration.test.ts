import { afterAll, beforeAll, expect, test } from 'vitest';
import { inboxMigrations } from '#services/inboxes/index.ts';
import { commandMigrations } from '#services/platform/commands/index.ts';
import { systemClock } from '#services/platform/clock.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testServer, type TestServer } from '#services/platform/http/testing/test-server.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { registerTradingSystemRoutes, syncRuns, tradingSystemMigrations } from './index.ts';

let database: Database;
let server: TestServer;
let unconfigured: TestServer;

beforeAll(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, [...commandMigrations, ...inboxMigrations, ...tradingSystemMigrations]);
  const deps = {
    db: database.db,
    clock: systemClock,
    customerByAccountCode: async () => null,
    customersCaughtUp: async () => true,
    recordDocument: async () => 'already' as const,
    reached: async () => true,
  };
  server = await testServer();
  registerTradingSystemRoutes(server.app, { ...deps, configured: true });
  unconfigured = await testServer();
  registerTradingSystemRoutes(unconfigured.app, { ...deps, configured: false });
});

afterAll(async () => {
  await server.app.close();
  await unconfigured.app.close();
  await database.close();
});

const ask = (username: string, method: 'GET' | 'POST', url: string, { app, as } = server) =>
  app.inject({ method, url, headers: as(username) });

test.each([
  ['POST', '/sync/sync'],
  ['GET', '/api/suspense'],
  ['GET', '/api/syncs'],
  ['GET', '/api/stuck-instructions'],
  ['POST', '/api/stuck-instructions/retry'],
  ['POST', '/api/suspense/retry'],
  ['POST', '/api/suspense/VITRINE%2FMEMO%2FM-1%2F1%2F1/retry'],
] as const)('%s %s is for administrators', async (method, url) => {
  expect((await ask('jeweller', method, url)).statusCode).toBe(403);
  expect((await ask('rep', method, url)).statusCode).toBe(403);
  expect((await server.app.inject({ method, url })).statusCode).toBe(401);
  expect(await syncRuns(database.db)).toEqual([]);
});

test('a sync is asked for and answered immediately; its run can be followed', async () => {
  const reply = await ask('admin', 'POST', '/sync/sync');
  expect(reply.statusCode).toBe(200);
  const { syncId } = reply.json<{ syncId: string }>();
  const runs = await ask('admin', 'GET', '/api/syncs');
  expect(runs.json()).toEqual([
    {
      id: syncId,
      requestedBy: 'admin',
      requestedAt: expect.any(String),
      startedAt: null,
      finishedAt: null,
      reports: [],
    },
  ]);
  expect(runs.headers['content-range']).toBe('syncs 0-0/1');
});

test('repeated under its key a sync is asked for once, though it has begun meanwhile', async () => {
  const headers = { ...server.as('admin'), 'idempotency-key': 'lost-answer' };
  const call = async () =>
    (await server.app.inject({ method: 'POST', url: '/sync/sync', headers })).json<{ syncId: string }>();
  const first = await call();
  await database.pool.query('update vitrine.sync_run set started_at = now() where id = $1', [first.syncId]);
  expect(await call()).toEqual(first);
  expect(await syncRuns(database.db)).toHaveLength(1);
});

test('a sync that has not begun serves all who ask; one that has begun none who asks from then on', async () => {
  await database.pool.query('delete from vitrine.sync_run');
  const call = async () => (await ask('admin', 'POST', '/sync/sync')).json<{ syncId: string }>();
  const first = await call();
  expect(await call()).toEqual(first);
  // It may have read the documents already.
  await database.pool.query('update vitrine.sync_run set started_at = now()');
  expect(await call()).not.toEqual(first);
  expect(await syncRuns(database.db)).toHaveLength(2);
});

test('without a trading system it is refused as such', async () => {
  const reply = await ask('admin', 'POST', '/sync/sync', unconfigured);
  expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
    402,
    'No trading system is configured: set TRADING_SYSTEM_URL.',
  ]);
});

test('the suspense list gives what waits and why, by pages', async () => {
  const document = (docNo: string, more: object) => [
    docNo,
    JSON.stringify({ docType: 'MEMO', docNo, line: 1, version: 1, ...more }),
  ];
  for (const [docNo, body] of [
    document('M-1', { accountCode: '99-99-9999', parcelName: 'N-1', date: '2026-03-02', amount: 12.5 }),
    document('M-2', { amount: null, date: 5 }),
  ]) {
    await database.pool.query(
      `insert into vitrine.suspense_document (instance, doc_type, doc_no, line, version, document, reason, since, tried_at)
       values ('VITRINE', 'MEMO', $1, 1, 1, $2, 'a reason', '2026-03-03T10:00:00Z', '2026-03-03T11:00:00Z')`,
      [docNo, body],
    );
  }
  const both = await ask('admin', 'GET', '/api/suspense');
  const row = {
    instance: 'VITRINE',
    docType: 'MEMO',
    line: 1,
    version: 1,
    reason: 'a reason',
    since: '2026-03-03T10:00:00.000Z',
    triedAt: '2026-03-03T11:00:00.000Z',
    attempts: 1,
    state: 'OPEN',
    owner: null,
    note: null,
    handledBy: null,
    handledAt: null,
    old: true,
  };
  expect(both.json()).toEqual([
    {
      ...row,
      id: 'VITRINE/MEMO/M-1/1/1',
      docNo: 'M-1',
      accountCode: '99-99-9999',
      parcelName: 'N-1',
      date: '2026-03-02',
      amount: 12.5,
    },
    { ...row, id: 'VITRINE/MEMO/M-2/1/1', docNo: 'M-2', amount: null },
  ]);
  const second = await ask('admin', 'GET', `/api/suspense?range=${encodeURIComponent('[1,1]')}`);
  expect(second.json<{ docNo: string }[]>().map(({ docNo }) => docNo)).toEqual(['M-2']);
  expect(second.headers['content-range']).toBe('suspense 1-1/2');
});

test('retried over HTTP, one or all show what still waits', async () => {
  const id = 'VITRINE/MEMO/M-1/1/1';
  const one = await ask('admin', 'POST', `/api/suspense/${encodeURIComponent(id)}/retry`);
  expect([one.statusCode, one.json()]).toEqual([
    200,
    { id, outcome: 'WAITING', reason: 'account code 99-99-9999 of VITRINE belongs to no customer' },
  ]);
  expect((await ask('admin', 'POST', '/api/suspense/retry')).json()).toEqual({ recorded: 0, waiting: 2 });
  expect((await ask('admin', 'POST', '/api/suspense/none/retry')).statusCode).toBe(404);
});
