import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { FIRST_BILLED_MONTH, monthName, monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { Refusal } from '#services/platform/refusal.ts';

/**
 * Checks that invoices can exist for a month: from the customer's first action, or what is documented before it, to the
 * current month (product: Billing inputs). Throws Refusal 422 naming the months.
 * @param first the month of the first action; null while there is none, or for all customers together
 * @param documented the first month that has an invoice or a bill
 */
export function checkMonth(
  month: Month,
  today: HouseDay,
  first: Month | null,
  documented: Month | undefined,
): void {
  const begins = first ?? FIRST_BILLED_MONTH;
  const from = documented !== undefined && documented < begins ? documented : begins;
  if (month < from) throw first === null ? nothingBefore(from) : beforeFirstAction(month, from);
  if (month > monthOf(today))
    throw wrong(`${monthName(month)} has not begun: choose a month up to ${monthName(monthOf(today))}.`);
}

/**
 * Checks that a bill can be made of a month: it has ended (rule: Closing and adjusting), and is not before
 * FIRST_BILLED_MONTH unless billing begins earlier. Throws Refusal 422 naming the months.
 * @param first the first month of billing, of the customer or of all; null without customers
 */
export function checkPastMonth(month: Month, today: HouseDay, first: Month | null): void {
  const from = first !== null && first < FIRST_BILLED_MONTH ? first : FIRST_BILLED_MONTH;
  if (month < from) throw nothingBefore(from);
  if (month >= monthOf(today))
    throw wrong(`${monthName(month)} has not ended: choose a month before ${monthName(monthOf(today))}.`);
}

const beforeFirstAction = (month: Month, from: Month): Refusal =>
  wrong(
    `${monthName(month)} is before this customer's first action: choose a month from ${monthName(from)} on.`,
  );

const nothingBefore = (first: Month): Refusal =>
  wrong(`There are no bills before ${monthName(first)}: choose a later month.`);

const wrong = (message: string): Refusal =>
  new Refusal(422, message, { field: 'month', code: 'WRONG_MONTH' });
