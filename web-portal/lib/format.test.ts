import { describe, expect, it } from 'vitest';
import {
  formatPriceOrBlank,
  formatMeasurements,
  formatMillimetres,
  formatRapPercent,
  formatWeight,
  ratioOf,
} from './format.ts';

describe('Formatting (product: Formats)', () => {
  it('weight has 2 decimals', () => expect(formatWeight(1.5)).toBe('1.50'));
  it('price has 2 decimals, $ and thousands separators', () =>
    expect([19870.4, -20, undefined].map(formatPriceOrBlank)).toEqual(['$19,870.40', '−$20.00', '']));
  it('Rap % has 3 decimals', () => expect(formatRapPercent(-31)).toBe('−31.000'));
  it('the length/width ratio is left out where a side is missing', () =>
    expect([ratioOf({ length: 9, width: 6 }), ratioOf({ length: 9 })]).toEqual([1.5, undefined]));
  it('a half of a hundredth is rounded up, as in the workbook and in measurements', () => {
    const size = { length: 7.005, width: 4, height: 4.335 };
    expect([size.length, size.height].map(formatMillimetres)).toEqual(['7.01', '4.34']);
    expect(formatMeasurements(size)).toBe('7.01 × 4.00 × 4.34');
    expect(formatMillimetres(ratioOf({ length: 4.02, width: 4 }))).toBe('1.01');
  });
  it('measurements are length × width × height', () =>
    expect([
      formatMeasurements({ length: 7.36, width: 7.39, height: 4.53 }),
      formatMeasurements({ length: 7.36 }),
    ]).toEqual(['7.36 × 7.39 × 4.53', '']));
});
