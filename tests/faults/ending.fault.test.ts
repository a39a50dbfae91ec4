import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { movableWire } from '#tests/support/movable-wire.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProgram } from '#tests/support/programs.ts';

/** A process that is asked to end does so within five seconds, whatever it waits for. */
let store: TestEventStore;
let databaseUrl: URL;
beforeAll(async () => {
  databaseUrl = new URL(await testDatabase());
  store = await startEmbeddedEventStoreForTests(databaseUrl.href);
});
afterAll(() => store.close());

async function started() {
  const database = await movableWire(Number(databaseUrl.port));
  const url = new URL(databaseUrl.href);
  url.host = `127.0.0.1:${database.port}`;
  const program = startProgram('services/main.ts', [], {
    DATABASE_URL: url.href,
    EVENTSTORE_URL: store.connectionString,
    JWT_SECRET: 'a secret of the tests, long enough',
    PORT: '0',
  });
  const [, address = ''] = await program.printed(/"address":"([^"]+)"/);
  await expect
    .poll(async () => (await fetch(new URL('/readyz', address))).status, { timeout: 60_000 })
    .toBe(200);
  return { program, database };
}

test('in order while its stores answer', async () => {
  const { program, database } = await started();
  const since = performance.now();
  program.signal('SIGTERM');
  expect(await program.ended(20_000)).toBe(0);
  console.log(`ended in order in ${Math.round(performance.now() - since)} ms`);
  database.close();
});

test('and when Postgres answers nothing any more', async () => {
  const { program, database } = await started();
  database.freeze();
  const since = performance.now();
  program.signal('SIGTERM');
  expect(await program.ended(20_000)).toBe(1);
  const ms = performance.now() - since;
  console.log(`ended without Postgres in ${Math.round(ms)} ms`);
  expect(program.output()).toContain('not ended in order within 3750 ms');
  // Five seconds, on a machine that does other things as well.
  expect(ms).toBeLessThan(8_000);
  database.close();
});

test('at once while it waits for its stores, by its own handler: a container has no other', async () => {
  const program = startProgram('services/main.ts', [], {
    DATABASE_URL: databaseUrl.href,
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    JWT_SECRET: 'a secret of the tests, long enough',
    PORT: '0',
  });
  await program.printed(/The event store \(EVENTSTORE_URL\)/);
  program.signal('SIGTERM');
  expect(await program.ended(5_000)).toBe(0);
});
