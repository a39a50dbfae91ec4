import { useGetList } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { MOST_ROWS } from '../providers/data-provider.ts';

/** The customers by name, asked for once however many rows show one. */
export function useCustomers(): readonly CustomerResource[] {
  const { data = [] } = useGetList<CustomerResource>('customers', {
    pagination: { page: 1, perPage: MOST_ROWS },
    sort: { field: 'name', order: 'ASC' },
    filter: {},
  });
  return data;
}

/** A customer's name; its number until the name has come. */
export function CustomerName({ customerId }: { customerId: number }) {
  const found = useCustomers().find((customer) => customer.customerId === customerId);
  return found?.name ?? `Customer ${customerId}`;
}
