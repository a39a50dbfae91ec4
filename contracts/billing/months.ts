import { addDays, daysBetween, type HouseDay } from '../vocabulary/house-time.ts';
import type { Month } from './bill-line.ts';

/** The month after (before: negative `count`) a month. */
export function addMonths(month: Month, count: number): Month {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The month of a house day. */
export const monthOf = (day: HouseDay): Month => day.slice(0, 7);

export const firstDayOf = (month: Month): HouseDay => `${month}-01`;

export const lastDayOf = (month: Month): HouseDay => addDays(firstDayOf(addMonths(month, 1)), -1);

/** D of the rules: how many days the month has. */
export const daysIn = (month: Month): number =>
  daysBetween(firstDayOf(month), firstDayOf(addMonths(month, 1)));

/** Every month from one to another, both inclusive; none when `to` is earlier. */
export function monthsBetween(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}
