import { describe, expect, it } from 'vitest';
import { textOf } from './text-arrays.ts';

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
