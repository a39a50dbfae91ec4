import { randomUUID } from 'node:crypto';
import {
  END,
  EventStoreDBClient,
  jsonEvent,
  START,
  streamNameFilter,
  type AllStreamSubscription,
  type JSONEventData,
} from '@eventstore/db-client';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import type { TestEventStore } from '#local/event-store/testing/start-event-store.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { testDatabase } from '../../support/postgres.ts';
import { all, anEvent, ids, until } from './events.ts';
import { newStream } from './targets.ts';

/** What the other tests rely on: the twin is as unpleasant as documented, and still keeps every event. */
describe('the harsh twin', { timeout: 120_000 }, () => {
  let databaseUrl: string;
  let server: TestEventStore;
  let client: EventStoreDBClient;
  beforeAll(async () => {
    databaseUrl = await testDatabase();
    server = await startEmbeddedEventStoreForTests(databaseUrl, { harsh: {} });
    client = EventStoreDBClient.connectionString(server.connectionString);
  });
  afterAll(async () => {
    await client.dispose();
    await server.close();
  });
  const some = (count: number): JSONEventData[] =>
    Array.from({ length: count }, (_, n) =>
      jsonEvent({ id: randomUUID(), type: 'thing-happened', data: { n } }),
    );

  it('gives bytes for positions, and refuses to read from a byte at which no event begins', async () => {
    const stream = newStream();
    const { position } = await client.appendToStream(stream, some(5));
    const read = await all(client.readAll());
    const positions = read.map(({ event }) => Number(event?.position?.commit));
    const gaps = positions.slice(1).map((at, index) => at - (positions[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(1);
    expect(new Set(gaps).size).toBeGreaterThan(1);
    expect(positions.at(-1)).toBe(Number(position?.commit));
    expect(
      (await all(client.readStream(stream))).map(({ event }) => Number(event?.position?.commit)),
    ).toEqual(positions.slice(-5));
    const fromPosition = position!;
    expect(await all(client.readAll({ fromPosition }))).toHaveLength(1);
    const between = { commit: fromPosition.commit - 1n, prepare: fromPosition.prepare - 1n };
    await expect(all(client.readAll({ fromPosition: between }))).rejects.toMatchObject({ code: 2 });
    const subscription = client.subscribeToAll({ fromPosition: between });
    await expect(ended(subscription)).resolves.toMatchObject({ code: 2 });
  });

  it('ends a live subscription for which more than 32 events wait, after handing over 32', async () => {
    const subscription = client.subscribeToAll({ fromPosition: END });
    let seen = 0;
    subscription.on('data', () => (seen += 1));
    const end = ended(subscription);
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    await client.appendToStream(newStream(), some(32));
    await until(() => seen === 32);
    await client.appendToStream(newStream(), some(33));
    expect(await end).toMatchObject({ code: 10, message: expect.stringContaining('Consumer too slow') });
    expect(seen).toBe(64);
  });

  it('reports a checkpoint of 2^64 − 1 to a filtered subscription from the start that found nothing', async () => {
    const checkpoints: bigint[] = [];
    const filter = streamNameFilter({
      prefixes: [newStream('none')],
      checkpointReached: (_, { commit }) => void checkpoints.push(commit),
    });
    const subscription = client.subscribeToAll({ fromPosition: START, filter });
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    expect(checkpoints.at(-1)).toBe(2n ** 64n - 1n);
    await subscription.unsubscribe();
  });

  it('drops an append that is repeated while it is under way, and answers Timeout late', async () => {
    const stream = newStream();
    const events = some(2);
    const append = () =>
      client.appendToStream(stream, events, { expectedRevision: 'no_stream', deadline: 60_000 });
    // Nothing is committed meanwhile, so that all come while the first is under way.
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    await database.query('begin; lock table event_store.events in share row exclusive mode');
    const begun = performance.now();
    const dropped: unknown[] = [];
    const appends = Array.from({ length: 5 }, () => append().catch((error: unknown) => dropped.push(error)));
    await until(() => dropped.length === 4);
    expect(performance.now() - begun).toBeGreaterThan(1_900);
    await database.query('commit');
    await database.end();
    await Promise.all(appends);
    expect(dropped).toEqual(Array(4).fill(expect.objectContaining({ type: 'deadline-exceeded' })));
    // A repetition that comes when the first one stands in the log is recognised.
    expect(await append()).toMatchObject({ success: true, nextExpectedRevision: 1n });
    expect(await all(client.readStream(stream))).toHaveLength(2);
  });
});

describe('the harsh twin when asked for disturbances', { timeout: 120_000 }, () => {
  const started: TestEventStore[] = [];
  afterEach(async () => {
    for (const server of started.splice(0)) await server.close();
  });

  it('cuts connections, and keeps what it has acknowledged', async () => {
    const harsh = { cutEveryMs: [400, 800] as [number, number] };
    const server = await startEmbeddedEventStoreForTests(await testDatabase(), { harsh });
    started.push(server);
    const store = connectEventStore({ connectionString: server.connectionString });
    const written: string[] = [];
    const write = async (): Promise<void> => {
      const event = anEvent();
      const stream = newStream();
      await until(() =>
        store.append(stream, 'no_stream', [event]).then(
          () => true,
          () => false,
        ),
      );
      written.push(event.id);
    };
    await write();
    const stop = new AbortController();
    const seen: string[] = [];
    let drops = 0;
    const subscription = store.subscribeToAll({
      after: 0n,
      signal: stop.signal,
      onEvents: (events) => void seen.push(...ids(events)),
      onDropped: () => (drops += 1),
    });
    while (drops < 3) await write();
    await until(() => seen.length >= written.length);
    stop.abort();
    await subscription;
    expect(seen).toEqual(written);
    await store.close();
  });

  it('answers one append in so many that the leader is elsewhere', async () => {
    const server = await startEmbeddedEventStoreForTests(await testDatabase(), {
      harsh: { notLeaderEvery: 3 },
    });
    started.push(server);
    const client = EventStoreDBClient.connectionString(server.connectionString);
    const outcomes: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      outcomes.push(
        await client.appendToStream(newStream(), jsonEvent({ type: 't', data: {} })).then(
          () => 'written',
          (error: unknown) => (error instanceof Error ? error.constructor.name : 'unknown'),
        ),
      );
    }
    expect(outcomes).toEqual([
      'written',
      'written',
      'NotLeaderError',
      'written',
      'written',
      'NotLeaderError',
    ]);
    await client.dispose();
  });
});

/** Resolves with the error that ends a subscription. */
function ended(subscription: AllStreamSubscription): Promise<unknown> {
  return new Promise((resolve) => subscription.once('error', resolve));
}
