import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { failuresInPlace } from '../components/list-page/failures-in-place.ts';
import styles from './history.module.css';

const OFFERED = 12;

/** One customer of thousands, found by a part of the name, an address or the number. */
export function CustomerFilter({
  customerId,
  onChoose,
}: {
  customerId: number | undefined;
  onChoose: (customerId: number | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const { data: chosen } = useGetOne<CustomerResource>(
    'customers',
    { id: customerId ?? 0 },
    { ...failuresInPlace, enabled: customerId !== undefined },
  );
  const known = customerId === undefined ? null : (chosen ?? null);
  const asked = typed !== '' && typed !== known?.name;
  const { data: offered = [], isFetching } = useGetList<CustomerResource>(
    'customers',
    {
      pagination: { page: 1, perPage: OFFERED },
      sort: { field: 'name', order: 'ASC' },
      filter: asked ? { q: typed } : {},
    },
    failuresInPlace,
  );
  return (
    <Autocomplete
      className={styles['customer'] ?? ''}
      size="small"
      options={offered}
      value={known}
      inputValue={typed}
      loading={isFetching}
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, customer) => onChoose(customer?.customerId)}
      noOptionsText="0 customers found"
      renderInput={(params) => (
        <TextField
          {...params}
          placeholder="Customer"
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps?.htmlInput, 'aria-label': 'Customer' },
          }}
        />
      )}
    />
  );
}
