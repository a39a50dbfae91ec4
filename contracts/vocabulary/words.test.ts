import { describe, expect, test } from 'vitest';
import { capitalised, nameInWords, spaced } from './words.ts';

describe('Names in words', () => {
  test.each([
    ['minInventory', 'min inventory'],
    ['feeRatePpm', 'fee rate ppm'],
    ['hafPct1', 'haf pct1'],
    ['BillReplaced', 'bill replaced'],
    ['reason', 'reason'],
  ])('%s reads %s', (name, words) => {
    expect(spaced(name)).toBe(words);
  });
  test('begin a sentence as words, too', () => {
    expect(['certNo', 'BillReplaced', ''].map(nameInWords)).toEqual(['Cert no', 'Bill replaced', '']);
  });
  test('begin a sentence with a capital, and are otherwise as they were', () => {
    expect(capitalised('row 3, tier: New York')).toBe('Row 3, tier: New York');
    expect(capitalised('')).toBe('');
  });
});
