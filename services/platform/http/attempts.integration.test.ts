import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { settableClock } from '#tests/support/clock.ts';
import { attemptMigrations, countAttempts, countManyAttempts } from './attempts.ts';
import { rateLimit } from './index.ts';
import { sharedCounts } from './shared-counts.ts';
import { testServer } from './testing/test-server.ts';

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, attemptMigrations);
});
afterAll(() => database.close());

test('attempts of many processes in parallel are counted once, and forgotten when their time is over', async () => {
  const processes = Array.from({ length: 4 }, () => countAttempts(database.db));
  const counted = await Promise.all(
    Array.from({ length: 40 }, (_, index) => processes[index % 4]!('sign-in of alder', 60_000)),
  );
  expect(counted.map(({ current }) => current).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  );
  for (const { ttl } of counted) expect(ttl).toBeGreaterThan(55_000);
  expect((await processes[0]!('sign-in of birch', 60_000)).current).toBe(1);
  await database.pool.query("update vitrine.attempt set ends_at = now() - interval '1 second'");
  expect(await processes[1]!('sign-in of alder', 60_000)).toMatchObject({ current: 1 });
});

test('a limit that one process has used up is used up in the others', async () => {
  const ask = await Promise.all(
    [1, 2].map(async () => {
      const { app } = await testServer({ attempts: countAttempts(database.db) });
      const config = { access: 'public', surface: 'rest' } as const;
      const limit = rateLimit(app, { name: 'test', max: 3, seconds: 60, key: () => 'one' });
      const schema = { response: { 200: z.object({}) } };
      app.post('/limited', { config, preHandler: limit, schema }, () => ({}));
      return () => app.inject({ method: 'POST', url: '/limited' });
    }),
  );
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1) statuses.push((await ask[index % 2]!()).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(Number((await ask[0]!()).headers['retry-after'])).toBeGreaterThan(0);
});

test('a user’s calls are counted in all processes together, and refused beyond the limit until the minute is over', async () => {
  const clock = settableClock('2026-03-02T10:00:30.000Z');
  const processes = [1, 2].map(() => sharedCounts(clock.now, 60_000, countManyAttempts(database.db)));
  const countIn = (which: number, calls: number): number => {
    let counted = 0;
    for (let call = 0; call < calls; call += 1) counted = processes[which]!.count('calls of ada');
    return counted;
  };
  expect(countIn(0, 30)).toBe(30);
  expect(countIn(1, 12)).toBe(12);
  for (const one of [...processes, ...processes]) await one.exchange();
  // Who counts nothing new in between learns of the others with its next call.
  expect(countIn(0, 1)).toBe(31);
  await processes[0]!.exchange();
  expect(countIn(0, 1)).toBe(44);
  expect(processes[0]!.count('calls of bob')).toBe(1);
  clock.set('2026-03-02T10:01:00.000Z');
  expect(countIn(0, 1)).toBe(1);
});

test('what one user asks for beyond its limit is refused; others, and sign-in, are not', async () => {
  const server = await testServer({ callLimit: { max: 3, countMany: countManyAttempts(database.db) } });
  const schema = { response: { 200: z.object({}) } };
  server.app.post('/asked', { config: { access: 'signed-in', surface: 'rest' }, schema }, () => ({}));
  const ask = async (username: string) =>
    server.app.inject({ method: 'POST', url: '/asked', headers: server.as(username) });
  const statuses: number[] = [];
  for (let call = 0; call < 4; call += 1) statuses.push((await ask('jeweller')).statusCode);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(Number((await ask('jeweller')).headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask('rep')).statusCode).toBe(200);
});
