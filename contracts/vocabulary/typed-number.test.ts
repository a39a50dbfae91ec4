import { expect, it } from 'vitest';
import { readNumber } from './typed-number.ts';

it.each([
  ['1.5', 1.5],
  [' 1.50 ', 1.5],
  ['.5', 0.5],
  ['1.', 1],
  ['1500', 1500],
  ['1,500', 1500],
  ['1,234,567.89', 1_234_567.89],
  ['-20', -20],
  ['−20', -20],
])('%s is understood (rule: Typed numbers)', (text, value) => expect(readNumber(text)).toBe(value));

it.each(['1,5', '0,5', '0,500', '1,50', '1500,00', '1,500,00', '12,34,567', '1.500,00', ',5', '1,', '1 500'])(
  '%s, whose comma or blank parts no thousands, is no number (rule: Typed numbers)',
  (text) => expect(readNumber(text)).toBeUndefined(),
);
it.each(['', ' ', '.', '-', '1e3', '0x10', 'Infinity', '9'.repeat(400), '12 ct'])(
  '"%s" is no number',
  (text) => expect(readNumber(text)).toBeUndefined(),
);
