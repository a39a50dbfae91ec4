import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecentMap } from './recent.ts';
import type { StoredEvent } from './stored-event.ts';
import { createTail } from './tail.ts';

describe('the tail', () => {
  it('gives exactly what was pushed, or says that it does not hold it', () => {
    const anyLog = fc.array(
      fc.record({ stream: fc.constantFrom('a', 'b', 'c'), bytes: fc.constantFrom(10, 9_000_000) }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(anyLog, fc.nat(60), fc.nat(60), (shape, from, length) => {
        const tail = createTail();
        const revisions = new Map<string, number>();
        const log = shape.map(({ stream, bytes }, index): StoredEvent => {
          const revision = (revisions.get(stream) ?? -1) + 1;
          revisions.set(stream, revision);
          const data = { length: bytes } as Uint8Array;
          return {
            position: index + 1,
            stream,
            revision,
            id: '',
            type: '',
            isJson: true,
            data,
            metadata: new Uint8Array(),
            storedAt: 0,
          };
        });
        for (const event of log) tail.push([event]);
        const to = from + length;
        const held = tail.slice(from, to);
        if (held !== undefined)
          expect(held).toEqual(log.filter((e) => e.position >= from && e.position <= to));
        for (const stream of ['a', 'b', 'c']) {
          const ofStream = tail.sliceOfStream(stream, from, to);
          const expected = log.filter((e) => e.stream === stream && e.revision >= from && e.revision <= to);
          if (ofStream !== undefined) expect(ofStream).toEqual(expected);
        }
        // The newest is always held.
        const last = log[log.length - 1];
        if (last !== undefined) expect(tail.slice(last.position, last.position)).toEqual([last]);
      }),
    );
  });
});

describe('a recent map', () => {
  it('keeps what is asked for, and forgets what is not', () => {
    const map = createRecentMap<string, number>(10);
    map.set('kept', 1);
    map.set('forgotten', 2);
    for (let n = 0; n < 100; n += 1) {
      map.set(`other ${n}`, n);
      expect(map.get('kept')).toBe(1);
    }
    expect(map.get('forgotten')).toBeUndefined();
  });
});
