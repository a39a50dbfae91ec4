import { addMonths, FIRST_BILLED_MONTH } from '#contracts/vocabulary/months.ts';
import { monthChoices, monthNow } from '#web-shared/formats/month-choices.ts';

/** The months that can be billed, newest first: the current one is not over (product: Billing inputs). */
export const billedMonths = (now: Date): [value: string, label: string][] =>
  monthChoices(FIRST_BILLED_MONTH, addMonths(monthNow(now), -1));
