import { expect } from 'vitest';
import { StreamDeleted, WrongExpectedRevision } from '#services/platform/event-store/index.ts';
import { all, anEvent, ids, numbered, revisions, until } from './events.ts';
import { describeContract, newStream } from './targets.ts';

describeContract('retention and deletion', (bench, it) => {
  const revisionsOf = async (stream: string) => revisions(await all(bench.store.readStream(stream)));

  it('reads only the newest maxCount events', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(10));
    await bench.store.setStreamMetadata(stream, { maxCount: 3 }, 'no_stream');
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
    await bench.store.setStreamMetadata(stream, { truncateBefore: 3 }, 'no_stream');
    expect(await revisionsOf(stream)).toEqual([3, 4]);
  });

  it('no longer reads events older than maxAge', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(2));
    await bench.store.setStreamMetadata(stream, { maxAge: 1 }, 'no_stream');
    await until(async () => (await revisionsOf(stream)).length === 0);
    await bench.store.append(stream, 1n, numbered(1));
    expect(await revisionsOf(stream)).toEqual([2]);
  });

  it('guards metadata by a revision of its own', async () => {
    const stream = newStream();
    await bench.store.setStreamMetadata(stream, { maxCount: 3 }, 'no_stream');
    const again = bench.store.setStreamMetadata(stream, { maxCount: 5 }, 'no_stream');
    await expect(again).rejects.toBeInstanceOf(WrongExpectedRevision);
    await bench.store.setStreamMetadata(stream, { maxCount: 2 }, 0n);
    await bench.store.append(stream, 'no_stream', numbered(10));
    expect(await revisionsOf(stream)).toEqual([8, 9]);
  });

  it('empties a deleted stream, which may be written again and counts on', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(3));
    await expect(bench.store.deleteStream(stream, 1n)).rejects.toMatchObject({
      name: 'WrongExpectedRevision',
      expected: 1n,
      actual: 2n,
    });
    await bench.store.deleteStream(stream, 2n);
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
    await bench.store.tombstoneStream(stream, 2n);
    await expect(bench.store.append(stream, 2n, [anEvent()])).rejects.toBeInstanceOf(StreamDeleted);
    await expect(all(bench.store.readStream(stream))).rejects.toBeInstanceOf(StreamDeleted);
    await expect(bench.store.tombstoneStream(stream, 2n)).rejects.toBeInstanceOf(StreamDeleted);
    const never = newStream();
    await bench.store.tombstoneStream(never, 'no_stream');
    await expect(bench.store.append(never, 'no_stream', [anEvent()])).rejects.toBeInstanceOf(StreamDeleted);
  });
});
