import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { announcesWork, listenForWork, type WorkNotices } from './index.ts';

let url: string;
let database: Database;
let work: WorkNotices;
const lost: string[] = [];
const never = new AbortController().signal;
/** Longer than a test may last: a wait that ends was rung. */
const LONG_MS = 60_000;

beforeAll(async () => {
  url = await testDatabase();
  database = connectDatabase(url);
  await migrate(database.pool, [
    {
      name: 'errands',
      sql: `create table errand (id int primary key, state text);
        ${announcesWork('errand', 'errands', 'insert or update of state')}`,
    },
  ]);
  work = listenForWork(url, { name: 'listener', onLost: ({ message }) => void lost.push(message) });
  await heard();
});
afterEach(() => database.pool.query('delete from errand'));
afterAll(async () => {
  await work.close();
  await database.close();
});

const add = (id: number) => database.pool.query(`insert into errand values ($1, 'open')`, [id]);

/** Ends when the connection stands and its first ring has been heard. */
async function heard(): Promise<void> {
  do await work.until('errands', LONG_MS, never);
  while ((await listeners()).length === 0);
  await work.until('errands', 300, never);
}

async function listeners(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'listener'`,
  );
  return rows.map(({ pid }) => pid);
}

test('a row that is added ends the wait for its kind, when its transaction is committed', async () => {
  const ended = work.until('errands', LONG_MS, never).then(() => 'rung');
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(`insert into errand values (1, 'open')`);
  expect(await Promise.race([ended, quiet()])).toBe('quiet');
  await client.query('commit');
  client.release();
  expect(await ended).toBe('rung');
});

test('what is announced while nobody waits ends the next wait; another kind is not woken', async () => {
  await add(2);
  await database.pool.query(`update errand set state = 'done'`);
  await work.until('errands', LONG_MS, never);
  const other = new AbortController();
  const waiting = work.until('other work', LONG_MS, other.signal).then(() => 'rung');
  await add(3);
  expect(await Promise.race([waiting, quiet()])).toBe('quiet');
  other.abort();
  await waiting;
  await work.until('errands', LONG_MS, never);
});

test('a lost connection wakes everyone, is reported, and is had again', async () => {
  const [pid] = await listeners();
  const woken = work.until('errands', LONG_MS, never);
  const killer = new pg.Client({ connectionString: url });
  await killer.connect();
  await killer.query('select pg_terminate_backend($1)', [pid]);
  await killer.end();
  await woken;
  expect(lost).toHaveLength(1);
  await expect.poll(listeners).not.toContain(pid);
  await heard();
  const ended = work.until('errands', LONG_MS, never);
  await add(4);
  await ended;
});

test('however often the connection cannot be made, nothing is left of an attempt', async () => {
  const leaks: Error[] = [];
  const note = (warning: Error): void => void leaks.push(warning);
  process.on('warning', note);
  let attempts = 0;
  const away = listenForWork('postgres://vitrine@127.0.0.1:1/none', {
    name: 'away',
    onLost: () => void (attempts += 1),
    unheardMs: 1,
  });
  const stop = new AbortController();
  const waiting = away.until('errands', LONG_MS, stop.signal);
  await expect.poll(() => attempts).toBeGreaterThan(25);
  stop.abort();
  await waiting;
  await away.close();
  process.off('warning', note);
  expect(leaks).toEqual([]);
});

const quiet = () => new Promise<string>((resolve) => setTimeout(() => resolve('quiet'), 150));
