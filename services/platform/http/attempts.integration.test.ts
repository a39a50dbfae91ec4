import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { attemptMigrations, countAttempts } from './attempts.ts';
import { rateLimit } from './index.ts';
import { testServer } from './test-server.ts';

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, attemptMigrations);
});
afterAll(() => database.close());

test('attempts of many processes at once are counted once, and forgotten when their time is over', async () => {
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
