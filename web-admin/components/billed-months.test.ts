import { describe, expect, it } from 'vitest';
import { billedMonths } from './billed-months.ts';

describe('The month selector (product: Billing inputs)', () => {
  it('runs from January 2017 to the month before this one of the house, newest first', () => {
    const months = billedMonths(new Date('2026-12-01T04:59:00Z'));
    expect(months[0]).toEqual(['202610', 'October 2026']);
    expect(months.at(-1)).toEqual(['201701', 'January 2017']);
    expect(months).toHaveLength(118);
  });

  it('runs from where billing began before that, else from January 2017', () => {
    const now = new Date('2026-12-01T04:59:00Z');
    expect(billedMonths(now, '2016-11').at(-1)).toEqual(['201611', 'November 2016']);
    expect(billedMonths(now, '2020-05').at(-1)).toEqual(['201701', 'January 2017']);
  });
});
