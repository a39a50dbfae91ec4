import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { reactorMetrics, reactorMigrations } from './index.ts';
import { beginAfter, noteWaiting } from './tasks.ts';

const HOUR_MS = 3_600_000;

let store: TestEventStore;
let events: EventStore;
let database: Database;

beforeAll(async () => {
  const url = await testDatabase();
  database = connectDatabase(url);
  await migrate(database.pool, reactorMigrations);
  store = await startEmbeddedEventStoreForTests(url);
  events = await identified(connectEventStore({ connectionString: store.connectionString }));
  await events.append('notes', 'no_stream', [{ id: randomUUID(), type: 'Noted', data: {}, metadata: {} }]);
});
afterAll(async () => {
  await events?.close();
  await store?.close();
  await database?.close();
});

/** What a metric reads an hour after everything that was recorded. */
async function metricOf(
  name: string,
  metric: 'oldest_seconds' | 'backlog_events',
): Promise<number | undefined> {
  const reactor = { name, eventTypes: ['Noted'], startAt: 'beginning' as const };
  const clock = () => new Date(Date.now() + HOUR_MS);
  const samples = await reactorMetrics({ db: database.db, events, clock }, [reactor]).read();
  return samples.find(({ family }) => family === `vitrine_reactor_${metric}`)?.value;
}
const oldestSeconds = (name: string) => metricOf(name, 'oldest_seconds');

describe('given an event that a reactor has not reacted to', () => {
  it('when it waits for an order since an hour, then its metric is as old, though its checkpoint is ahead', async () => {
    const position = await events.headPosition();
    const place = { position, logId: await logIdOf(events) };
    await beginAfter(database.db, 'waits', place, new Date());
    expect(await oldestSeconds('waits')).toBe(0);
    await noteWaiting(database.db, { reactor: 'waits', reason: 'it is new here', since: new Date() });
    expect(await oldestSeconds('waits')).toBeGreaterThanOrEqual(3_590);
  });

  it('when its checkpoint is of another log, then it is not believed', async () => {
    const position = await events.headPosition();
    await beginAfter(database.db, 'elsewhere', { position, logId: randomUUID() }, new Date());
    expect(await oldestSeconds('elsewhere')).toBeGreaterThanOrEqual(3_590);
  });

  it('when it waits for an order without a checkpoint that is believed, then the event is in its backlog', async () => {
    const position = await events.headPosition();
    await beginAfter(database.db, 'of another log', { position, logId: randomUUID() }, new Date());
    for (const reactor of ['of another log', 'without a checkpoint']) {
      await noteWaiting(database.db, { reactor, reason: 'it waits', since: new Date(Date.now() + HOUR_MS) });
      expect(await metricOf(reactor, 'backlog_events')).toBe(1);
      // Its time of waiting is its age, however old the event is.
      expect(await oldestSeconds(reactor)).toBeLessThan(10);
    }
  });
});
