import { NO_STREAM } from '@eventstore/db-client';
import { expect } from 'vitest';
import { UnknownPosition } from '#services/platform/event-store/index.ts';
import { all, anEvent, ids, numbered, revisions, until } from './events.ts';
import { describeContract, newStream } from './targets.ts';

describeContract('reading', (bench, it) => {
  it('reads a stream in both directions, from a revision, up to a count', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(10));
    const read = async (options?: Parameters<typeof bench.store.readStream>[1]) =>
      revisions(await all(bench.store.readStream(stream, options)));
    expect(await read()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await read({ from: 7n })).toEqual([7, 8, 9]);
    expect(await read({ from: 3n, maxCount: 2 })).toEqual([3, 4]);
    expect(await read({ direction: 'backwards', maxCount: 3 })).toEqual([9, 8, 7]);
    expect(await read({ direction: 'backwards', from: 1n })).toEqual([1, 0]);
    expect(await read({ from: 10n })).toEqual([]);
    expect(await read({ maxCount: 0 })).toEqual([]);
  });

  it('reads a missing stream as empty', async () => {
    expect(await all(bench.store.readStream(newStream()))).toEqual([]);
    expect(await all(bench.store.readStream(newStream(), { direction: 'backwards' }))).toEqual([]);
  });

  it('reads a long stream whole, and stops when the reader does', async () => {
    const stream = newStream();
    const events = numbered(3_500);
    await bench.store.append(stream, 'no_stream', events.slice(0, 2_000));
    await bench.store.append(stream, 1_999n, events.slice(2_000));
    expect(ids(await all(bench.store.readStream(stream)))).toEqual(ids(events));
    expect(ids(await all(bench.store.readStream(stream, { direction: 'backwards' })))).toEqual(
      ids(events).reverse(),
    );
    for (let turn = 0; turn < 20; turn += 1) {
      for await (const event of bench.store.readStream(stream)) {
        expect(event.revision).toBe(0n);
        break;
      }
    }
  });

  it('reads the log after a position, in both directions, by stream and by type', async () => {
    const prefix = newStream('log');
    const after = await bench.store.headPosition();
    const first = await bench.store.append(`${prefix}-a`, 'no_stream', numbered(3, 'apple-picked'));
    const second = await bench.store.append(`${prefix}-b`, 'no_stream', numbered(3, 'pear-picked'));
    const filter = { streamPrefixes: [prefix] };
    const forwards = await all(bench.store.readAll({ after, filter }));
    expect(forwards.map(({ stream, revision }) => `${stream.slice(prefix.length)}${revision}`)).toEqual([
      '-a0',
      '-a1',
      '-a2',
      '-b0',
      '-b1',
      '-b2',
    ]);
    expect(forwards[2]?.position).toBe(first.position);
    expect(forwards[5]?.position).toBe(second.position);
    const backwards = await all(bench.store.readAll({ direction: 'backwards', maxCount: 4, filter }));
    expect(ids(backwards)).toEqual(ids(forwards).reverse().slice(0, 4));
    const older = await all(
      bench.store.readAll({ direction: 'backwards', after: first.position, maxCount: 2, filter }),
    );
    expect(ids(older)).toEqual(ids(forwards).slice(0, 2).reverse());
    const pears = bench.store.readAll({
      after: first.position,
      filter: { typePrefixes: ['pear-'] },
      maxCount: 2,
    });
    expect(ids(await all(pears))).toEqual(ids(forwards).slice(3, 5));
  });

  it('leaves system events out, and knows the newest position of the others', async () => {
    const stream = newStream();
    const { position } = await bench.store.append(stream, 'no_stream', numbered(1));
    await bench.client.setStreamMetadata(stream, { maxCount: 5 }, { expectedRevision: NO_STREAM });
    const newest = async () => {
      const [event] = await all(bench.store.readAll({ direction: 'backwards', maxCount: 1 }));
      return event;
    };
    // Others may write between two looks.
    await until(async () => {
      const before = await newest();
      const head = await bench.store.headPosition();
      const after = await newest();
      expect(head).toBeGreaterThanOrEqual(position);
      expect(before?.type).not.toMatch(/^\$/);
      if (before?.position !== after?.position) return false;
      expect(head).toBe(before?.position);
      return true;
    });
    for await (const event of bench.store.readAll()) expect(event.type.startsWith('$')).toBe(false);
  });

  it('reports a position that is foreign to this log', async () => {
    const { position } = await bench.store.append(newStream(), 'no_stream', numbered(2));
    const after = position + 1_000_000_000n;
    await expect(all(bench.store.readAll({ after }))).rejects.toBeInstanceOf(UnknownPosition);
    await expect(all(bench.store.readAll({ after }))).rejects.toMatchObject({ position: after });
  });

  it('reads its own writes', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const stream = newStream();
      const event = anEvent({ turn });
      const { position } = await bench.store.append(stream, 'no_stream', [event]);
      expect(ids(await all(bench.store.readStream(stream)))).toEqual([event.id]);
      expect(await bench.store.headPosition()).toBeGreaterThanOrEqual(position);
    }
  });
});
