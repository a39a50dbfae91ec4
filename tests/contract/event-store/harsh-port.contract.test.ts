import { afterEach, describe, expect, it } from 'vitest';
import type { Harshness } from '#local/event-store/testing/harsh-twin/harshness.ts';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { connectEventStore, UnknownPosition, type EventStore } from '#services/platform/event-store/index.ts';
import { testDatabase } from '../../support/postgres.ts';
import { all, anEvent, ids, numbered, until } from './events.ts';
import { newStream } from './targets.ts';

/** What the port makes of a server at its worst. */
describe('the port on the harsh twin', { timeout: 120_000 }, () => {
  const endings: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  async function start(harsh: Harshness): Promise<EventStore> {
    const server = await startEmbeddedEventStoreForTests(await testDatabase(), { harsh });
    endings.push(() => server.close());
    // A repetition that meets another one is dropped too: on a busy machine it takes some of them.
    const store = connectEventStore({
      connectionString: server.connectionString,
      appendDeadlineMs: 40_000,
    });
    endings.push(() => store.close());
    return store;
  }

  it('records once what is sent many times in parallel, and gives all callers the same answer', async () => {
    const store = await start({});
    const stream = newStream();
    const events = numbered(3);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => store.append(stream, 'no_stream', events)),
    );
    const read = await all(store.readStream(stream));
    expect(ids(read)).toEqual(ids(events));
    expect(new Set(answers.map(({ revision, position }) => `${revision} ${position}`)).size).toBe(1);
    expect(answers[0]).toEqual({ revision: 2n, position: read[2]?.position });
  });

  it('hands every event over once and in order to slow handlers, however often connections are cut', async () => {
    const store = await start({ cutEveryMs: [100, 400] });
    const seen: string[] = [];
    const written: string[] = [];
    let atOnce = 0;
    let drops = 0;
    const stop = new AbortController();
    const subscription = store.subscribeToAll({
      after: 0n,
      maxBatch: 40,
      signal: stop.signal,
      async onEvents(events) {
        atOnce += 1;
        expect(atOnce).toBe(1);
        // Now and then longer than a connection lives.
        await new Promise((resolve) => setTimeout(resolve, drops % 3 === 0 ? 250 : 5));
        seen.push(...ids(events));
        atOnce -= 1;
      },
      onDropped: () => (drops += 1),
    });
    while (drops < 8) {
      const events = numbered(60);
      await store.append(newStream(), 'no_stream', events);
      written.push(...ids(events));
    }
    await until(() => seen.length >= written.length);
    stop.abort();
    await subscription;
    expect(seen).toEqual(written);
  });

  it('goes on immediately, with the reason, when a server ends the subscription of a slow reader', async () => {
    const store = await start({});
    const dropped: { name: string; retryInMs: number }[] = [];
    const seen: string[] = [];
    let caughtUp = 0;
    const stop = new AbortController();
    const subscription = store.subscribeToAll({
      after: 0n,
      signal: stop.signal,
      onEvents: (events) => void seen.push(...ids(events)),
      onCaughtUp: () => void (caughtUp += 1),
      onDropped: ({ name }, retryInMs) => dropped.push({ name, retryInMs }),
    });
    await until(() => caughtUp > 0);
    const events = numbered(200);
    await store.append(newStream(), 'no_stream', events);
    await until(() => seen.length >= events.length);
    stop.abort();
    await subscription;
    expect(seen).toEqual(ids(events));
    expect(dropped.length).toBeGreaterThan(0);
    expect(new Set(dropped.map((drop) => JSON.stringify(drop)))).toEqual(
      new Set([JSON.stringify({ name: 'SubscriberTooSlow', retryInMs: 0 })]),
    );
  });

  it('follows a node that answers that another leads', async () => {
    const store = await start({ notLeaderEvery: 3 });
    const written: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      const event = anEvent();
      await store.append(newStream(), 'no_stream', [event]);
      written.push(event.id);
    }
    expect(ids(await all(store.readAll()))).toEqual(written);
  });

  it('reports a position between events as foreign to this log', async () => {
    const store = await start({});
    const { position } = await store.append(newStream(), 'no_stream', numbered(2));
    const after = position - 1n;
    await expect(all(store.readAll({ after }))).rejects.toMatchObject({
      name: 'UnknownPosition',
      position: after,
    });
    const subscription = store.subscribeToAll({
      after,
      signal: new AbortController().signal,
      onEvents: () => expect.unreachable(),
    });
    await expect(subscription).rejects.toBeInstanceOf(UnknownPosition);
  });
});
