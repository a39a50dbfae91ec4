import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EventStoreDBClient, NO_STREAM } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { copyLog } from './copy-log.ts';
import { logOfFiles, writeLog } from './log-files.ts';
import { logOfStore, type LogSource } from './log-source.ts';

/** Vitrine closes no stream for ever, but a person or another program may have done so in the same log. */

const clock = () => new Date();
const stores: TestEventStore[] = [];
const opened: EventStore[] = [];
let folder: string;
let logId: string;
let source: LogSource;
let head: bigint;

async function startStore(): Promise<{ store: TestEventStore; events: EventStore }> {
  const store = await startEmbeddedEventStoreForTests(await testDatabase());
  stores.push(store);
  const events = connectEventStore({ connectionString: store.connectionString });
  opened.push(events);
  return { store, events };
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-tombstone-'));
  const { store, events } = await startStore();
  logId = await ensureLogIdentity({ events, clock, newId: randomUUID });
  const metadata = { recordedAt: clock().toISOString(), shape: 1 };
  for (const stream of ['closed', 'kept'])
    await events.append(stream, 'no_stream', [
      { id: randomUUID(), type: 'Noted', data: { stream }, metadata },
    ]);
  const client = EventStoreDBClient.connectionString(store.connectionString);
  for (const stream of ['closed', 'kept'])
    await client.setStreamMetadata(stream, { maxCount: 5 }, { expectedRevision: NO_STREAM });
  await client.tombstoneStream('closed');
  await client.dispose();
  source = logOfStore(events, logId);
  head = await events.headPosition();
});
afterAll(async () => {
  for (const events of opened) await events.close();
  for (const store of stores) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Copies into an empty event store; gives the stream of each event there, and the streams that have metadata. */
async function copied(from: LogSource): Promise<{ events: string[]; withMetadata: string[] }> {
  const { events: target } = await startStore();
  const { streams } = await copyLog({ source: from, target, clock, newId: randomUUID });
  const events: string[] = [];
  const withMetadata: string[] = [];
  for await (const { stream } of target.readAll()) events.push(stream);
  for await (const { stream } of logOfStore(target, logId).metadataOf(streams)) withMetadata.push(stream);
  return { events, withMetadata };
}

const inOrder = ['vitrine-log', 'closed', 'kept', 'vitrine-log'];

describe('given a log with a tombstoned stream', () => {
  test('when it is copied, then all events and the metadata of the other streams are', async () => {
    expect(await copied(source)).toEqual({ events: inOrder, withMetadata: ['$$kept'] });
  });

  test('when it is backed up and brought back, then so they are', async () => {
    expect((await writeLog(source, head, folder)).events).toBe(2);
    expect(await copied(logOfFiles(folder, logId))).toEqual({ events: inOrder, withMetadata: ['$$kept'] });
  });
});
