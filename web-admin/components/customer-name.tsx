import { useGetManyAggregate } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { failuresInPlace } from './list-page/failures-in-place.ts';
import { customerNameOf } from './record-names.ts';

/** A customer's name; its number until the name has come. The names of a page are asked for together. */
export function CustomerName({ customerId }: { customerId: number }) {
  const { data } = useGetManyAggregate<CustomerResource>('customers', { ids: [customerId] }, failuresInPlace);
  return customerNameOf({ customerId, customerName: data?.[0]?.name });
}
