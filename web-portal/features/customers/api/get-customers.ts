import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

const choices = z.array(z.object({ customerId: z.number(), name: z.string() }));
const QUERY = new URLSearchParams({ sort: JSON.stringify(['name', 'ASC']), range: JSON.stringify([0, 999]) });

/** Whom staff may act for, by name. */
export const customersQuery = queryOptions({
  queryKey: queryKeys.customers,
  queryFn: async ({ signal }) =>
    (
      await call({
        method: 'GET',
        path: `/api/customers?${QUERY.toString()}`,
        read: (body) => choices.parse(body),
        signal,
      })
    ).data,
  // One may work without choosing anew; the selector says that it has no choices.
  meta: { untold: true },
});
