import { queryOptions, skipToken } from '@tanstack/react-query';
import { invoiceListSchema } from '#contracts/api/invoices.ts';
import { monthOfValue, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The invoices of a month, YYYYMM (POST /billing/month); asked for only when the month is a whole one. */
export const invoicesQuery = (value: string) => {
  const month = monthOfValue(value);
  return queryOptions({
    queryKey: queryKeys.invoices(value),
    queryFn: month
      ? ({ signal }) =>
          callForData({
            path: '/billing/month',
            body: yearAndMonth(month),
            read: (body) => invoiceListSchema.parse(body),
            signal,
          })
      : skipToken,
    // Each opening of the modal asks again: invoices are not among the live changes.
    staleTime: 0,
    // Their dialog says it.
    meta: { handled: 'refusals' },
  });
};
