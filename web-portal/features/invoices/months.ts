import {
  FIRST_BILLED_MONTH,
  monthName,
  monthOf,
  monthOfValue,
  monthValue,
} from '#contracts/vocabulary/months.ts';
import { monthChoices, monthNow } from '#web-shared/formats/month-choices.ts';

/**
 * The months from the customer's first action to the current one, newest first: YYYYMM, and what it is called
 * (product: Billing inputs). Behind them earlier ones that have invoices, so that none is out of reach.
 * @param firstAction YYYY-MM-DD
 * @param invoiced months that have invoices, YYYYMM, newest first
 */
export function invoiceMonths(
  firstAction: string | undefined,
  now: Date,
  invoiced: readonly string[] = [],
): [value: string, label: string][] {
  const current = monthNow(now);
  const begun = firstAction === undefined ? FIRST_BILLED_MONTH : monthOf(firstAction);
  // A document may be of tomorrow, where it is tomorrow already.
  const first = begun < current ? begun : current;
  const earlier = invoiced.flatMap((value): [string, string][] => {
    const month = monthOfValue(value);
    return month !== null && month < first ? [[monthValue(month), monthName(month)]] : [];
  });
  return [...monthChoices(first, current), ...earlier];
}
