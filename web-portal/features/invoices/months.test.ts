import { describe, expect, it } from 'vitest';
import { invoiceMonths, monthName, splitMonth } from './months.ts';

const now = new Date(2026, 10, 20);

describe('Invoice months (product: Invoices dialog; product: Billing inputs)', () => {
  it('run from the first action to the current month, newest first', () =>
    expect(invoiceMonths('2026-08-31', now)).toEqual(['202611', '202610', '202609', '202608']));
  it('begin at 2017-01-01 where the customer has no first action', () => {
    const months = invoiceMonths(undefined, now);
    expect([months.at(0), months.at(-1), months.length]).toEqual(['202611', '201701', 119]);
  });
  it('go over the turn of the year', () =>
    expect(invoiceMonths('2025-12-01', new Date(2026, 0, 1))).toEqual(['202601', '202512']));
  it('are split into year and month', () => expect(splitMonth('202604')).toEqual({ year: 2026, month: 4 }));
  it('are asked for only by a value of six characters', () =>
    expect(['', '2026', '2026-4', '20261101'].map(splitMonth)).toEqual([null, null, null, null]));
  it('have names', () => expect(monthName('202604')).toBe('April 2026'));
});
