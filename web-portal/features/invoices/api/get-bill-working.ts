import { queryOptions } from '@tanstack/react-query';
import { billWorkingReply } from '#contracts/api/bill-working.ts';
import { yearAndMonth, type Month } from '#contracts/vocabulary/months.ts';
import { callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** How the bill of a month comes about (POST /billing/working). */
export const billWorkingQuery = (month: Month) =>
  queryOptions({
    queryKey: queryKeys.billWorking(month),
    queryFn: ({ signal }) =>
      callForData({
        path: '/billing/working',
        body: yearAndMonth(month),
        read: (body) => billWorkingReply.parse(body),
        signal,
      }),
    // A bill can be replaced, and is not among the live changes.
    staleTime: 0,
    meta: { handled: 'refusals' },
  });
