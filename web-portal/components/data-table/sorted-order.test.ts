import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankTexts } from './sorted-order.ts';

describe('Ranks of texts', () => {
  it('are those of a plain sort of the distinct texts, blanks last', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', '1', '~', '\u007f', 'é', '中'), maxLength: 12 }),
      fc.integer({ min: 0, max: 300 }).map((number) => `VTR-100${number}`),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), (values) => {
        const distinct = [...new Set(values)].filter((value) => value !== '').sort();
        expect(rankTexts(values)).toEqual({
          ranks: Uint32Array.from(values, (value) =>
            value === '' ? distinct.length : distinct.indexOf(value),
          ),
          distinct: distinct.length,
        });
      }),
    );
  });
});
