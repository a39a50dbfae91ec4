import type { ReportScheduleEdit } from '#contracts/api/report-schedules.ts';
import { nextFeedTime } from '#contracts/vendor/feed-schedule.ts';
import {
  addDays,
  houseDayOf,
  houseInstant,
  type HouseDay,
  type Instant,
} from '#contracts/vocabulary/house-time.ts';
import { addMonths, firstDayOf, lastDayOf, monthOf } from '#contracts/vocabulary/months.ts';

const WEEK = 7;

/** The first time of the schedule after an instant, by the house's clock (rule: Reports by mail). Pure. */
export function nextReportTime(schedule: ReportScheduleEdit, after: Instant, zone: string): Instant {
  if (schedule.every === 'WEEK')
    return nextFeedTime({ days: [schedule.day], at: schedule.at, everyHours: null }, after, zone);
  const [hours = 0, minutes = 0] = schedule.at.split(':').map(Number);
  const inMonth = (month: string): Instant =>
    houseInstant(addDays(firstDayOf(month), schedule.day - 1), (hours * 60 + minutes) * 60_000, zone);
  const month = monthOf(houseDayOf(after, zone));
  return inMonth(month) > after ? inMonth(month) : inMonth(addMonths(month, 1));
}

/**
 * The last time of the schedule up to an instant, and the next one after it; `due` is a time that has come. Pure.
 */
export function dueTimes(
  schedule: ReportScheduleEdit,
  due: Instant,
  now: Instant,
  zone: string,
): { last: Instant; next: Instant } {
  let last = due;
  let next = nextReportTime(schedule, last, zone);
  while (next <= now) {
    last = next;
    next = nextReportTime(schedule, last, zone);
  }
  return { last, next };
}

/** The days of a scheduled report's movements: the seven, or the month, that have ended. Pure. */
export function periodBefore(
  every: ReportScheduleEdit['every'],
  day: HouseDay,
): { from: HouseDay; to: HouseDay } {
  if (every === 'WEEK') return { from: addDays(day, -WEEK), to: addDays(day, -1) };
  const month = addMonths(monthOf(day), -1);
  return { from: firstDayOf(month), to: lastDayOf(month) };
}
