import { useState } from 'react';
import { billingMonthsReply } from '#contracts/api/bills.ts';
import { addMonths, FIRST_BILLED_MONTH, type Month } from '#contracts/vocabulary/months.ts';
import { monthChoices, monthNow } from '#web-shared/formats/month-choices.ts';
import { useGet } from '../providers/use-get.ts';

type MonthChoice = [value: string, label: string];

/**
 * The months that can be billed, newest first: the current one is not over (product: Billing inputs).
 * @param earliest the first month with something to bill; null while it is not known
 */
export function billedMonths(now: Date, earliest: Month | null = null): MonthChoice[] {
  const first = earliest !== null && earliest < FIRST_BILLED_MONTH ? earliest : FIRST_BILLED_MONTH;
  return monthChoices(first, addMonths(monthNow(now), -1));
}

/** `billedMonths` of the house: those before the usual first one are added as soon as the server has named them. */
export function useBilledMonths(): MonthChoice[] {
  const [now] = useState(() => new Date());
  const { data } = useGet('/api/billing-months', billingMonthsReply);
  return billedMonths(now, data?.earliest);
}
