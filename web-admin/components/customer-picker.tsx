import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useState, type Ref } from 'react';
import { useGetList, useGetOne } from 'react-admin';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import type { ControlProps } from '#web-shared/components/field/field.tsx';
import { firstRows, SERVERS_ORDER } from '../providers/data-provider.ts';
import { FailedState } from './failed-state.tsx';
import { failuresInPlace } from './list-page/failures-in-place.ts';
import { customerNameOf } from './record-names.ts';

const OFFERED = 12;

type CustomerPickerProps = {
  customerId: number | null;
  onChoose: (customerId: number | null) => void;
  /** What stands in it while nothing is chosen. */
  empty: string;
  className?: string | undefined;
  /** What ties it to its label; without one it is called 'Customer'. */
  control?: ControlProps;
  inputRef?: Ref<HTMLInputElement>;
  onBlur?: () => void;
};

type Option = Pick<CustomerResource, 'customerId' | 'name'>;

/**
 * One customer of however many, searched on the server by a part of the name, an address or the number; a rep's own come
 * first (rule: Reps).
 */
export function CustomerPicker(props: CustomerPickerProps) {
  const { customerId, onChoose, empty, className = '', control, inputRef, onBlur } = props;
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const chosen = useChosen(customerId);
  const {
    data: offered = [],
    isFetching,
    error,
    refetch,
  } = useGetList<CustomerResource>(
    'customers',
    firstRows(OFFERED, SERVERS_ORDER, { filter: typed !== '' && typed !== chosen?.name ? { q: typed } : {} }),
    { ...failuresInPlace, enabled: open },
  );
  return (
    <Autocomplete<Option>
      className={className}
      size="small"
      {...(control && { id: control.id })}
      options={offered}
      value={chosen}
      inputValue={typed}
      loading={isFetching}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      filterOptions={(options) => options}
      getOptionLabel={({ name }) => name}
      getOptionKey={(option) => option.customerId}
      isOptionEqualToValue={(one, other) => one.customerId === other.customerId}
      onInputChange={(_event, text) => setTyped(text)}
      onChange={(_event, customer) => onChoose(customer?.customerId ?? null)}
      {...(onBlur && { onBlur })}
      noOptionsText={
        error ? (
          <FailedState error={error} what="The customers" onRetry={() => void refetch()} />
        ) : (
          '0 customers found'
        )
      }
      // The list is a part of the page: beside it a screen reader's landmarks would pass it over.
      slotProps={{ popper: { container: thePage } }}
      renderInput={(params) => (
        <TextField
          {...params}
          {...(inputRef && { inputRef })}
          // Until the name has come the number stands for it.
          placeholder={customerId === null ? empty : customerNameOf({ customerId })}
          slotProps={{
            ...params.slotProps,
            htmlInput: {
              ...params.slotProps?.htmlInput,
              ...(control
                ? {
                    'aria-describedby': control['aria-describedby'],
                    'aria-invalid': control['aria-invalid'],
                  }
                : { 'aria-label': 'Customer' }),
            },
          }}
        />
      )}
    />
  );
}

const thePage = (): Element => document.querySelector('main') ?? document.body;

/** The chosen customer; null while its name has not come, its number where it cannot be read. */
function useChosen(customerId: number | null): Option | null {
  const { data, error } = useGetOne<CustomerResource>(
    'customers',
    { id: customerId ?? 0 },
    { ...failuresInPlace, enabled: customerId !== null },
  );
  if (customerId === null) return null;
  if (data?.customerId === customerId) return data;
  return error ? { customerId, name: customerNameOf({ customerId }) } : null;
}
