import { queryOptions } from '@tanstack/react-query';
import { myYearReply } from '#contracts/api/my-year.ts';
import { callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The customer's last twelve months (POST /reports/year). */
export const myYearQuery = queryOptions({
  queryKey: queryKeys.myYear,
  queryFn: ({ signal }) =>
    callForData({ path: '/reports/year', body: {}, read: (body) => myYearReply.parse(body), signal }),
  // Each opening asks again: bills are not among the live changes.
  staleTime: 0,
  // Its dialog says it, with a way to try again.
  meta: { handled: 'refusals' },
});
