import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { projectionStatus } from '#projections/engine/index.ts';
import { uncarted } from '#projections/engine/testing/test-log.ts';
import { createProjections } from '#projections/index.ts';
import { startApplication, type Application } from '#services/application.ts';
import { readConfig } from '#services/platform/config/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { movableWire } from '#tests/support/movable-wire.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { ZONE } from '#tests/support/small-world.ts';

/** A balancer learns of a lost store from the first answer that it asks for, and of its return. */
type Wire = Awaited<ReturnType<typeof movableWire>>;
const UNUSED_PORT = 9;
const soon = { timeout: 60_000, interval: 50 };

let directUrl: string;
let store: TestEventStore;
let wires: { database: Wire; eventStore: Wire };
let ports: { database: number; eventStore: number };
let application: Application;

beforeAll(async () => {
  directUrl = await testDatabase();
  const databaseUrl = new URL(directUrl);
  store = await startEmbeddedEventStoreForTests(databaseUrl.href);
  const eventStorePort = Number(/:(\d+)/.exec(store.connectionString)?.[1]);
  ports = { database: Number(databaseUrl.port), eventStore: eventStorePort };
  wires = {
    database: await movableWire(ports.database),
    eventStore: await movableWire(ports.eventStore),
  };
  databaseUrl.host = `127.0.0.1:${wires.database.port}`;
  const config = readConfig({
    DATABASE_URL: databaseUrl.href,
    EVENTSTORE_URL: `esdb://127.0.0.1:${wires.eventStore.port}?tls=false`,
    PORT: '0',
    VITRINE_LOG_LEVEL: 'silent',
  });
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  application = await startApplication(config, 'a secret of the tests, long enough', log);
});
afterAll(async () => {
  await application?.close();
  for (const wire of Object.values(wires ?? {})) wire.close();
  await store?.close();
});

/** The leases are lost after five seconds of silence. */
const LEASES_LOST_AFTER_MS = 7_000;

const readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), z.boolean()) });

async function readyz() {
  const began = performance.now();
  const answer = await fetch(new URL('/readyz', application.address));
  const { checks } = readiness.parse(await answer.json());
  return { status: answer.status, checks, ms: performance.now() - began };
}

test.each([
  ['database', 'gone', (wire: Wire) => wire.leadTo(UNUSED_PORT)],
  ['database', 'frozen', (wire: Wire) => wire.freeze()],
  ['eventStore', 'gone', (wire: Wire) => wire.leadTo(UNUSED_PORT)],
  ['eventStore', 'frozen', (wire: Wire) => wire.freeze()],
] as const)(
  'while the %s is %s, /readyz answers 503 at once, and 200 when it is back',
  async (name, how, lose) => {
    await expect.poll(async () => (await readyz()).status, soon).toBe(200);
    lose(wires[name]);
    const { status, checks, ms } = await readyz();
    console.log(`${name} ${how}: ${status} in ${Math.round(ms)} ms`);
    expect([status, checks[name]]).toEqual([503, false]);
    // A second, on a machine that does other things as well.
    expect(ms).toBeLessThan(5_000);
    wires[name].thaw();
    wires[name].leadTo(ports[name]);
    await expect.poll(async () => (await readyz()).status, soon).toBe(200);
  },
);

test('read models are followed on new connections where the old ones stay silent for ever', async () => {
  await expect.poll(async () => (await readyz()).status, soon).toBe(200);
  const { db, close } = connectDatabase(directUrl);
  const events = connectEventStore(store);
  const lags = async () =>
    (await projectionStatus(db, events, createProjections(ZONE))).map(({ lag }) => lag);
  try {
    wires.database.freeze();
    // What comes meanwhile is tried again on connections that are taken and never answered.
    await events.append('cart-1', 'no_stream', [uncarted()]);
    await new Promise((resolve) => setTimeout(resolve, LEASES_LOST_AFTER_MS));
    expect((await readyz()).status).toBe(503);
    wires.database.forget();
    await expect.poll(async () => Math.max(...(await lags())), soon).toBe(0);
    expect((await readyz()).status).toBe(200);
  } finally {
    // An orderly end would wait for the old connections.
    wires.database.leadTo(ports.database);
    await events.close();
    await close();
  }
});
