import { FIRST_BILLED_MONTH, monthOf } from '#contracts/vocabulary/months.ts';
import { monthChoices, monthNow } from '#web-shared/formats/month-choices.ts';

/**
 * The months from the customer's first action to the current one, newest first: YYYYMM, and what it is called
 * (product: Billing inputs).
 * @param firstAction YYYY-MM-DD
 */
export const invoiceMonths = (firstAction: string | undefined, now: Date): [value: string, label: string][] =>
  monthChoices(firstAction === undefined ? FIRST_BILLED_MONTH : monthOf(firstAction), monthNow(now));
