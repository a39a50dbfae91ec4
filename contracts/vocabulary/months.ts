import { addDays, daysBetween, type HouseDay } from './house-time.ts';

/** YYYY-MM, of the years 1900 to 2999. */
export const WRITTEN_MONTH = /^(19|2\d)\d{2}-(0[1-9]|1[0-2])$/;
/** A month of the house, such as '2026-04'. The text sorts by time. */
export type Month = string;

/** A month as the portal's billing calls have it. */
export type YearAndMonth = { readonly year: number; readonly month: number };

/** Bills and invoices begin here where a customer's first action is not known (product: Limits). */
export const FIRST_BILLED_MONTH: Month = '2017-01';

export const monthFrom = ({ year, month }: YearAndMonth): Month =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;

export const yearAndMonth = (month: Month): YearAndMonth => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
});

/** The month after (before: negative `count`) a month. */
export function addMonths(month: Month, count: number): Month {
  const { year, month: number } = yearAndMonth(month);
  const index = year * 12 + number - 1 + count;
  return monthFrom({ year: Math.floor(index / 12), month: (index % 12) + 1 });
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

const NAMES = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'April 2026'. */
export const monthName = (month: Month): string => NAMES.format(new Date(firstDayOf(month)));

/** A month as the value of a month selector: YYYYMM (product: Billing inputs). */
export const monthValue = (month: Month): string => month.replace('-', '');

/** The month of a selector's value; null unless it is YYYYMM: nothing is asked for then. */
export function monthOfValue(value: string): Month | null {
  if (!/^\d{6}$/.test(value)) return null;
  const month = `${value.slice(0, 4)}-${value.slice(4)}`;
  return WRITTEN_MONTH.test(month) ? month : null;
}
