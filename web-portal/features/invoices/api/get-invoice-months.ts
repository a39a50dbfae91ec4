import { queryOptions } from '@tanstack/react-query';
import { invoiceMonthsReply } from '#contracts/api/invoices.ts';
import { monthFrom, monthValue } from '#contracts/vocabulary/months.ts';
import { callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The months that have invoices, YYYYMM, the newest first (GET /billing/months). */
export const invoiceMonthsQuery = queryOptions({
  queryKey: queryKeys.invoiceMonths,
  queryFn: ({ signal }) =>
    callForData({
      path: '/billing/months',
      method: 'GET',
      read: (body) => invoiceMonthsReply.parse(body).map((month) => monthValue(monthFrom(month))),
      signal,
    }),
  staleTime: 0,
  gcTime: 0,
});
