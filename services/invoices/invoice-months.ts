import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { FIRST_BILLED_MONTH, monthName, monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { Refusal } from '#services/platform/refusal.ts';

/**
 * Checks that invoices can exist for a month: from the customer's first action to the current month (product: Billing
 * inputs). Throws Refusal 422 naming the months.
 * @param first the month of the first action; null while there is none, or for all customers together
 */
export function checkMonth(month: Month, today: HouseDay, first: Month | null): void {
  checkFrom(month, first);
  if (month > monthOf(today))
    throw wrong(`${monthName(month)} has not begun: choose a month up to ${monthName(monthOf(today))}.`);
}

/**
 * Like `checkMonth`, but without the current month: a bill is made once its month has ended (rule: Closing and
 * adjusting).
 */
export function checkPastMonth(month: Month, today: HouseDay): void {
  checkFrom(month, null);
  if (month >= monthOf(today))
    throw wrong(`${monthName(month)} has not ended: choose a month before ${monthName(monthOf(today))}.`);
}

function checkFrom(month: Month, first: Month | null): void {
  if (month >= (first ?? FIRST_BILLED_MONTH)) return;
  throw wrong(
    first === null
      ? `There are no bills before ${monthName(FIRST_BILLED_MONTH)}: choose a later month.`
      : `${monthName(month)} is before this customer's first action: choose a month from ${monthName(first)} on.`,
  );
}

const wrong = (message: string): Refusal =>
  new Refusal(422, message, { field: 'month', code: 'WRONG_MONTH' });
