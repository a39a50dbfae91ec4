import { describe, expect, it } from 'vitest';
import { chosenMonth, pastMonths } from './months.ts';

describe('The month selector (product: Billing inputs)', () => {
  it('runs from January 2017 to the month before this one, newest first', () => {
    const months = pastMonths(new Date(2026, 10, 20));
    expect(months[0]).toEqual(['202610', 'October 2026']);
    expect(months.at(-1)).toEqual(['201701', 'January 2017']);
    expect(months).toHaveLength(118);
  });
  it('splits YYYYMM, and nothing else', () => {
    expect(chosenMonth('202604')).toEqual({ year: 2026, month: 4, text: '2026-04' });
    expect(chosenMonth('')).toBeNull();
    expect(chosenMonth('20264')).toBeNull();
  });
});
