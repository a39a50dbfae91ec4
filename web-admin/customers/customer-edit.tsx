import type { CustomerResource } from '#contracts/api/back-office.ts';
import { customerEdit, newCustomerRequest } from '#contracts/api/customer-edits.ts';
import { changesOf } from '../components/form/changes-of.ts';
import { CreateRecord, EditRecord } from '../components/form/edit-record.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { useConfirmedTerms } from '../components/terms-preview/use-confirmed-terms.tsx';
import {
  CUSTOMER_TERMS,
  CustomerInputs,
  DatingInputs,
  newCustomerValues,
  SameNameInput,
} from './customer-form.tsx';
import { CUSTOMER_LABELS, DATED_FIELDS } from './customer-labels.ts';

const COMMON = {
  noun: 'customer',
  nameOf: ({ name }: CustomerResource) => name,
  labels: CUSTOMER_LABELS,
};

/** A customer's edit form: Cancel, Save and Retail Markups (product: Customers screen). */
export function CustomerEdit() {
  const { confirms, dialog } = useConfirmedTerms(CUSTOMER_TERMS);
  return (
    <>
      <EditRecord<CustomerResource>
        {...COMMON}
        schema={customerEdit}
        transform={changesOf(DATED_FIELDS)}
        confirms={confirms}
        actions={({ customerId }) => (
          <LinkButton to={`/customers/${customerId}/markups`}>Retail Markups</LinkButton>
        )}
      >
        <CustomerInputs
          dating={<DatingInputs />}
          naming={<SameNameInput label="Another customer has this name too" />}
        />
      </EditRecord>
      {dialog}
    </>
  );
}

/** A new customer, with its defaults (product: Customer). */
export function CustomerCreate() {
  return (
    <CreateRecord<CustomerResource>
      {...COMMON}
      schema={newCustomerRequest}
      defaultValues={newCustomerValues()}
    >
      <CustomerInputs naming={<SameNameInput label="Create another customer of this name" />} />
    </CreateRecord>
  );
}
