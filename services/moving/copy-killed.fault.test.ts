import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProgram } from '#tests/support/programs.ts';
import { copiedEvents } from './compare-logs.ts';

/** The command that copies a log is killed at random places, and begun again until it is done. */

const EVENTS = 1_500;
const STREAMS = 40;
const KILLS = 4;

let databaseUrl: string;
let stores: TestEventStore[];
let source: EventStore;
let target: EventStore;

beforeAll(async () => {
  databaseUrl = await testDatabase();
  stores = [
    await startEmbeddedEventStoreForTests(await testDatabase()),
    await startEmbeddedEventStoreForTests(await testDatabase()),
  ];
  [source, target] = stores.map(({ connectionString }) => connectEventStore({ connectionString })) as [
    EventStore,
    EventStore,
  ];
  for (let n = 0; n < EVENTS; n += 1) {
    const expected = n < STREAMS ? 'no_stream' : BigInt(Math.floor(n / STREAMS) - 1);
    const event = {
      id: randomUUID(),
      type: 'Noted',
      data: { n },
      metadata: { recordedAt: `2026-01-01T00:00:00.000Z`, n },
    };
    await source.append(`notes-${n % STREAMS}`, expected, [event]);
  }
});
afterAll(async () => {
  await source?.close();
  await target?.close();
  for (const store of stores ?? []) await store.close();
});

function startCopy() {
  const [from, to] = stores.map(({ connectionString }) => connectionString);
  return startProgram('services/moving/copy-program.ts', ['--from', from!, '--to', to!], {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: from!,
  });
}

const idsOf = async (events: EventStore): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id, stream, revision } of copiedEvents(events)) ids.push(`${id} ${stream} ${revision}`);
  return ids;
};
const countOf = async (events: EventStore): Promise<number> => (await idsOf(events)).length;

test('every event stands in the copy once, in order, whenever the command was killed', async () => {
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const until = (await countOf(target)) + 1 + Math.floor((Math.random() * EVENTS) / (KILLS + 1));
    const running = startCopy();
    while ((await countOf(target)) < until) await sleep(5);
    running.signal('SIGKILL');
    await running.ended();
  }
  expect(await countOf(target)).toBeLessThan(EVENTS);
  const last = startCopy();
  expect(await last.ended(60_000)).toBe(0);
  expect(last.output()).toContain('1,500 events in 40 streams are copied and compared');
  expect(last.output()).toContain('nothing to carry over');
  expect(await idsOf(target)).toEqual(await idsOf(source));
}, 180_000);
