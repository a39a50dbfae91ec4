import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

const choices = z.array(z.object({ customerId: z.number(), name: z.string(), salesRepEmail: z.string() }));
export type CustomerChoice = z.infer<typeof choices>[number];

/** Whom staff may act for, by name (POST /admin/allcustomers). */
export const customersQuery = queryOptions({
  queryKey: queryKeys.customers,
  queryFn: async ({ signal }) =>
    (
      await call({
        path: '/admin/allcustomers',
        body: {},
        read: (body) => choices.parse(body).sort((a, b) => a.name.localeCompare(b.name)),
        signal,
      })
    ).data,
  // One may go on working without choosing again; the selector says that it has no choices.
  meta: { handled: true },
});
