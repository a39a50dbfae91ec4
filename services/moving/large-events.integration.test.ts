import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { billCreated, billsMoved, type BillCreated } from '#contracts/billing/index.ts';
import { BILL_PLACES_STREAM } from '#contracts/events/index.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import {
  connectEventStore,
  type EventStore,
  type RecordedEvent,
} from '#services/platform/event-store/index.ts';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { copyLog } from './copy-log.ts';
import { logOfStore, type LogSource } from './log-source.ts';

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

const GOLDEN = path.resolve(import.meta.dirname, '../../tests/golden-events/BillCreated.3.json');

/** A bill whose adjustments name so many positions, all of them large ones. */
function adjustedBill(customerId: number, positions: number): BillCreated {
  const bill = billCreated.parse(JSON.parse(readFileSync(GOLDEN, 'utf8')));
  const lines = bill.lines.flatMap((line) => {
    if (line.kind !== 'ADJUSTMENT') return [];
    const [cause] = line.working.causes;
    const causes = Array.from({ length: positions }, (_, index) => ({
      ...cause!,
      position: String(9_000_000_000_000_000 - index),
    }));
    return [{ ...line, working: { ...line.working, causes } }];
  });
  return { ...bill, customerId, lines: lines.slice(0, 1) };
}

/** A log of such bills, each of a customer's own. */
function logOfBills(bills: number, positions: number): LogSource {
  const recordedAt = clock().toISOString();
  const actor = { username: 'vitrine', role: 'system' };
  const recorded = Array.from({ length: bills }, (_, index): RecordedEvent => ({
    id: randomUUID(),
    stream: `customer-${index + 1}`,
    revision: 0n,
    position: BigInt(index + 1),
    type: 'BillCreated',
    data: adjustedBill(index + 1, positions),
    metadata: { recordedAt, shape: 3, actor, commandId: 'bills' },
    storedAt: clock(),
  }));
  return {
    logId: randomUUID(),
    async *events() {
      yield* recorded;
    },
    async *metadataOf() {},
  };
}

test('the places of bills that are too large for one append are noted in several', async () => {
  const into = await startStore();
  try {
    await copyLog({ source: logOfBills(160, 350), target: into, clock, newId: randomUUID });
    const noted: string[][] = [];
    for await (const { data } of into.readStream(BILL_PLACES_STREAM))
      noted.push(billsMoved.parse(data).bills.map(({ billEventId }) => billEventId));
    expect(noted.length).toBeGreaterThan(1);
    expect(new Set(noted.flat()).size).toBe(160);
    expect(noted.flat()).toHaveLength(160);
  } finally {
    await into.close();
  }
});
