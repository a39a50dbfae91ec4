import { queryOptions } from '@tanstack/react-query';
import type { Customer } from '#contracts/api/customers.ts';
import { compareNames } from '#contracts/vocabulary/compare-text.ts';
import { callForData } from '../../../lib/api-client.ts';
import { listOf } from '../../../lib/plain-replies.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export type CustomerChoice = Pick<Customer, 'customerId' | 'name' | 'salesRepEmail'>;

/** The customers that staff may act for, by name (POST /admin/allcustomers). */
export const customersQuery = queryOptions({
  queryKey: queryKeys.customers,
  queryFn: ({ signal }) =>
    callForData({
      path: '/admin/allcustomers',
      body: {},
      read: (body) =>
        listOf<CustomerChoice>(body, 'customerId', 'name').sort((a, b) => compareNames(a.name, b.name)),
      signal,
    }),
  // One may go on working without choosing again; the selector says that it has no choices.
  meta: { handled: true },
});
