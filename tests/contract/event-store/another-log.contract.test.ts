import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { createPositions, projectionMigrations, startProjections } from '#projections/engine/index.ts';
import { newTestEvent } from '#projections/engine/testing/test-log.ts';
import { countsProjection } from '#projections/engine/testing/test-projections.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { reactorMigrations, reactorStatus, runReactors } from '#services/platform/reactors/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { movableWire } from '#tests/support/movable-wire.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

const repriced = () =>
  newTestEvent('StoneRepriced', {
    costCents: 1,
    totalCents: 2,
    effectiveAt: '2024-05-01T12:00:00.000Z',
  });
const LONG = { timeout: 30_000 };

let database: Database;
let wire: Awaited<ReturnType<typeof movableWire>>;
let moved: EventStore;
const stores: TestEventStore[] = [];
const logs: EventStore[] = [];

beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { max: 15, pipeline: true });
  await migrate(database.pool, [...projectionMigrations, ...reactorMigrations]);
  for (let log = 0; log < 2; log += 1) {
    const store = await startEmbeddedEventStoreForTests(await testDatabase());
    stores.push(store);
    logs.push(await identified(connectEventStore({ connectionString: store.connectionString })));
  }
  wire = await movableWire(stores[0]!.port);
  moved = connectEventStore({ connectionString: `esdb://127.0.0.1:${wire.port}?tls=false` });
});
afterAll(async () => {
  await moved.close();
  wire.close();
  for (const log of logs) await log.close();
  for (const store of stores) await store.close();
  await database.close();
});

it('when another log answers at the address after a connection was lost, read models and reactors stand and report it', async () => {
  const reacted: string[] = [];
  const logged: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_details: object, message: string) => void logged.push(message),
    error: ({ err }: { err?: Error }) => void logged.push(String(err?.message)),
  };
  const stop = new AbortController();
  const leases = openLeases(database.pool);
  const projection = countsProjection();
  const runner = startProjections({
    pool: database.pool,
    looking: database.pool,
    leases,
    events: moved,
    projections: [projection],
    positions: createPositions(database.db, await logIdOf(moved)),
    log,
  });
  const reacting = runReactors({
    db: database.db,
    leases,
    work: polledWork(),
    events: moved,
    reactors: [
      {
        name: 'notes',
        eventTypes: ['StoneRepriced'],
        startAt: 'beginning',
        react: ({ stream }) => Promise.resolve(void reacted.push(stream)),
      },
    ],
    log: { info: () => undefined, warn: (message) => void logged.push(message) },
    clock: () => new Date(),
    signal: stop.signal,
    backoff: { firstMs: 50, longestMs: 200 },
    withoutOrders: true,
  });
  const counted = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ events: string }>(
      "select coalesce(sum(events), 0) as events from vitrine.projection_build where name = 'counts'",
    );
    return Number(rows[0]?.events);
  };
  await logs[0]!.append('stone-of-this-log', 'no_stream', [repriced()]);
  await expect.poll(() => [reacted, runner.caughtUp()], LONG).toEqual([['stone-of-this-log'], true]);
  const before = await counted();

  for (let stone = 0; stone < 20; stone += 1)
    await logs[1]!.append(`stone-of-another-log-${stone}`, 'no_stream', [repriced()]);
  wire.leadTo(stores[1]!.port);
  await expect
    .poll(() => logged.filter((line) => line.includes('another event log')).length, LONG)
    .toBeGreaterThanOrEqual(2);
  expect(reacted).toEqual(['stone-of-this-log']);
  expect(await counted()).toBe(before);
  const [status] = await reactorStatus(database.db);
  expect(status).toMatchObject({ reactor: 'notes', waiting: 0 });
  stop.abort();
  await reacting;
  await runner.stop();
});
