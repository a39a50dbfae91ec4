import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/postgres.ts';
import { connectDatabase, oncePerLoss, type Database } from './index.ts';

const open: Database[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

test('connections that break together are reported once, without the client and its cancel key', async () => {
  const url = await testDatabase();
  const reported: Error[] = [];
  const broken: Error[] = [];
  const onLoss = oncePerLoss((error) => reported.push(error));
  const { pool, ...database } = connectDatabase(url, {
    max: 3,
    name: 'to be lost',
    onError: (error) => {
      broken.push(error);
      onLoss(error);
    },
  });
  const other = connectDatabase(url, { max: 1 });
  open.push({ pool, ...database }, other);
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  for (const client of clients) client.release();

  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to be lost'`.execute(
    other.db,
  );

  await expect.poll(() => broken.length, { interval: 10 }).toBeGreaterThanOrEqual(3);
  expect(reported).toHaveLength(1);
  for (const error of broken) expect(Object.keys(error)).not.toContain('client');
});

test('a later loss is reported again', () => {
  let clock = 0;
  const reported: string[] = [];
  const onLoss = oncePerLoss(
    ({ message }) => reported.push(message),
    () => clock,
  );
  for (const [at, message] of [
    [0, 'first'],
    [4_000, 'its last connection'],
    [60_000, 'second'],
  ] as const) {
    clock = at;
    onLoss(new Error(message));
  }
  expect(reported).toEqual(['first', 'second']);
});
