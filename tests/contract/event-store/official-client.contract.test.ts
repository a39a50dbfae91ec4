import { randomUUID } from 'node:crypto';
import {
  ANY,
  binaryEvent,
  BACKWARDS,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  streamNameFilter,
  type AllStreamSubscription,
  type AppendExpectedRevision,
  type JSONEventData,
  type StreamSubscription,
} from '@eventstore/db-client';
import { afterAll, beforeAll, expect } from 'vitest';
import { all, until } from './events.ts';
import { describeContract, newStream } from './targets.ts';

/**
 * What the official client can ask that the port does not, and an operator's tools may: as that client expresses it.
 */

const some = (count: number, type = 'thing-happened'): JSONEventData[] =>
  Array.from({ length: count }, (_, n) => jsonEvent({ id: randomUUID(), type, data: { n } }));

describeContract('the official client', (bench, it) => {
  let client: EventStoreDBClient;
  beforeAll(() => {
    if (bench.connectionString !== '') client = EventStoreDBClient.connectionString(bench.connectionString);
  });
  afterAll(() => client?.dispose());

  const revisionsOf = async (stream: string) =>
    (await all(client.readStream(stream))).map(({ event }) => Number(event?.revision));
  const append = (stream: string, events: JSONEventData[], expectedRevision: AppendExpectedRevision) =>
    client.appendToStream(stream, events, { expectedRevision });

  it('appends at every kind of expected revision, or gives the reason', async () => {
    const stream = newStream();
    await expect(append(stream, some(1), STREAM_EXISTS)).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
    await expect(append(stream, some(1), 0n)).rejects.toMatchObject({ type: 'wrong-expected-version' });
    expect(await append(stream, some(2), NO_STREAM)).toMatchObject({
      success: true,
      nextExpectedRevision: 1n,
    });
    await expect(append(stream, some(1), NO_STREAM)).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 1n,
    });
    expect(await append(stream, some(1), STREAM_EXISTS)).toMatchObject({ nextExpectedRevision: 2n });
    expect(await append(stream, some(1), ANY)).toMatchObject({ nextExpectedRevision: 3n });
    expect(await append(stream, some(1), 3n)).toMatchObject({ nextExpectedRevision: 4n });
    await expect(append(stream, some(1), 3n)).rejects.toMatchObject({
      type: 'wrong-expected-version',
      expectedVersion: 3n,
      actualVersion: 4n,
    });
    expect(await revisionsOf(stream)).toEqual([0, 1, 2, 3, 4]);
  });

  it('writes a repeated append once, at whatever expected revision it was made', async () => {
    for (const expected of [ANY, NO_STREAM] as const) {
      const stream = newStream();
      const events = some(3);
      const first = await append(stream, events, expected);
      const again = await append(stream, events, expected);
      expect([again.nextExpectedRevision, again.position]).toEqual([
        first.nextExpectedRevision,
        first.position,
      ]);
      expect(await revisionsOf(stream)).toEqual([0, 1, 2]);
    }
    const stream = newStream();
    await append(stream, some(1), NO_STREAM);
    const more = some(2);
    await append(stream, more, STREAM_EXISTS);
    await append(stream, more, STREAM_EXISTS);
    expect(await revisionsOf(stream)).toEqual([0, 1, 2]);
  });

  it('takes names, types and texts of any alphabet, and events without metadata', async () => {
    const stream = newStream('Ströme von/Ärger – 石, 💎');
    const data = { text: 'Ωmega "quoted" \\ \u2028 💎', nested: { list: [1.5, -0, null, true] } };
    await client.appendToStream(stream, jsonEvent({ type: 'Geschehen – 起', data }));
    const [read] = await all(client.readStream(stream));
    expect(read?.event).toMatchObject({ streamId: stream, type: 'Geschehen – 起', isJson: true });
    expect(JSON.stringify(read?.event?.data)).toBe(JSON.stringify(data));
    expect(read?.event?.created).toBeInstanceOf(Date);
  });

  it('reads a stream from either end, from a revision and up to a count; a missing one is not found', async () => {
    const stream = newStream();
    await append(stream, some(6), NO_STREAM);
    const read = async (options: Parameters<EventStoreDBClient['readStream']>[1]) =>
      (await all(client.readStream(stream, options))).map(({ event }) => Number(event?.revision));
    expect(await read({ direction: FORWARDS, fromRevision: START, maxCount: 2 })).toEqual([0, 1]);
    expect(await read({ direction: FORWARDS, fromRevision: 4n })).toEqual([4, 5]);
    expect(await read({ direction: BACKWARDS, fromRevision: END, maxCount: 2 })).toEqual([5, 4]);
    expect(await read({ direction: BACKWARDS, fromRevision: 2n })).toEqual([2, 1, 0]);
    expect(await read({ direction: BACKWARDS, fromRevision: START })).toEqual([0]);
    await expect(all(client.readStream(newStream()))).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  it('reads the log from a position in both directions, the event at the position itself forwards only', async () => {
    const stream = newStream();
    const { position: first } = await append(stream, some(1), NO_STREAM);
    const { position: last } = await append(stream, some(3), 0n);
    const ours = async (options: Parameters<EventStoreDBClient['readAll']>[0]) =>
      (await all(client.readAll(options))).flatMap(({ event }) =>
        event?.streamId === stream ? [Number(event.revision)] : [],
      );
    expect(await ours({ fromPosition: first! })).toEqual([0, 1, 2, 3]);
    // Others may write between our two appends, but not into one.
    const [only, ...more] = await all(client.readAll({ fromPosition: first!, maxCount: 1 }));
    expect([only?.event?.streamId, only?.event?.revision, more.length]).toEqual([stream, 0n, 0]);
    expect(await ours({ direction: BACKWARDS, fromPosition: END })).toEqual([3, 2, 1, 0]);
    expect(await ours({ direction: BACKWARDS, fromPosition: last!, maxCount: 1 })).toEqual([2]);
  });

  it('subscribes from the end or a revision, and chooses by prefixes and by regular expressions', async () => {
    const prefix = newStream('chosen');
    await append(`${prefix}-a`, some(3), NO_STREAM);
    const seen: Record<string, string[]> = {};
    const note = (name: string, subscription: AllStreamSubscription | StreamSubscription) => {
      seen[name] = [];
      return subscription.on('data', ({ event }) => {
        if (event?.streamId.startsWith(prefix))
          seen[name]!.push(`${event.streamId.slice(prefix.length)} ${event.type} ${event.revision}`);
      });
    };
    const subscriptions = [
      note('log from its end', client.subscribeToAll({ fromPosition: END })),
      note('stream from its end', client.subscribeToStream(`${prefix}-a`, { fromRevision: END })),
      note('stream after revision 1', client.subscribeToStream(`${prefix}-a`, { fromRevision: 1n })),
      note('no system events', client.subscribeToAll({ filter: excludeSystemEvents() })),
      note(
        'streams by expression',
        client.subscribeToAll({ filter: streamNameFilter({ regex: `^${prefix}-[bc]$` }) }),
      ),
      note(
        'types by prefix',
        client.subscribeToAll({ filter: eventTypeFilter({ prefixes: ['pear-', 'plum-'] }) }),
      ),
      note('types by expression', client.subscribeToAll({ filter: eventTypeFilter({ regex: '-ripe$' }) })),
    ];
    await Promise.all(
      subscriptions.map((one) => new Promise((resolve) => one.once('confirmation', resolve))),
    );
    await append(`${prefix}-b`, some(1, 'pear-ripe'), NO_STREAM);
    await append(`${prefix}-a`, some(1, 'apple-ripe'), 2n);
    await append(`${prefix}-d`, some(1, 'plum-eaten'), NO_STREAM);
    const [a0, a1, a2] = [0, 1, 2].map((n) => `-a thing-happened ${n}`);
    const [pear, apple, plum] = ['-b pear-ripe 0', '-a apple-ripe 3', '-d plum-eaten 0'];
    const expected = {
      'log from its end': [pear, apple, plum],
      'stream from its end': [apple],
      'stream after revision 1': [a2, apple],
      'no system events': [a0, a1, a2, pear, apple, plum],
      'streams by expression': [pear],
      'types by prefix': [pear, plum],
      'types by expression': [pear, apple],
    };
    await until(() => Object.entries(expected).every(([name, what]) => seen[name]!.length >= what.length));
    expect(seen).toEqual(expected);
    await Promise.all(subscriptions.map((one) => one.unsubscribe()));
  });

  it('goes on from a checkpoint without a gap or a repetition', async () => {
    const prefix = newStream('checkpoints');
    const seen: number[] = [];
    let from: Parameters<EventStoreDBClient['subscribeToAll']>[0] = { fromPosition: START };
    const follow = async (enough: number): Promise<void> => {
      const subscription = client
        .subscribeToAll({ ...from, filter: streamNameFilter({ prefixes: [prefix] }) })
        .on('data', ({ event }) => {
          if (seen.length >= enough || !event?.position) return;
          seen.push((event.data as { n: number }).n);
          from = { fromPosition: event.position };
        });
      await until(() => seen.length >= enough);
      await subscription.unsubscribe();
    };
    await append(`${prefix}-one`, some(5), NO_STREAM);
    await follow(3);
    await append(`${prefix}-one`, some(2), 4n);
    await follow(7);
    expect(seen).toEqual([0, 1, 2, 3, 4, 0, 1]);
  });

  it('follows links to their targets', async () => {
    const [target, links] = [newStream(), newStream()];
    await append(target, some(3), NO_STREAM);
    const link = (to: string) => binaryEvent({ type: '$>', data: Buffer.from(to) });
    await client.appendToStream(links, [link(`1@${target}`), link(`9@${target}`), link('nonsense')]);
    const read = await all(client.readStream(links, { resolveLinkTos: true }));
    expect(read.map(({ event, link: by }) => [event?.streamId, event?.revision, by?.revision])).toEqual([
      [target, 1n, 0n],
      [undefined, undefined, 1n],
      [links, 2n, undefined],
    ]);
  });

  it('follows a stream that does not exist yet', async () => {
    const stream = newStream();
    const seen: number[] = [];
    const following = client.subscribeToStream(stream);
    following.on('data', ({ event }) => seen.push(Number(event?.revision)));
    await append(newStream(), some(2), NO_STREAM);
    await append(stream, some(3), NO_STREAM);
    await until(() => seen.length >= 3);
    await following.unsubscribe();
    expect(seen).toEqual([0, 1, 2]);
  });

  it('keeps metadata of streams, its own and an operator’s', async () => {
    const stream = newStream();
    expect((await client.getStreamMetadata(stream)).metadata).toBeUndefined();
    await client.setStreamMetadata(
      stream,
      { maxCount: 2, cacheControl: 5, owner: 'the house' },
      { expectedRevision: NO_STREAM },
    );
    expect(await client.getStreamMetadata(stream)).toMatchObject({
      metadata: { maxCount: 2, cacheControl: 5, owner: 'the house' },
    });
    await append(stream, some(5), NO_STREAM);
    expect(await revisionsOf(stream)).toEqual([3, 4]);
    await client.setStreamMetadata(stream, { truncateBefore: 1 }, { expectedRevision: 0n });
    expect(await revisionsOf(stream)).toEqual([1, 2, 3, 4]);
    await expect(client.setStreamMetadata(stream, {}, { expectedRevision: 0n })).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
  });

  it('deletes a stream until it is written again, and tombstones it for ever', async () => {
    const stream = newStream();
    await append(stream, some(2), NO_STREAM);
    await expect(client.deleteStream(stream, { expectedRevision: 0n })).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
    expect((await client.deleteStream(stream, { expectedRevision: 1n })).position?.commit).toBeTypeOf(
      'bigint',
    );
    await expect(all(client.readStream(stream))).rejects.toMatchObject({ type: 'stream-not-found' });
    expect(await append(stream, some(1), ANY)).toMatchObject({ nextExpectedRevision: 2n });
    expect(await revisionsOf(stream)).toEqual([2]);
    expect((await client.tombstoneStream(stream)).position?.commit).toBeTypeOf('bigint');
    await expect(all(client.readStream(stream))).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(all(client.subscribeToStream(stream))).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(append(stream, some(1), ANY)).rejects.toMatchObject({ type: 'stream-deleted' });
    await expect(client.deleteStream(stream)).rejects.toMatchObject({ type: 'stream-deleted' });
  });
});
