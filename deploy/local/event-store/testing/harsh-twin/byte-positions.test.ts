import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteOffsetOf, positionAt } from './byte-positions.ts';

const anyPosition = fc.integer({ min: 0, max: 2 ** 40 });

describe('positions as bytes', () => {
  it('grow with the positions, and lead back to them', () => {
    fc.assert(
      fc.property(anyPosition, (position) => {
        expect(byteOffsetOf(position + 1)).toBeGreaterThan(byteOffsetOf(position));
        expect(positionAt(byteOffsetOf(position))).toBe(position);
      }),
    );
  });

  it('leave gaps of many sizes, in which no event begins', () => {
    const gaps = Array.from({ length: 200 }, (_, n) => byteOffsetOf(n + 1) - byteOffsetOf(n));
    expect(new Set(gaps).size).toBeGreaterThan(1);
    expect(Math.min(...gaps)).toBeGreaterThan(1);
    fc.assert(
      fc.property(anyPosition, (position) => {
        expect(positionAt(byteOffsetOf(position) + 1)).toBeUndefined();
      }),
    );
  });
});
