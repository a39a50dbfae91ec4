import { describe, expect, it } from 'vitest';
import { invoiceMonths } from './months.ts';

const now = new Date('2026-11-20T12:00:00Z');
const valuesOf = (months: ReturnType<typeof invoiceMonths>): string[] => months.map(([value]) => value);

describe('Invoice months (product: Invoices dialog; product: Billing inputs)', () => {
  it('run from the first action to the current month, newest first', () =>
    expect(valuesOf(invoiceMonths('2026-08-31', now))).toEqual(['202611', '202610', '202609', '202608']));
  it('begin at 2017-01-01 where the customer has no first action', () => {
    const months = valuesOf(invoiceMonths(undefined, now));
    expect([months.at(0), months.at(-1), months.length]).toEqual(['202611', '201701', 119]);
  });
  it('go over the turn of the year', () =>
    expect(valuesOf(invoiceMonths('2025-12-01', new Date('2026-01-01T12:00:00Z')))).toEqual([
      '202601',
      '202512',
    ]));
  it('go on with earlier ones that have invoices', () =>
    expect(invoiceMonths('2026-10-01', now, ['202611', '202610', '202603', '201512'])).toEqual([
      ['202611', 'November 2026'],
      ['202610', 'October 2026'],
      ['202603', 'March 2026'],
      ['201512', 'December 2015'],
    ]));
  it('are the current one where the first action is of a month to come', () =>
    expect(valuesOf(invoiceMonths('2026-12-01', now))).toEqual(['202611']));
  it('have names', () => expect(invoiceMonths('2026-11-01', now)).toEqual([['202611', 'November 2026']]));
});
