import { NO_STREAM } from '@eventstore/db-client';
import { expect } from 'vitest';
import { UnknownPosition } from '#services/platform/event-store/index.ts';
import type { RecordedEvent, SubscribeToAllOptions } from '#services/platform/event-store/index.ts';
import { anEvent, ids, numbered, revisions, until } from './events.ts';
import { describeContract, newStream } from './targets.ts';
import type { Bench } from './targets.ts';

/** A subscription that remembers what it receives. */
function follow(bench: Bench, options: Pick<SubscribeToAllOptions, 'after' | 'filter' | 'maxBatch'>) {
  const stop = new AbortController();
  const seen: RecordedEvent[] = [];
  const checkpoints: bigint[] = [];
  const received = { caughtUp: 0, seenAtFirst: -1 };
  const ended = bench.store.subscribeToAll({
    ...options,
    signal: stop.signal,
    onEvents: (events) => void seen.push(...events),
    onCheckpoint: (position) => void checkpoints.push(position),
    onCaughtUp: () => {
      received.caughtUp += 1;
      if (received.seenAtFirst < 0) received.seenAtFirst = seen.length;
    },
  });
  return {
    seen,
    checkpoints,
    received,
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

describeContract('subscribing', (bench, it) => {
  it('gives what was written before and after, once and in order', async () => {
    const prefix = newStream('sub');
    const after = await bench.store.headPosition();
    const before = numbered(700);
    await bench.store.append(`${prefix}-a`, 'no_stream', before);
    const subscription = follow(bench, { after, filter: { streamPrefixes: [prefix] } });
    await until(() => subscription.received.caughtUp === 1);
    expect(subscription.received.seenAtFirst).toBe(700);
    const later = numbered(40);
    for (const event of later) await bench.store.append(newStream(prefix), 'no_stream', [event]);
    await until(() => subscription.seen.length >= 740);
    await subscription.stop();
    expect(ids(subscription.seen)).toEqual([...ids(before), ...ids(later)]);
  });

  it('begins after a position, without what stands there', async () => {
    const stream = newStream('sub');
    const first = await bench.store.append(stream, 'no_stream', numbered(2));
    await bench.store.append(stream, 1n, numbered(2));
    const subscription = follow(bench, { after: first.position });
    const ours = () => subscription.seen.filter((event) => event.stream === stream);
    await until(() => ours().length >= 2);
    await subscription.stop();
    expect(revisions(ours())).toEqual([2, 3]);
  });

  it('filters by stream and by type, and leaves system events out', async () => {
    const prefix = newStream('sub');
    const after = await bench.store.headPosition();
    const byStream = follow(bench, { after, filter: { streamPrefixes: [`${prefix}-a`, `${prefix}-c`] } });
    const byType = follow(bench, { after, filter: { typePrefixes: [`${prefix}-pear`] } });
    const unfiltered = follow(bench, { after });
    await bench.store.append(`${prefix}-a`, 'no_stream', [anEvent({ n: 1 }, `${prefix}-apple`)]);
    await bench.store.append(`${prefix}-b`, 'no_stream', [anEvent({ n: 2 }, `${prefix}-pear`)]);
    await bench.client.setStreamMetadata(`${prefix}-a`, { maxCount: 9 }, { expectedRevision: NO_STREAM });
    await bench.store.append(`${prefix}-c`, 'no_stream', [anEvent({ n: 3 }, `${prefix}-pear`)]);
    await until(() => unfiltered.seen.some((event) => event.stream === `${prefix}-c`));
    await until(() => byStream.seen.length === 2 && byType.seen.length === 2);
    await Promise.all([byStream.stop(), byType.stop(), unfiltered.stop()]);
    expect(byStream.seen.map(({ data }) => data)).toEqual([{ n: 1 }, { n: 3 }]);
    expect(byType.seen.map(({ data }) => data)).toEqual([{ n: 2 }, { n: 3 }]);
    expect(unfiltered.seen.every((event) => !event.type.startsWith('$'))).toBe(true);
  });

  it('reports how far the log was searched when little of it matches', async () => {
    const prefix = newStream('sub');
    const after = await bench.store.headPosition();
    const subscription = follow(bench, { after, filter: { streamPrefixes: [prefix] } });
    let enough = after;
    for (let turn = 0; turn < 3; turn += 1) {
      const { position } = await bench.store.append(newStream('other'), 'no_stream', numbered(400));
      if (turn < 2) enough = position;
    }
    await until(() => subscription.checkpoints.some((position) => position >= enough));
    await subscription.stop();
    expect(subscription.checkpoints).toEqual([...subscription.checkpoints].sort((a, b) => (a < b ? -1 : 1)));
    expect(subscription.seen).toEqual([]);
  });

  it('never reports a checkpoint before the events in front of it', async () => {
    const prefix = newStream('sub');
    const after = await bench.store.headPosition();
    const stop = new AbortController();
    let handed = after;
    let broken = false;
    const target = `${prefix}-end`;
    const subscription = bench.store.subscribeToAll({
      after,
      filter: { streamPrefixes: [prefix] },
      maxBatch: 7,
      signal: stop.signal,
      async onEvents(events) {
        await new Promise((resolve) => setImmediate(resolve));
        for (const event of events) {
          if (event.position <= handed) broken = true;
          handed = event.position;
          if (event.stream === target) stop.abort();
        }
      },
      onCheckpoint(position) {
        if (position <= handed) broken = true;
        handed = position;
      },
    });
    for (let turn = 0; turn < 60; turn += 1) {
      await Promise.all([
        bench.store.append(newStream(prefix), 'no_stream', numbered(5)),
        bench.store.append(newStream('other'), 'no_stream', numbered(30)),
      ]);
    }
    await bench.store.append(target, 'no_stream', numbered(1));
    await subscription;
    expect(broken).toBe(false);
  });

  it('waits for a slow consumer, and hands over batches of at most the asked size', async () => {
    const prefix = newStream('slow');
    const after = await bench.store.headPosition();
    const events = numbered(1_200);
    await bench.store.append(prefix, 'no_stream', events);
    const stop = new AbortController();
    const sizes: number[] = [];
    const seen: string[] = [];
    let atOnce = 0;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const subscription = bench.store.subscribeToAll({
      after,
      filter: { streamPrefixes: [prefix] },
      maxBatch: 100,
      signal: stop.signal,
      async onEvents(batch) {
        atOnce += 1;
        expect(atOnce).toBe(1);
        sizes.push(batch.length);
        await gate;
        seen.push(...ids(batch));
        atOnce -= 1;
        if (seen.length === events.length) stop.abort();
      },
    });
    await until(() => sizes.length === 1);
    const others = await bench.store.append(newStream(), 'no_stream', numbered(1));
    expect(others.revision).toBe(0n);
    expect(sizes).toHaveLength(1);
    open();
    await subscription;
    expect(seen).toEqual(ids(events));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  });

  it('does not begin after a position that is foreign to this log', async () => {
    const { position } = await bench.store.append(newStream(), 'no_stream', numbered(2));
    const beyond = position + 1_000_000_000n;
    const subscription = bench.store.subscribeToAll({
      after: beyond,
      signal: new AbortController().signal,
      onEvents: () => expect.unreachable(),
    });
    await expect(subscription).rejects.toBeInstanceOf(UnknownPosition);
    await expect(subscription).rejects.toMatchObject({ position: beyond });
  });

  it('never reports a checkpoint beyond the end of the log, also when nothing matches from the start', async () => {
    await bench.store.append(newStream('other'), 'no_stream', numbered(300));
    const subscription = follow(bench, { after: 0n, filter: { streamPrefixes: [newStream('none')] } });
    await until(() => subscription.received.caughtUp > 0);
    await bench.store.append(newStream('other'), 'no_stream', numbered(300));
    await until(() => subscription.checkpoints.length > 0);
    await subscription.stop();
    // Other tests write too, and the end of the log is an event of the store's own now and then: what counts is that it is there.
    for (const checkpoint of subscription.checkpoints) {
      const behind = bench.store.readAll({ after: checkpoint });
      await expect(behind[Symbol.asyncIterator]().next()).resolves.toBeDefined();
    }
  });

  it('ends with what a handler throws', async () => {
    const after = await bench.store.headPosition();
    await bench.store.append(newStream(), 'no_stream', numbered(1));
    const failure = new Error('the projection is broken');
    const subscription = bench.store.subscribeToAll({
      after,
      signal: new AbortController().signal,
      onEvents: () => Promise.reject(failure),
    });
    await expect(subscription).rejects.toBe(failure);
  });

  it('ends immediately when it was aborted before it began', async () => {
    const signal = AbortSignal.abort();
    await bench.store.subscribeToAll({ after: 0n, signal, onEvents: () => expect.unreachable() });
  });
});
