import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import {
  connectEventStore,
  type EventStore,
  type RecordedEvent,
} from '#services/platform/event-store/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { ensureLogIdentity, isUnwritten, logIdOf, readLog } from './log-identity.ts';

const now = new Date('2026-05-05T12:00:00.000Z');
const ensured = (events: EventStore) => ensureLogIdentity({ events, clock: () => now, newId: randomUUID });
const note = {
  id: randomUUID(),
  type: 'Noted',
  data: {},
  metadata: { recordedAt: '2024-01-01T00:00:00.000Z' },
};

const opened: { store: TestEventStore; events: EventStore }[] = [];
let events: EventStore;

async function emptyStore(): Promise<EventStore> {
  const store = await startEmbeddedEventStoreForTests(await testDatabase());
  const connected = connectEventStore({ connectionString: store.connectionString });
  opened.push({ store, events: connected });
  return connected;
}

async function recorded(from: EventStore): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = [];
  for await (const event of from.readAll()) all.push(event);
  return all;
}

beforeEach(async () => {
  events = await emptyStore();
});
afterEach(async () => {
  for (const one of opened.splice(0)) {
    await one.events.close();
    await one.store.close();
  }
});
afterAll(() => expect(opened).toEqual([]));

describe('the identity of a log', () => {
  it('is its very first event, written once, however many processes start together', async () => {
    expect(await isUnwritten(events)).toBe(true);
    expect((await readLog(events)).id).toBeNull();
    const ids = await Promise.all(Array.from({ length: 8 }, () => ensured(events)));
    expect(new Set(ids).size).toBe(1);
    const [first, ...more] = await recorded(events);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ stream: 'vitrine-log', revision: 0n, type: 'LogCreated' });
    expect(await readLog(events)).toEqual({ id: ids[0], end: first!.position });
    expect(await isUnwritten(events)).toBe(true);
    await events.append('note-1', 'no_stream', [note]);
    expect(await isUnwritten(events)).toBe(false);
    expect(await ensured(events)).toBe(ids[0]);
  });

  it('comes before all history that is loaded into the log later, and is new in a log that was begun without one', async () => {
    await ensured(events);
    const older = await emptyStore();
    await older.append('note-1', 'no_stream', [note]);
    await expect(logIdOf(older)).rejects.toThrow(/no identity yet/);
    await ensured(older);
    expect((await recorded(events))[0]!.metadata['recordedAt']).toBe('1970-01-01T00:00:00.000Z');
    expect((await recorded(older)).map(({ metadata }) => metadata['recordedAt'])).toEqual([
      note.metadata.recordedAt,
      now.toISOString(),
    ]);
  });

  it('is another one where the same events were copied to, since positions mean something else there', async () => {
    const id = await ensured(events);
    const [{ id: eventId, type, data, metadata, stream }] = (await recorded(events)) as [RecordedEvent];
    const copy = await emptyStore();
    await copy.append(stream, 'no_stream', [{ id: eventId, type, data, metadata }]);
    expect(await logIdOf(copy)).not.toBe(id);
  });
});
