import { useQuery } from '@tanstack/react-query';
import { customersQuery } from './api/get-customers.ts';
import styles from './customers.module.css';

/** Staff choose the customer they act for; `null` is none, list prices and empty lists of their own. */
export function CustomerSelector({
  current,
  onChoose,
}: {
  current: number | null;
  onChoose: (customerId: number | null) => void;
}) {
  const customers = useQuery(customersQuery);
  return (
    <label className={styles['selector']}>
      <span>Acting for</span>
      <select
        value={current ?? ''}
        disabled={!customers.data}
        onChange={(event) => onChoose(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{customers.isError ? 'Customers could not be loaded' : 'No customer'}</option>
        {customers.data?.map(({ customerId, name }) => (
          <option key={customerId} value={customerId}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
