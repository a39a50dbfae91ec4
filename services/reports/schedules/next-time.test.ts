import { expect, it } from 'vitest';
import { dueTimes, nextReportTime, periodBefore } from './next-time.ts';

const ZONE = 'America/New_York';
const of = { recipients: ['rep'], withCost: false, at: '06:30' };

it('comes each week on its day, by the clock of the house', () => {
  const weekly = { ...of, every: 'WEEK', day: 'MON' } as const;
  expect(nextReportTime(weekly, '2026-03-02T11:29:59.000Z', ZONE)).toBe('2026-03-02T11:30:00.000Z');
  // Summer time begins between the two.
  expect(nextReportTime(weekly, '2026-03-02T11:30:00.000Z', ZONE)).toBe('2026-03-09T10:30:00.000Z');
});

it('comes each month on its day, also over the end of a year', () => {
  const monthly = { ...of, every: 'MONTH', day: 1 } as const;
  expect(nextReportTime(monthly, '2026-11-23T12:00:00.000Z', ZONE)).toBe('2026-12-01T11:30:00.000Z');
  expect(nextReportTime(monthly, '2026-12-01T11:30:00.000Z', ZONE)).toBe('2027-01-01T11:30:00.000Z');
});

it('is due for the last of its times that have come, however late that is looked at', () => {
  const weekly = { ...of, every: 'WEEK', day: 'MON', at: '23:59' } as const;
  const monday = '2026-11-24T04:59:00.000Z';
  const of23 = { last: monday, next: '2026-12-01T04:59:00.000Z' };
  for (const now of [monday, '2026-11-24T05:00:20.000Z', '2026-12-01T04:58:59.000Z'])
    expect(dueTimes(weekly, monday, now, ZONE)).toEqual(of23);
  // Nothing ran for two weeks and a day.
  expect(dueTimes(weekly, '2026-11-10T04:59:00.000Z', '2026-11-25T12:00:00.000Z', ZONE)).toEqual(of23);
});

it('is about the seven days, or the month, that have ended', () => {
  expect(periodBefore('WEEK', '2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' });
  expect(periodBefore('MONTH', '2027-01-05')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});
