import { NO_STREAM } from '@eventstore/db-client';
import { expect } from 'vitest';
import { StreamDeleted } from '#services/platform/event-store/index.ts';
import { all, anEvent, ids, numbered, revisions, until } from './events.ts';
import { describeContract, newStream } from './targets.ts';

describeContract('retention and deletion', (bench, it) => {
  const revisionsOf = async (stream: string) => revisions(await all(bench.store.readStream(stream)));

  it('reads only the newest maxCount events', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(10));
    await bench.client.setStreamMetadata(stream, { maxCount: 3 }, { expectedRevision: NO_STREAM });
    expect(await revisionsOf(stream)).toEqual([7, 8, 9]);
    await bench.store.append(stream, 9n, numbered(1));
    expect(await revisionsOf(stream)).toEqual([8, 9, 10]);
    expect(revisions(await all(bench.store.readStream(stream, { direction: 'backwards' })))).toEqual([
      10, 9, 8,
    ]);
  });

  it('reads nothing before truncateBefore', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(5));
    await bench.client.setStreamMetadata(stream, { truncateBefore: 3 }, { expectedRevision: NO_STREAM });
    expect(await revisionsOf(stream)).toEqual([3, 4]);
  });

  it('no longer reads events older than maxAge', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(2));
    await bench.client.setStreamMetadata(stream, { maxAge: 1 }, { expectedRevision: NO_STREAM });
    await until(async () => (await revisionsOf(stream)).length === 0);
    await bench.store.append(stream, 1n, numbered(1));
    expect(await revisionsOf(stream)).toEqual([2]);
  });

  it('guards metadata by a revision of its own', async () => {
    const stream = newStream();
    await bench.client.setStreamMetadata(stream, { maxCount: 3 }, { expectedRevision: NO_STREAM });
    const again = bench.client.setStreamMetadata(stream, { maxCount: 5 }, { expectedRevision: NO_STREAM });
    await expect(again).rejects.toMatchObject({ type: 'wrong-expected-version' });
    await bench.client.setStreamMetadata(stream, { maxCount: 2 }, { expectedRevision: 0n });
    await bench.store.append(stream, 'no_stream', numbered(10));
    expect(await revisionsOf(stream)).toEqual([8, 9]);
  });

  it('empties a deleted stream, which may be written again and counts on', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(3));
    await expect(bench.client.deleteStream(stream, { expectedRevision: 1n })).rejects.toMatchObject({
      type: 'wrong-expected-version',
    });
    await bench.client.deleteStream(stream, { expectedRevision: 2n });
    expect(await revisionsOf(stream)).toEqual([]);
    const reborn = numbered(2);
    const appended = await bench.store.append(stream, 'no_stream', reborn);
    expect(appended.revision).toBe(4n);
    expect(ids(await all(bench.store.readStream(stream)))).toEqual(ids(reborn));
    expect(await revisionsOf(stream)).toEqual([3, 4]);
  });

  it('closes a tombstoned stream for ever', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(3));
    await bench.client.tombstoneStream(stream, { expectedRevision: 2n });
    await expect(bench.store.append(stream, 2n, [anEvent()])).rejects.toBeInstanceOf(StreamDeleted);
    await expect(all(bench.store.readStream(stream))).rejects.toBeInstanceOf(StreamDeleted);
    await expect(bench.client.tombstoneStream(stream, { expectedRevision: 2n })).rejects.toMatchObject({
      type: 'stream-deleted',
    });
    const never = newStream();
    await bench.client.tombstoneStream(never, { expectedRevision: NO_STREAM });
    await expect(bench.store.append(never, 'no_stream', [anEvent()])).rejects.toBeInstanceOf(StreamDeleted);
  });
});
