import { useQuery } from '@tanstack/react-query';
import { useNoServer } from '../../lib/connection.ts';
import { customersQuery, type CustomerChoice } from './api/get-customers.ts';
import styles from './customers.module.css';

type CustomerSelectorProps = {
  /** The rep whose own customers come first, by `salesRepEmail` (rule: Reps). */
  repEmail: string;
  current: Pick<CustomerChoice, 'customerId' | 'name'> | null;
  onChoose: (customerId: number | null) => void;
};

/** Staff choose the customer they act for; none means list prices and empty lists of their own. */
export function CustomerSelector({ repEmail, current, onChoose }: CustomerSelectorProps) {
  const customers = useQuery(customersQuery);
  const closed = useNoServer();
  const isListed = customers.data?.some(({ customerId }) => customerId === current?.customerId) ?? false;
  const { own, others } = splitByRep(customers.data ?? [], repEmail);
  return (
    <label className={styles['selector']}>
      <span>Acting for</span>
      <select
        value={current?.customerId ?? ''}
        disabled={!customers.data || closed !== null}
        title={closed ?? undefined}
        onChange={(event) => onChoose(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{customers.isError ? 'Customers could not be loaded' : 'No customer'}</option>
        {current && !isListed && option(current)}
        {own.length > 0 ? (
          <>
            <optgroup label="Your customers">{own.map(option)}</optgroup>
            <optgroup label="Other customers">{others.map(option)}</optgroup>
          </>
        ) : (
          others.map(option)
        )}
      </select>
    </label>
  );
}

const option = ({ customerId, name }: Pick<CustomerChoice, 'customerId' | 'name'>) => (
  <option key={customerId} value={customerId}>
    {name}
  </option>
);

function splitByRep(customers: readonly CustomerChoice[], repEmail: string) {
  const isOwn = ({ salesRepEmail }: CustomerChoice): boolean =>
    salesRepEmail !== '' && salesRepEmail.toLowerCase() === repEmail.toLowerCase();
  return { own: customers.filter(isOwn), others: customers.filter((customer) => !isOwn(customer)) };
}
