import { describe, expect, it } from 'vitest';
import { foldEntries, keysOfEntries } from './fold.ts';
import { toLogEntry, type LogEntry } from './log-entries.ts';
import type { AnyProjection, Projection } from './projection.ts';
import { createMemoryLog, newTestEvent, withFrozenStates } from './testing/test-log.ts';

const effectiveAt = '2024-05-01T12:00:00.000Z';
const carted = (...parcelNames: string[]) =>
  newTestEvent('StonesCarted', { customerId: 1, line: 'natural', parcelNames, effectiveAt });

/** How often each parcel was carted, by whichever cart; parcel X cannot be carted, and Y has no key. */
const cartings: Projection<number> = {
  name: 'cartings',
  version: 1,
  tables: [],
  streams: ['cart-'],
  keysOf(event) {
    if (event.type !== 'StonesCarted') return [];
    if (event.data.parcelNames.includes('Y')) throw new Error('no key');
    return event.data.parcelNames;
  },
  load: async () => new Map(),
  apply(state = 0, _, key) {
    if (key === 'X') throw new Error('not X');
    return state + 1;
  },
  save: () => undefined,
};

function fold(
  entries: readonly LogEntry[],
  options: { loaded?: Record<string, number>; parked?: string[]; projection?: AnyProjection } = {},
) {
  const projection = withFrozenStates(options.projection ?? cartings);
  const { changed, applied, parked, skipped } = foldEntries(
    projection,
    keysOfEntries(projection, entries),
    new Map(Object.entries(options.loaded ?? {})),
    new Set(options.parked),
  );
  return {
    changed: Object.fromEntries(changed),
    applied: applied.length,
    parked: parked.map(({ entry, reason }) => `${entry.stream}@${entry.revision}: ${reason}`),
    skipped: skipped.map((entry) => `${entry.stream}@${entry.revision}`),
  };
}

function entriesOf(...appended: readonly (readonly [string, ReturnType<typeof newTestEvent>])[]): LogEntry[] {
  const log = createMemoryLog();
  for (const [stream, event] of appended) log.add(stream, event);
  return log.recorded.map(toLogEntry);
}

describe('folding a batch', () => {
  it('goes on from what was loaded and gives only what changed', () => {
    expect(
      fold(entriesOf(['cart-1', carted('A', 'B')], ['cart-2', carted('A')]), { loaded: { A: 5, C: 9 } }),
    ).toEqual({
      changed: { A: 7, B: 1 },
      applied: 2,
      parked: [],
      skipped: [],
    });
  });

  it('gives no state that an event leaves as it was, loaded or not', () => {
    const unmoved: Projection<number> = { ...cartings, apply: (state) => state };
    const entries = entriesOf(['cart-1', carted('A', 'B')]);
    expect(fold(entries, { loaded: { A: 5 }, projection: unmoved })).toEqual({
      changed: {},
      applied: 1,
      parked: [],
      skipped: [],
    });
  });

  it('applies an event once to a key that it names twice', () => {
    expect(fold(entriesOf(['cart-1', carted('A', 'A')])).changed).toEqual({ A: 1 });
  });

  it('parks the stream of an event that fails at its second key, changes neither key by it, and goes on with the others', () => {
    expect(
      fold(
        entriesOf(
          ['cart-1', carted('A')],
          ['cart-1', carted('B', 'X')],
          ['cart-2', carted('A')],
          ['cart-1', carted('A')],
        ),
      ),
    ).toEqual({
      changed: { A: 2 },
      applied: 2,
      parked: ['cart-1@1: Error: not X'],
      skipped: ['cart-1@1', 'cart-1@2'],
    });
  });

  it('parks in the order of the log when keys cannot be computed', () => {
    expect(
      fold(entriesOf(['cart-1', carted('A')], ['cart-1', carted('Y')], ['cart-1', carted('A')])),
    ).toEqual({
      changed: { A: 1 },
      applied: 1,
      parked: ['cart-1@1: Error: no key'],
      skipped: ['cart-1@1', 'cart-1@2'],
    });
  });

  it('skips what follows in a stream parked before, and parks it no second time', () => {
    expect(fold(entriesOf(['cart-1', carted('X')], ['cart-2', carted('A')]), { parked: ['cart-1'] })).toEqual(
      {
        changed: { A: 1 },
        applied: 1,
        parked: [],
        skipped: ['cart-1@0'],
      },
    );
  });

  it('parks what is unreadable: an unknown type, wrong data, wrong metadata, a newer shape', () => {
    const good = carted('A');
    const entries = entriesOf(
      ['cart-1', newTestEvent('StonesPolished', {})],
      ['cart-2', newTestEvent('StonesCarted', { customerId: 'one' })],
      ['cart-3', { ...good, metadata: {} }],
      ['cart-4', { ...good, metadata: { ...good.metadata, shape: 99 } }],
      ['cart-5', good],
    );
    const { changed, parked } = fold(entries);
    expect(changed).toEqual({ A: 1 });
    expect(parked).toEqual([
      expect.stringMatching(/^cart-1@0: .*unknown event type StonesPolished/),
      expect.stringMatching(/^cart-2@0: [^]*customerId/),
      expect.stringMatching(/^cart-3@0: [^]*recordedAt/),
      expect.stringMatching(/^cart-4@0: .*upgrade it/),
    ]);
  });
});
