import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** A month of the house. */
export type Month = { year: number; month: number };

/** The first month that has invoices when the customer's first action is not known (product: Limits). */
const FIRST: Month = { year: 2017, month: 1 };

const MONTHS = Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** Grows by one from month to month. */
const ordinal = ({ year, month }: Month): number => year * 12 + month - 1;

/** '2026-04'. */
export function monthText({ year, month }: Month): string {
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** 'April 2026'. */
export function monthName({ year, month }: Month): string {
  return `${MONTHS.format(Date.UTC(year, month - 1, 1))} ${year}`;
}

/** The month that a day of the house is in. */
export function monthOf(day: HouseDay): Month {
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) };
}

/**
 * Months that invoices can be asked for: from the customer's first action to the current one (product:
 * Billing inputs). Throws Refusal 422 naming the months.
 * @param first the month of the first action; null while there is none, or for all customers together
 */
export function checkMonth(month: Month, today: HouseDay, first: Month | null): void {
  checkFrom(month, first);
  if (ordinal(month) > ordinal(monthOf(today)))
    throw wrong(`${monthName(month)} has not begun: choose a month up to ${monthName(monthOf(today))}.`);
}

/**
 * As `checkMonth`, without the current month: a bill is made once its month has ended (rule: Closing and
 * adjusting).
 */
export function checkPastMonth(month: Month, today: HouseDay): void {
  checkFrom(month, null);
  if (ordinal(month) >= ordinal(monthOf(today)))
    throw wrong(`${monthName(month)} has not ended: choose a month before ${monthName(monthOf(today))}.`);
}

/** The earlier of two months; null stands for none. */
export function earlierMonth(a: Month | null, b: Month | null): Month | null {
  if (a === null || b === null) return a ?? b;
  return ordinal(a) <= ordinal(b) ? a : b;
}

function checkFrom(month: Month, first: Month | null): void {
  if (ordinal(month) >= ordinal(first ?? FIRST)) return;
  throw wrong(
    first === null
      ? `There are no bills before ${monthName(FIRST)}: choose a later month.`
      : `${monthName(month)} is before this customer's first action: choose a month from ${monthName(first)} on.`,
  );
}

const wrong = (message: string): Refusal =>
  new Refusal(422, message, { field: 'month', code: 'WRONG_MONTH' });
