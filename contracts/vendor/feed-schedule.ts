import { z } from 'zod';
import {
  DAY_MS,
  HOUR_MS,
  addDays,
  houseDayOf,
  houseInstant,
  type HouseDay,
  type Instant,
} from '../vocabulary/house-time.ts';
import { timeOfDaySchema } from '../vocabulary/schemas.ts';

export const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Hours between two times of a day: divisors of it, so that every day has the same times. */
export const FEED_INTERVALS = [1, 2, 3, 4, 6, 8, 12] as const;

/**
 * When a vendor's feed is fetched: on these days at a time of the house's clock, and then at a fixed interval for the
 * rest of that day.
 */
export const feedSchedule = z.object({
  days: z.array(z.enum(WEEKDAYS)).min(1, 'Choose at least one day.').max(WEEKDAYS.length),
  at: timeOfDaySchema,
  /** Null: once a day. */
  everyHours: z.literal(FEED_INTERVALS).nullable(),
});
export type FeedSchedule = z.infer<typeof feedSchedule>;

/**
 * The first time of the schedule after an instant, by the house's clock: a time that summer time skips comes when the
 * clock has moved on, one that comes twice counts once (rule: Feeds by themselves). Pure.
 */
export function nextFeedTime(schedule: FeedSchedule, after: Instant, zone: string): Instant {
  const today = houseDayOf(after, zone);
  // The same day of the next week is the latest that can be meant.
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const day = addDays(today, ahead);
    if (!schedule.days.includes(weekdayOf(day))) continue;
    const next = timesOfDay(schedule)
      .map((timeMs) => houseInstant(day, timeMs, zone))
      .find((instant) => instant > after);
    if (next !== undefined) return next;
  }
  throw new Error(`the schedule ${JSON.stringify(schedule)} has no time`);
}

const weekdayOf = (day: HouseDay): Weekday => WEEKDAYS[new Date(`${day}T00:00:00.000Z`).getUTCDay()]!;

/** Milliseconds of the house's clock after midnight. */
function timesOfDay({ at, everyHours }: FeedSchedule): number[] {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const first = hours * HOUR_MS + minutes * 60_000;
  const times = [first];
  if (everyHours !== null)
    for (let time = first + everyHours * HOUR_MS; time < DAY_MS; time += everyHours * HOUR_MS)
      times.push(time);
  return times;
}
