import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unrecordableText, unstorableText } from './storable-text.ts';

describe('a text that cannot be kept', () => {
  test.each<[unknown, string]>([
    ['a\0', ''],
    ['\ud800', ''],
    ['\udc00 after', ''],
    [{ remarks: 'a\0b' }, 'remarks'],
    [{ parcels: [{ name: 'A' }, { name: '\ude00' }] }, 'parcels.1.name'],
    [{ first: '\0', second: '\0' }, 'first'],
    [{ name: 'ffff\uffffx' }, 'name'],
    [{ name: '\ufffe' }, 'name'],
  ])('%j is found at its path', (input, path) => {
    expect(unstorableText(input)).toBe(path);
  });

  test.each<[unknown]>([['é漢😀\u202e\t'], [null], [7], [undefined], [{ a: [true, { b: '' }] }]])(
    '%j has none',
    (input) => {
      expect(unstorableText(input)).toBe(null);
    },
  );

  test('what was taken before no workbook could hold it may be recorded again with other facts', () => {
    expect(unrecordableText({ attributes: { color: 'a\uffffb' } })).toBe(null);
    expect(unrecordableText({ attributes: { color: 'a\0b' } })).toBe('attributes.color');
  });

  test('what is nested deeper than calls may be is looked through all the same', () => {
    let input: unknown = 'deep\0';
    for (let depth = 0; depth < 100_000; depth += 1) input = [input];
    expect(unstorableText(input)).toHaveLength(199_999);
  });

  test('no well-formed text without NUL and noncharacters is one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(unstorableText({ text: text.replace(/[\0\ufffe\uffff]/g, '') })).toBe(null);
      }),
    );
  });
});
