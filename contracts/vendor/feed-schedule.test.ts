import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { houseDayOf } from '../vocabulary/house-time.ts';
import { FEED_INTERVALS, nextFeedTime, WEEKDAYS, type FeedSchedule } from './feed-schedule.ts';

const ZONE = 'America/New_York';
const EVERY_DAY: FeedSchedule = { days: [...WEEKDAYS], at: '06:30', everyHours: null };

/** The schedule's next times after an instant. */
function times(schedule: FeedSchedule, after: string, count: number, zone = ZONE): string[] {
  const found: string[] = [];
  for (let at = after; found.length < count; found.push(at)) at = nextFeedTime(schedule, at, zone);
  return found;
}

describe('Given a vendor whose feed is fetched by a schedule', () => {
  test.each([
    ['before its time', '2026-11-23T11:29:59.999Z', '2026-11-23T11:30:00.000Z'],
    ['at its very time', '2026-11-23T11:30:00.000Z', '2026-11-24T11:30:00.000Z'],
    ['after it', '2026-11-23T12:00:00.000Z', '2026-11-24T11:30:00.000Z'],
    [
      'when it is tomorrow in UTC and not yet in the house',
      '2026-11-24T03:00:00.000Z',
      '2026-11-24T11:30:00.000Z',
    ],
  ])('when it is %s, then the next time is by the house’s clock', (_when, after, next) =>
    expect(nextFeedTime(EVERY_DAY, after, ZONE)).toBe(next),
  );

  it('when only some days are chosen, then the others are passed over', () =>
    // 2026-11-23 is a Monday.
    expect(times({ ...EVERY_DAY, days: ['MON', 'THU'] }, '2026-11-23T12:00:00.000Z', 3)).toEqual([
      '2026-11-26T11:30:00.000Z',
      '2026-11-30T11:30:00.000Z',
      '2026-12-03T11:30:00.000Z',
    ]));

  it('when it repeats within the day, then it begins again each day', () =>
    expect(times({ ...EVERY_DAY, everyHours: 8 }, '2026-11-23T05:00:00.000Z', 4)).toEqual([
      '2026-11-23T11:30:00.000Z',
      '2026-11-23T19:30:00.000Z',
      '2026-11-24T03:30:00.000Z',
      '2026-11-24T11:30:00.000Z',
    ]));

  it('when summer time begins, then a skipped time comes once, as the clock has moved on', () =>
    // On 2026-03-08 the clock goes from 2:00 to 3:00.
    expect(times({ ...EVERY_DAY, at: '02:30' }, '2026-03-07T12:00:00.000Z', 2)).toEqual([
      '2026-03-08T07:30:00.000Z',
      '2026-03-09T06:30:00.000Z',
    ]));

  it('when summer time ends, then a time that comes twice counts once', () => {
    // On 2026-11-01 it is 1:30 at 05:30 and again at 06:30 UTC.
    const found = times({ ...EVERY_DAY, at: '01:30' }, '2026-10-31T12:00:00.000Z', 2);
    expect(found.map((at) => houseDayOf(at, ZONE))).toEqual(['2026-11-01', '2026-11-02']);
  });

  it('at any instant and in any zone, then it goes on, within a week, on a chosen day', () => {
    fc.assert(
      fc.property(
        fc.record({
          days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
          at: fc
            .tuple(fc.nat(23), fc.nat(59))
            .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`),
          everyHours: fc.constantFrom(null, ...FEED_INTERVALS),
        }),
        fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.constantFrom(ZONE, 'Asia/Kolkata', 'Europe/London', 'Australia/Lord_Howe', 'UTC'),
        (schedule, after, zone) => {
          const next = nextFeedTime(schedule, after.toISOString(), zone);
          expect(next > after.toISOString()).toBe(true);
          const waited = Date.parse(next) - after.getTime();
          expect(waited).toBeLessThanOrEqual(7 * 86_400_000 + 2 * 3_600_000);
          const day = new Date(`${houseDayOf(next, zone)}T00:00:00Z`).getUTCDay();
          expect(schedule.days).toContain(WEEKDAYS[day]);
        },
      ),
    );
  });
});
