import { readNumber } from '#contracts/vocabulary/typed-number.ts';
import type { CellValue } from './sheet.ts';

/**
 * A cell's text without outer spaces, a number as a spreadsheet shows it, a date as its day (rule: Cells); null for an
 * empty cell.
 */
export function textOf(value: CellValue): string | null {
  if (value === null) return null;
  if (typeof value === 'number') return String(withoutNoise(value));
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value).trim();
  return text === '' ? null : text;
}

/** Fifteen digits, which hides rounding errors of binary fractions: the result of 0.18 − 0.01 is 0.17. */
const withoutNoise = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(15));

/** '1,234.50', '$1,234.50', '-$20' and '(20.00)' as people write them; null when it is no number. */
export function numberOf(value: CellValue): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const text = value
    .trim()
    .replace(/^\((.+)\)$/, '-$1')
    .replace(/^[-\u2212]\s*\$/, '-')
    .replace(/^\$\s*/, '');
  return readNumber(text) ?? null;
}
