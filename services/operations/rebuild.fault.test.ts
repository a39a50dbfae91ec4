import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectionResource } from '#contracts/api/back-office.ts';
import { verifyProjection } from '#projections/engine/index.ts';
import { createProjections } from '#projections/index.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { createUser } from '#services/identity/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';
import { listStone, PASSWORD, testContext, ZONE } from '#tests/support/small-world.ts';

/**
 * A rebuild that an administrator asked for outlives the process that carries it out (architecture:
 * Projections).
 */

const STONES = 800;
const CHANGES = 20;
const soon = { timeout: 90_000, interval: 20 };

let url: string;
let database: Database;
let store: TestEventStore;
let events: EventStore;
const started: RunningProcess[] = [];

beforeAll(async () => {
  url = await testDatabase();
  database = connectDatabase(url);
  store = await startEmbeddedEventStoreForTests(url);
  events = connectEventStore({ connectionString: store.connectionString });
});
afterAll(async () => {
  await Promise.all(started.map((process) => process.destroy()));
  await events.close();
  await database.close();
  await store.close();
});

/** The application in a process of its own; gives its address. */
async function start(): Promise<{ application: RunningProcess; address: string }> {
  const application = startProgram('services/main.ts', [], {
    DATABASE_URL: url,
    EVENTSTORE_URL: store.connectionString,
    PORT: '0',
    VITRINE_TIME_ZONE: ZONE,
    JWT_SECRET: 'a secret of the tests, long enough',
    VITRINE_DEMO: 'false',
  });
  started.push(application);
  const [, address = ''] = await application.printed(/"address":"([^"]+)"/);
  return { application, address };
}

async function signedIn(address: string) {
  const { token } = (await (
    await fetch(new URL('/login', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    })
  ).json()) as { token: string };
  const call = (path: string, method: string) =>
    fetch(new URL(path, address), { method, headers: { authorization: `Bearer ${token}` } });
  return {
    projection: async () =>
      (await (await call('/api/projections/parcels', 'GET')).json()) as ProjectionResource,
    rebuild: async () => (await call('/api/projections/parcels/rebuild', 'POST')).status,
  };
}

const positionOfCopy = async (): Promise<{ startedAt: string; position: number } | undefined> =>
  (
    await database.pool.query<{ startedAt: string; position: number }>(
      `select started_at::text as "startedAt", position from vitrine.projection_build where name = 'parcels' and state = 'building'`,
    )
  ).rows[0];

test('kill -9 of the application midway: the next one goes on where the copy stands, and puts it in place', async () => {
  const first = await start();
  const context = testContext({ ...database, events });
  const person = { firstName: 'A', lastName: 'B', email: 'a@example.com', password: PASSWORD };
  await createUser(context, { username: 'admin', administrator: true, ...person });
  await inParallel(
    Array.from({ length: STONES }, (_, index) => `RB-${index}`),
    64,
    async (name) => {
      await listStone(context, name);
    },
  );
  const effectiveAt = new Date().toISOString();
  const metadata = {
    recordedAt: effectiveAt,
    shape: 1,
    actor: { username: 'feed', role: 'system' },
    commandId: 'c',
  };
  await inParallel(
    Array.from({ length: STONES }, (_, index) => index),
    64,
    async (index) => {
      const repriced = Array.from({ length: CHANGES }, (_, change) => ({
        id: crypto.randomUUID(),
        type: 'StoneRepriced',
        data: { costCents: 900_000, totalCents: 1_000_000 + change, effectiveAt },
        metadata,
      }));
      await events.append(`stone-RB-${index}`, 0n, repriced);
    },
  );
  const before = await signedIn(first.address);
  await expect.poll(async () => (await before.projection()).lag, soon).toBe(0);

  expect(await before.rebuild()).toBe(202);
  expect(await before.rebuild()).toBe(409);
  await expect
    .poll(async () => (await positionOfCopy())?.position ?? 0, { ...soon, interval: 2 })
    .toBeGreaterThan(0);
  await first.application.destroy();
  const left = await positionOfCopy();
  if (!left) throw new Error('the rebuild was over before it could be killed: give it more events');

  const second = await start();
  const after = await signedIn(second.address);
  await expect
    .poll(async () => (await after.projection()).rebuild, soon)
    .toMatchObject({ state: 'DONE', requestedBy: 'admin', attempts: 2, failure: null });
  expect(second.application.output()).toContain('the rebuild of parcels is taken up again');
  const { rows } = await database.pool.query<{ startedAt: string; state: string }>(
    `select started_at::text as "startedAt", state from vitrine.projection_build where name = 'parcels' order by build desc limit 1`,
  );
  expect(rows).toEqual([{ startedAt: left.startedAt, state: 'live' }]);
  const projection = createProjections(ZONE).find(({ name }) => name === 'parcels')!;
  const report = await verifyProjection({ pool: database.pool, events, projection });
  expect(report.differences).toEqual([]);
});
