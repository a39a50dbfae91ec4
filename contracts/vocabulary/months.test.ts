import { describe, expect, it, test } from 'vitest';
import {
  addMonths,
  daysIn,
  firstDayOf,
  lastDayOf,
  monthFrom,
  monthName,
  monthOf,
  monthOfValue,
  monthsBetween,
  monthValue,
  yearAndMonth,
} from './months.ts';
import { monthSchema } from './schemas.ts';

test.each([
  ['2026-04', 1, '2026-05'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-04', -16, '2024-12'],
  ['2026-04', 0, '2026-04'],
])('%s and %i months is %s', (month, count, expected) => expect(addMonths(month, count)).toBe(expected));

describe('The days of a month', () => {
  it('run from the first to the last', () =>
    expect([firstDayOf('2026-04'), lastDayOf('2026-04'), daysIn('2026-04')]).toEqual([
      '2026-04-01',
      '2026-04-30',
      30,
    ]));
  it('are 29 in the February of a leap year', () =>
    expect([lastDayOf('2028-02'), daysIn('2028-02'), daysIn('2027-02')]).toEqual(['2028-02-29', 29, 28]));
  it('are all of that month', () =>
    expect([monthOf('2026-04-01'), monthOf('2026-04-30')]).toEqual(['2026-04', '2026-04']));
});

describe('A range of months', () => {
  it('includes both ends and goes over the turn of the year', () =>
    expect(monthsBetween('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']));
  it('is empty when its end is earlier', () => expect(monthsBetween('2026-02', '2026-01')).toEqual([]));
});

describe('A month is written', () => {
  it('as year and month in the portal’s calls', () => {
    expect(yearAndMonth('2026-04')).toEqual({ year: 2026, month: 4 });
    expect(monthFrom({ year: 2026, month: 4 })).toBe('2026-04');
  });
  it('by name for people', () => expect(monthName('2026-04')).toBe('April 2026'));
  it('as YYYYMM in a selector (product: Billing inputs)', () => {
    expect(monthValue('2026-04')).toBe('202604');
    expect(monthOfValue('202604')).toBe('2026-04');
  });
});

test.each(['', '2026', '2026-4', '2026-04', '20261101', '202613', '202600'])(
  '"%s" is no value of a month selector',
  (value) => expect(monthOfValue(value)).toBeNull(),
);

test.each(['2026-4', '2026-00', '2026-13', '1899-12', '26-04', '2026-04-01'])('"%s" is no month', (text) =>
  expect(monthSchema.safeParse(text).success).toBe(false),
);
