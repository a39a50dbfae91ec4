import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANYONE } from './access.ts';
import { decideBatch } from './batch.ts';
import type { Known } from './batch.ts';
import { stateFromRow } from './stream-state.ts';
import type { StreamState } from './stream-state.ts';
import type { StoredEvent } from './stored-event.ts';
import type { WriteOutcome, WriteRequest } from './write-requests.ts';

const NOW = 1_000;

/** A log in memory, to which batches are committed one after the other. */
function memoryLog() {
  const events: StoredEvent[] = [];
  const states = new Map<string, StreamState>();
  let ids = 0;
  const known = (): Known => ({
    head: events.length,
    stateOf: (base) => states.get(base) ?? stateFromRow(undefined),
    // The same id may stand in two streams: the newest is remembered.
    lately: (id) => events.findLast((event) => event.id === id),
    eventsAt: (stream, from, count) =>
      Promise.resolve(
        new Map(
          events
            .filter((e) => e.stream === stream && e.revision >= from && e.revision < from + count)
            .map((e) => [e.revision, e]),
        ),
      ),
  });
  return {
    events,
    async commit(requests: readonly WriteRequest[]): Promise<WriteOutcome[]> {
      const batch = await decideBatch(requests, known(), NOW, () => `made-${(ids += 1)}`);
      events.push(...batch.events);
      for (const [stream, state] of batch.states) states.set(stream, state);
      return batch.outcomes;
    },
  };
}

const stream = fc.constantFrom('a', 'b');
const expected = fc.oneof(fc.constantFrom('any', 'no_stream', 'stream_exists'), fc.nat(4)) as fc.Arbitrary<
  WriteRequest['expected']
>;
const event = fc.constantFrom(...'pqrstu').map((id) => ({
  id,
  type: 't',
  isJson: true,
  data: new Uint8Array(),
  metadata: new Uint8Array(),
}));
const common = { expected, caller: fc.constant(ANYONE), deadline: fc.constantFrom(undefined, NOW - 1, NOW) };
const append = fc.record({
  kind: fc.constant('append' as const),
  stream,
  events: fc.uniqueArray(event, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
  ...common,
});
const removal = fc.record({
  kind: fc.constantFrom('delete', 'tombstone'),
  stream,
  events: fc.constant([]),
  ...common,
});
const retention = fc
  .record({ stream, maxCount: fc.integer({ min: 1, max: 3 }) })
  .map(({ stream: of, maxCount }): WriteRequest => ({
    kind: 'append',
    stream: `$$${of}`,
    expected: 'any',
    events: [
      {
        id: `m-${maxCount}`,
        type: '$metadata',
        isJson: true,
        data: Buffer.from(JSON.stringify({ $maxCount: maxCount })),
        metadata: new Uint8Array(),
      },
    ],
    caller: ANYONE,
    deadline: undefined,
  }));
const requests = fc.array(
  fc.oneof(
    { arbitrary: append, weight: 12 },
    { arbitrary: removal, weight: 1 },
    { arbitrary: retention, weight: 1 },
  ),
  { maxLength: 30 },
) as fc.Arbitrary<WriteRequest[]>;

describe('deciding a batch', () => {
  it('decides the same whatever came together', async () => {
    await fc.assert(
      fc.asyncProperty(requests, fc.array(fc.integer({ min: 1, max: 6 })), async (all, sizes) => {
        const oneByOne = memoryLog();
        const together = memoryLog();
        const expectedOutcomes: WriteOutcome[] = [];
        for (const request of all) expectedOutcomes.push(...(await oneByOne.commit([request])));
        const outcomes: WriteOutcome[] = [];
        for (let at = 0, turn = 0; at < all.length; turn += 1) {
          const size = sizes[turn] ?? all.length;
          outcomes.push(...(await together.commit(all.slice(at, at + size))));
          at += size;
        }
        expect(outcomes).toEqual(expectedOutcomes);
        expect(together.events).toEqual(oneByOne.events);
      }),
    );
  });

  it('gives positions without gaps, and each stream revisions without gaps', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        const log = memoryLog();
        await log.commit(all);
        expect(log.events.map(({ position }) => position)).toEqual(log.events.map((_, index) => index + 1));
        for (const name of ['a', 'b']) {
          const revisions = log.events
            .filter((e) => e.stream === name && e.type !== '$streamDeleted')
            .map((e) => e.revision);
          expect(revisions).toEqual(revisions.map((_, index) => index));
        }
      }),
    );
  });

  it('writes nothing for what is refused or too late', async () => {
    const log = memoryLog();
    const request = { kind: 'append', stream: 'a', events: [], caller: ANYONE, deadline: undefined } as const;
    const refused = await log.commit([
      { ...request, expected: 3 },
      { ...request, expected: 'any', deadline: NOW - 1 },
    ]);
    expect(refused).toEqual([{ kind: 'wrong-expected-revision', current: -1 }, { kind: 'too-late' }]);
    expect(log.events).toEqual([]);
  });
});
