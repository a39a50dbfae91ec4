import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type ChangeEvent, type FocusEvent, type KeyboardEvent } from 'react';
import { useNoServer } from '../../lib/connection.ts';
import { customersQuery, type CustomerChoice } from './api/get-customers.ts';
import styles from './customers.module.css';

type CustomerSelectorProps = {
  /** The rep whose own customers come first, by `salesRepEmail` (rule: Reps). */
  repEmail: string;
  current: Pick<CustomerChoice, 'customerId' | 'name'> | null;
  onChoose: (customerId: number | null) => void;
};

/**
 * Staff choose the customer they act for; none means list prices and empty lists of their own. A choice counts at once
 * (product: Bottom items), but for one that the keys of the closed list merely come by: it counts with Enter or once the
 * list is left, and Esc takes it back.
 */
export function CustomerSelector({ repEmail, current, onChoose }: CustomerSelectorProps) {
  const id = useId();
  const customers = useQuery(customersQuery);
  const closed = useNoServer();
  const isListed = customers.data?.some(({ customerId }) => customerId === current?.customerId) ?? false;
  const { own, others } = splitByRep(customers.data ?? [], repEmail);
  const { value, waits, ...handlers } = useChoice(String(current?.customerId ?? ''), (chosen) =>
    onChoose(chosen === '' ? null : Number(chosen)),
  );
  return (
    <div className={styles['selector']}>
      <div>
        <label htmlFor={id}>Acting for</label>
        <span role="status">{waits && 'Enter changes it'}</span>
      </div>
      <select
        id={id}
        value={value}
        disabled={!customers.data || closed !== null}
        title={closed ?? undefined}
        {...handlers}
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
    </div>
  );
}

/** A choice of a list. `waits`: keys came by it while the list was closed, and it does not count yet. */
function useChoice(current: string, onChoose: (value: string) => void) {
  const [passed, setPassed] = useState<string | null>(null);
  const byKey = useRef(false);
  const waits = passed !== null && passed !== current;
  const settle = (): void => {
    setPassed(null);
    if (waits) onChoose(passed);
  };
  return {
    value: passed ?? current,
    waits,
    onPointerDown: () => {
      byKey.current = false;
    },
    onKeyDown: (event: KeyboardEvent) => {
      byKey.current = !opensList(event);
      if (!waits || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      // Enter would open the list, and Esc close the menu that this stands in.
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Enter') settle();
      else setPassed(null);
    },
    onKeyUp: () => {
      byKey.current = false;
    },
    onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => {
      if (byKey.current) setPassed(target.value);
      else {
        setPassed(null);
        if (target.value !== current) onChoose(target.value);
      }
    },
    onBlur: ({ currentTarget }: FocusEvent) => {
      // Another window has the focus: this one comes back to where it was.
      if (document.activeElement !== currentTarget) settle();
    },
  };
}

/** On a Mac the arrow keys open a closed list. */
const isMac = (): boolean => /Mac/.test(navigator.platform);

/** The keys that open a list. */
const opensList = ({ key, altKey }: KeyboardEvent): boolean =>
  key === ' ' ||
  key === 'Enter' ||
  key === 'F4' ||
  ((altKey || isMac()) && (key === 'ArrowDown' || key === 'ArrowUp'));

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
