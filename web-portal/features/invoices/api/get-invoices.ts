import { queryOptions, skipToken } from '@tanstack/react-query';
import { invoiceListSchema } from '#contracts/api/invoices.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { splitMonth, type MonthValue } from '../months.ts';

/** The invoices of a month (POST /billing/month); asked for only when the month is a whole one. */
export const invoicesQuery = (month: MonthValue) => {
  const split = splitMonth(month);
  return queryOptions({
    queryKey: queryKeys.invoices(month),
    queryFn: split
      ? async ({ signal }) =>
          (
            await call({
              path: '/billing/month',
              body: split,
              read: (body) => invoiceListSchema.parse(body),
              signal,
            })
          ).data
      : skipToken,
    // Each opening of the modal asks anew: invoices are not among the live changes.
    staleTime: 0,
  });
};
