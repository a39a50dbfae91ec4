import { queryOptions } from '@tanstack/react-query';
import type { SessionCustomer } from '#contracts/api/customers.ts';
import { callForData } from '../../../lib/api-client.ts';
import { replyWith } from '../../../lib/plain-replies.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { readUntilThere } from '../../../lib/read-again-after.ts';

/** The customer acted for and how prices are shown (POST /login/customer). */
export const customerQuery = queryOptions({
  queryKey: queryKeys.customer,
  queryFn: ({ signal }) =>
    callForData({
      path: '/login/customer',
      body: {},
      read: (body) => replyWith<SessionCustomer>(body, 'customer', 'showPrices'),
      signal,
    }),
  refetchInterval: ({ state }) => readUntilThere(state),
  meta: { repeats: true },
});
