import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { systemClock } from '#services/platform/clock.ts';
import { commandMigrations, createSnapshots } from '#services/platform/commands/index.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { repricingMigrations } from './migrations.ts';
import { runRepricing } from './run-repricing.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

test('before the first read model exists it finds nothing to do and warns of nothing', async () => {
  const url = await testDatabase();
  const store = await startEmbeddedEventStoreForTests(url);
  const events = connectEventStore({ connectionString: store.connectionString });
  const { pool, db, close } = connectDatabase(url);
  await migrate(pool, [...commandMigrations, ...repricingMigrations]);
  const leases = openLeases(pool);
  const warnings: string[] = [];
  const ending = new AbortController();

  const running = runRepricing({
    context: { events, db, snapshots: createSnapshots(pool), clock: systemClock, zone: 'America/New_York' },
    leases,
    work: polledWork(),
    readModelCaughtUp: async () => false,
    log: { info: () => undefined, warn: (line) => warnings.push(line) },
    signal: ending.signal,
  });
  await expect.poll(() => leases.held().get('repricing')).toBe(true);
  await sleep(200);
  ending.abort();
  await running;
  expect(warnings).toEqual([]);

  await leases.close();
  await events.close();
  await close();
  await store.close();
});
