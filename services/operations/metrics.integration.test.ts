import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

const soon = { timeout: 60_000, interval: 100 };
let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine({ TRADING_SYSTEM_URL: 'http://127.0.0.1:9', VITRINE_SYNC_SECONDS: '0' });
});
afterAll(() => vitrine.close());

/** Every series but the requests', by its name with labels, as an alarm would read it. */
async function series(): Promise<Map<string, string>> {
  const { text } = await vitrine.call('/metrics', undefined, { method: 'GET' });
  const lines = text.split('\n').filter((line) => /^vitrine_(?!http)/.test(line));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1)!]));
}

/** The first answer that shows these; on a busy machine one may come without what the stores did not say in time. */
async function seriesWith(expected: Record<string, string>): Promise<Map<string, string>> {
  let shown = new Map<string, string>();
  await expect.poll(async () => Object.fromEntries((shown = await series())), soon).toMatchObject(expected);
  return shown;
}

/** The database accepts no connections and has closed those it had. */
async function databaseOpen(open: boolean): Promise<void> {
  const url = new URL(vitrine.databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const server = new pg.Client({ connectionString: url.href });
  await server.connect();
  try {
    await server.query(`alter database ${name} allow_connections ${open}`);
    if (!open)
      await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  } finally {
    await server.end();
  }
}

test('reactors, mails, jobs, sync, suspense, pools and stores have their series', async () => {
  await seriesWith({ 'vitrine_store_reachable{store="postgres"}': '1' });
  const admin = await vitrine.as('admin');
  await admin.post('/admin/newuser', { username: 'new', email: 'new@example.com', customerId: 7 });
  await vitrine.pool.query(`
    insert into vitrine.suspense_document (instance, doc_type, doc_no, line, version, document, reason, since, tried_at)
    values ('VITRINE', 'MEMO', '1', 1, 1, '{}', 'unknown parcel', now() - interval '1 hour', now());
    insert into vitrine.rebuild_job (projection, requested_by, requested_at, finished_at, failure)
    values ('carts', 'admin', now(), now(), 'no');
    insert into vitrine.trading_cursor (instance, read_at, failure, failing_since)
    values ('VITRINE', now() - interval '1 minute', 'away', now() - interval '2 hours')`);
  const now = await seriesWith({
    'vitrine_store_reachable{store="event_store"}': '1',
    'vitrine_mails{state="KEPT"}': '1',
    'vitrine_mails{state="FAILED"}': '0',
    vitrine_mail_oldest_waiting_seconds: '0',
    'vitrine_jobs_open{job="rebuild"}': '0',
    'vitrine_jobs_failed{job="rebuild"}': '1',
    'vitrine_jobs_open{job="bill-run"}': '0',
    'vitrine_sync_age_seconds{instance="MUMBAI"}': '+Inf',
    vitrine_suspense_documents: '1',
    'vitrine_database_connections_max{pool="requests"}': '20',
    'vitrine_database_connections_waiting{pool="projections"}': '0',
    'vitrine_reactor_failing_events{reactor="finish-instructions"}': '0',
  });
  const value = (name: string) => Number(now.get(name));
  expect(value('vitrine_suspense_oldest_seconds')).toBeGreaterThanOrEqual(3600);
  expect(value('vitrine_sync_age_seconds{instance="VITRINE"}')).toBeGreaterThanOrEqual(60);
  expect(value('vitrine_sync_failing_seconds{instance="VITRINE"}')).toBeGreaterThanOrEqual(7200);
});

test('what a reactor fails on shows, with its age', async () => {
  // The trading system does not answer, so its instruction waits.
  await vitrine.listStone('MT-1');
  const alder = await vitrine.as('alder');
  await alder.post('/inventory/request_stones', { parcelNames: ['MT-1'], remarks: '' });
  const post = 'reactor="trading-system-instructions"';
  const now = await seriesWith({ [`vitrine_reactor_failing_events{${post}}`]: '1' });
  expect(Number(now.get(`vitrine_reactor_backlog_events{${post}}`))).toBeGreaterThanOrEqual(1);
  expect(Number(now.get(`vitrine_reactor_oldest_seconds{${post}}`))).toBeGreaterThan(0);
});

test('with the stores away every series stays, reads bad, and the answer comes within two seconds', async () => {
  const before = await series();
  await databaseOpen(false);
  try {
    await seriesWith({ 'vitrine_store_reachable{store="postgres"}': '0' });
    const started = performance.now();
    const away = await series();
    expect(performance.now() - started).toBeLessThan(2_000);
    expect([...away.keys()].sort()).toEqual([...before.keys()].sort());
    expect(Object.fromEntries(away)).toMatchObject({
      'vitrine_store_reachable{store="event_store"}': '0',
      'vitrine_projection_live{projection="parcels"}': '0',
      'vitrine_projection_lag_events{projection="parcels"}': '+Inf',
      'vitrine_reactor_oldest_seconds{reactor="finish-instructions"}': '+Inf',
      'vitrine_mails{state="WAITING"}': '+Inf',
      'vitrine_jobs_open{job="sync"}': '+Inf',
      'vitrine_sync_failing_seconds{instance="VITRINE"}': '+Inf',
      vitrine_suspense_documents: '+Inf',
    });
  } finally {
    await databaseOpen(true);
  }
  await seriesWith({ 'vitrine_store_reachable{store="postgres"}': '1' });
});
