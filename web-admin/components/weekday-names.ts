import type { Weekday } from '#contracts/vendor/feed-schedule.ts';

export const WEEKDAY_NAMES: Readonly<Record<Weekday, string>> = {
  SUN: 'Sunday',
  MON: 'Monday',
  TUE: 'Tuesday',
  WED: 'Wednesday',
  THU: 'Thursday',
  FRI: 'Friday',
  SAT: 'Saturday',
};
