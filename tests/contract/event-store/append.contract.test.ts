import { expect } from 'vitest';
import {
  AppendTooLarge,
  EventStoreRefused,
  WrongExpectedRevision,
} from '#services/platform/event-store/index.ts';
import { all, anEvent, ids, numbered, revisions } from './events.ts';
import { describeContract, newStream } from './targets.ts';

describeContract('appending', (bench, it) => {
  it('keeps events as they were given, in their order', async () => {
    const stream = newStream();
    const events = [
      anEvent({ text: 'Ünïcode 💎 \u0000 "quoted"', n: 1.5, none: null, list: [1, [2]] }, 'first-thing'),
      anEvent('only text'),
      anEvent(7),
    ];
    const appended = await bench.store.append(stream, 'no_stream', events);
    expect(appended.revision).toBe(2n);
    const read = await all(bench.store.readStream(stream));
    expect(read.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))).toEqual(events);
    expect(revisions(read)).toEqual([0, 1, 2]);
    expect(read.map((event) => event.stream)).toEqual([stream, stream, stream]);
    expect(read[2]?.position).toBe(appended.position);
    expect(read.every(({ storedAt }) => storedAt instanceof Date && storedAt.getTime() > 0)).toBe(true);
  });

  it('gives growing positions across streams', async () => {
    const positions: bigint[] = [];
    for (let n = 0; n < 5; n += 1) {
      positions.push((await bench.store.append(newStream(), 'no_stream', numbered(2))).position);
    }
    expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(positions).size).toBe(5);
  });

  it('refuses another expected revision, and names both', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', numbered(3));
    const cases = [
      { expected: 'no_stream', actual: 2n, at: stream },
      { expected: 1n, actual: 2n, at: stream },
      { expected: 5n, actual: 2n, at: stream },
      { expected: 0n, actual: 'no_stream', at: newStream() },
    ] as const;
    for (const { at, expected, actual } of cases) {
      const refused = bench.store.append(at, expected, [anEvent()]);
      await expect(refused).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(refused).rejects.toMatchObject({ stream: at, expected, actual });
    }
    expect(revisions(await all(bench.store.readStream(stream)))).toEqual([0, 1, 2]);
  });

  it('answers a repetition as the first time, and writes nothing', async () => {
    const stream = newStream();
    const first = numbered(2);
    const second = numbered(2);
    const answers = [
      await bench.store.append(stream, 'no_stream', first),
      await bench.store.append(stream, 1n, second),
    ];
    expect(await bench.store.append(stream, 'no_stream', first)).toMatchObject({ revision: 1n });
    expect(await bench.store.append(stream, 1n, second)).toEqual(answers[1]);
    expect(ids(await all(bench.store.readStream(stream)))).toEqual([...ids(first), ...ids(second)]);
  });

  it('takes an append that only begins like an earlier one for a conflict', async () => {
    const stream = newStream();
    const [a, b, c] = numbered(3);
    if (a === undefined || b === undefined || c === undefined) throw new Error('three events are needed');
    await bench.store.append(stream, 'no_stream', [a, b]);
    await expect(bench.store.append(stream, 'no_stream', [a, c])).rejects.toBeInstanceOf(
      WrongExpectedRevision,
    );
    expect(ids(await all(bench.store.readStream(stream)))).toEqual([a.id, b.id]);
  });

  it('writes once what is sent many times in parallel', async () => {
    const stream = newStream();
    const events = numbered(3);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => bench.store.append(stream, 'no_stream', events)),
    );
    const read = await all(bench.store.readStream(stream));
    expect(ids(read)).toEqual(ids(events));
    expect(new Set(answers.map(({ revision }) => revision))).toEqual(new Set([2n]));
    expect(answers[0]?.position).toBeGreaterThan(0n);
    expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
  });

  it('lets exactly one of many writers win a revision', async () => {
    const stream = newStream();
    await bench.store.append(stream, 'no_stream', [anEvent()]);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => bench.store.append(stream, 0n, [anEvent({ n })])),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ expected: 0n, actual: 1n });
    }
    expect(revisions(await all(bench.store.readStream(stream)))).toEqual([0, 1]);
  });

  it('keeps every stream whole and the log ordered with 64 appends under way', async () => {
    const prefix = newStream('busy');
    const after = await bench.store.headPosition();
    const answered: bigint[] = [];
    await Promise.all(
      Array.from({ length: 64 }, async (_, writer) => {
        let revision: bigint | 'no_stream' = 'no_stream';
        for (let turn = 0; turn < 20; turn += 1) {
          const appended = await bench.store.append(
            `${prefix}-${writer}`,
            revision,
            numbered(1 + (turn % 3)),
          );
          revision = appended.revision;
          answered.push(appended.position);
        }
      }),
    );
    const log = await all(bench.store.readAll({ after, filter: { streamPrefixes: [prefix] } }));
    const positions = log.map(({ position }) => position);
    expect(new Set(positions).size).toBe(log.length);
    expect(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n))).toBe(
      true,
    );
    expect(answered.every((position) => positions.includes(position))).toBe(true);
    const byStream = new Map<string, number[]>();
    for (const { stream, revision } of log)
      byStream.set(stream, [...(byStream.get(stream) ?? []), Number(revision)]);
    expect(byStream.size).toBe(64);
    for (const seen of byStream.values()) expect(seen).toEqual(Array.from({ length: 39 }, (_, n) => n));
  });

  it('keeps large events, and refuses an append that is too large without writing any of it', async () => {
    const stream = newStream();
    const large = anEvent({ text: 'x'.repeat(900_000) });
    await bench.store.append(stream, 'no_stream', [large]);
    const [read] = await all(bench.store.readStream(stream));
    expect(read?.data).toEqual(large.data);
    const tooLarge = [anEvent(), anEvent({ text: 'x'.repeat(2_000_000) })];
    const tooMany = Array.from({ length: 1_100 }, () => anEvent({ text: 'x'.repeat(1_000) }));
    for (const events of [tooLarge, tooMany])
      await expect(bench.store.append(stream, 0n, events)).rejects.toBeInstanceOf(AppendTooLarge);
    expect(revisions(await all(bench.store.readStream(stream)))).toEqual([0]);
  });

  it('fails a bad append alone', async () => {
    const good = Array.from({ length: 5 }, () => bench.store.append(newStream(), 'no_stream', [anEvent()]));
    const bad = bench.store.append(newStream(), 'no_stream', [{ ...anEvent(), id: 'not-a-uuid' }]);
    await expect(bad).rejects.toBeInstanceOf(EventStoreRefused);
    await expect(Promise.all(good)).resolves.toHaveLength(5);
    await expect(bench.store.append(newStream(), 'no_stream', [])).rejects.toBeInstanceOf(RangeError);
    const noJson = [{ ...anEvent(), data: undefined }];
    await expect(bench.store.append(newStream(), 'no_stream', noJson)).rejects.toBeInstanceOf(TypeError);
  });
});
