import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { copyLog } from './copy-log.ts';
import { logOfStore } from './log-source.ts';

/** A server takes an append of at most 1 MiB, of UTF-8. */

const clock = () => new Date();
const stores: TestEventStore[] = [];
let source: EventStore;
let target: EventStore;

async function startStore(): Promise<EventStore> {
  const store = await startEmbeddedEventStoreForTests(await testDatabase());
  stores.push(store);
  return connectEventStore({ connectionString: store.connectionString });
}
beforeAll(async () => {
  source = await startStore();
  target = await startStore();
});
afterAll(async () => {
  await source?.close();
  await target?.close();
  for (const store of stores) await store.close();
});

/** Appends an event for each of these texts, one at a time. */
async function record(stream: string, texts: readonly string[]): Promise<void> {
  for (const [revision, text] of texts.entries()) {
    const metadata = { recordedAt: clock().toISOString(), shape: 1 };
    const event = { id: randomUUID(), type: 'Noted', data: { text }, metadata };
    await source.append(stream, revision === 0 ? 'no_stream' : BigInt(revision - 1), [event]);
  }
}

async function sizesOf(stream: string): Promise<number[]> {
  const sizes: number[] = [];
  for await (const { data } of target.readStream(stream)) sizes.push((data as { text: string }).text.length);
  return sizes;
}

test('neighbours of one stream that are too large for one append are copied in several', async () => {
  const logId = await ensureLogIdentity({ events: source, clock, newId: randomUUID });
  await record('large', ['a'.repeat(400_000), 'b'.repeat(800_000), 'c'.repeat(10)]);
  await record(
    'of many bytes',
    Array.from({ length: 30 }, () => '€'.repeat(16_000)),
  );
  const { events } = await copyLog({ source: logOfStore(source, logId), target, clock, newId: randomUUID });
  expect(events).toBe(33);
  expect(await sizesOf('large')).toEqual([400_000, 800_000, 10]);
  expect(await sizesOf('of many bytes')).toHaveLength(30);
});
