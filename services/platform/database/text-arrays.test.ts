import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeTextArray, textOf } from './text-arrays.ts';

describe('a value as text for Postgres', () => {
  it.each([
    [null, 'text', null],
    [undefined, 'json', null],
    ['plain', 'text', 'plain'],
    ['plain', 'json', '"plain"'],
    [{ a: [1, 'x'] }, 'jsonb', '{"a":[1,"x"]}'],
    [12, 'integer', '12'],
    [9_007_199_254_740_993n, 'bigint', '9007199254740993'],
    [true, 'boolean', 'true'],
    [new Date(0), 'timestamp with time zone', '1970-01-01T00:00:00.000Z'],
    [['a "b"', 'c\\d', null], 'text[]', '{"a \\"b\\"","c\\\\d",null}'],
    [[], 'text[]', '{}'],
  ])('%o in a column of type %s is %s', (value, type, text) => {
    expect(textOf(value, type)).toBe(text);
  });

  it('refuses an object where the column cannot hold one', () => {
    expect(() => textOf({ a: 1 }, 'integer')).toThrow(/cannot hold an object/);
  });
});

/** The texts of a binary `text[]`, as Postgres reads them. */
function decoded(bytes: Buffer): (string | null)[] {
  const texts: (string | null)[] = [];
  let at = 20;
  while (at < bytes.length) {
    const size = bytes.readInt32BE(at);
    at += 4;
    texts.push(size < 0 ? null : bytes.toString('utf8', at, at + Math.max(size, 0)));
    at += Math.max(size, 0);
  }
  return texts;
}

it('texts of any alphabet and length, and nulls, are encoded as they are', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 70 }),
    fc.string({ unit: 'grapheme', maxLength: 70 }),
    fc.constantFrom('', 'é'.repeat(32), '💎'.repeat(16), 'x'.repeat(33)),
  );
  fc.assert(
    fc.property(fc.array(fc.option(text), { minLength: 1 }), (texts) => {
      const encoded = encodeTextArray(texts);
      expect(decoded(encoded)).toEqual(texts);
      // One dimension, whether there is a null, the type text, the length, and the first index.
      expect([0, 4, 8, 12, 16].map((at) => encoded.readInt32BE(at))).toEqual([
        1,
        texts.includes(null) ? 1 : 0,
        25,
        texts.length,
        1,
      ]);
    }),
    { numRuns: 300 },
  );
});

it('no texts are an array without dimensions', () => {
  const encoded = encodeTextArray([]);
  expect([0, 4, 8].map((at) => encoded.readInt32BE(at))).toEqual([0, 0, 25]);
  expect(encoded).toHaveLength(12);
});
