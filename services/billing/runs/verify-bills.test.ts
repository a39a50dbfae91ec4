import { expect, it } from 'vitest';
import { linesInWords } from './verify-bills.ts';

const lines = (count: number) => Array.from({ length: count }, (_, place) => ({ key: `L${place + 1}` }));

it('an alarm names the lines that differ, of many the first and how many more', () => {
  expect(linesInWords(lines(3), lines(3))).toBe('lines that differ: none, but its head');
  expect(linesInWords(lines(1), lines(3))).toBe('lines that differ: L2, L3');
  expect(linesInWords(lines(10), [])).toMatch(/ L9, L10$/);
  expect(linesInWords([], lines(1_512))).toBe(
    'lines that differ: L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, and 1,502 more',
  );
});
