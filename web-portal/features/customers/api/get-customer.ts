import { queryOptions } from '@tanstack/react-query';
import { sessionCustomerReply } from '#contracts/api/customers.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The customer acted for and how prices are shown (POST /login/customer). */
export const customerQuery = queryOptions({
  queryKey: queryKeys.customer,
  queryFn: async ({ signal }) =>
    (
      await call({
        path: '/login/customer',
        body: {},
        read: (body) => sessionCustomerReply.parse(body),
        signal,
      })
    ).data,
});
