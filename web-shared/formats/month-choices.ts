import { monthName, monthOf, monthsBetween, monthValue, type Month } from '#contracts/vocabulary/months.ts';
import { dayOf } from './moments.ts';

/** The month that it is in the house. */
export const monthNow = (now: Date): Month => monthOf(dayOf(now.toISOString()));

/** The choices of a month selector, newest first: YYYYMM, and what it is called (product: Billing inputs). */
export const monthChoices = (first: Month, last: Month): [value: string, label: string][] =>
  monthsBetween(first, last)
    .reverse()
    .map((month) => [monthValue(month), monthName(month)]);
