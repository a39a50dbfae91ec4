import type { ReactNode } from 'react';
import { FlagInput, NumberInput, DayInput, TextInput, useField } from '../components/form/fields.tsx';
import { FieldGroup } from '../components/form/record-form.tsx';
import { ACCESS, CUSTOMER_LABELS, DATED_FIELDS, IDENTITY, LIMITS, TERMS } from './customer-labels.ts';
import { AsShown } from '../components/terms-preview/as-shown.tsx';
import { TermsPreview } from '../components/terms-preview/terms-preview.tsx';
import { AccountCodesInput } from './account-codes-input.tsx';

/** The fields of a customer that are dated, for the effect of changing them. */
export const CUSTOMER_TERMS = { whose: 'customerId', fields: DATED_FIELDS } as const;

/** The defaults of a new customer (product: Customer). */
export function newCustomerValues(): Record<string, unknown> {
  return {
    name: '',
    ...Object.fromEntries(DATED_FIELDS.map((field) => [field, 0])),
    ...Object.fromEntries(ACCESS.map((field) => [field, field === 'allowLogin'])),
    accountCodes: [],
  };
}

/** The fields of a customer in their groups (product: Customer); `dating` stands beneath the terms, `naming` beneath the names. */
export function CustomerInputs({ dating, naming }: { dating?: ReactNode; naming?: ReactNode }) {
  return (
    <>
      <FieldGroup title="Identity and contact">
        {IDENTITY.map((field) => (
          <TextInput
            key={field}
            source={field}
            label={CUSTOMER_LABELS[field]}
            type={field === 'email' || field === 'salesRepEmail' ? 'email' : 'text'}
          />
        ))}
        {naming}
      </FieldGroup>
      <FieldGroup title="Access">
        {ACCESS.map((field) => (
          <FlagInput key={field} source={field} label={CUSTOMER_LABELS[field]} />
        ))}
      </FieldGroup>
      <FieldGroup title="Inventory limits" about="0 means no limit.">
        {LIMITS.map((field) => (
          <NumberInput key={field} source={field} label={CUSTOMER_LABELS[field]} />
        ))}
      </FieldGroup>
      <FieldGroup
        title="Commercial terms"
        about="Rates are monthly. A surcharge threshold of 0 charges nothing. Memos of 0 days run as long as the house’s default."
      >
        {TERMS.map((field) => (
          <NumberInput key={field} source={field} label={CUSTOMER_LABELS[field]} />
        ))}
      </FieldGroup>
      {dating}
      <FieldGroup title="Account codes">
        <AccountCodesInput source="accountCodes" />
      </FieldGroup>
    </>
  );
}

/** Asked when the server knows another customer of the name: whether this is one more. */
export function SameNameInput({ label }: { label: string }) {
  const { value, tied } = useField('sameName');
  if (tied.problem === null && value !== true) return null;
  return <FlagInput source="sameName" label={label} />;
}

/** Terms count from a day on: the day, and the reason (rule: Billing terms). */
export function DatingInputs() {
  return (
    <FieldGroup
      title="Effective date"
      about="Limits and terms apply from this day; leave empty for today. A day in a closed month changes what was billed: the difference goes on the next open bill."
    >
      <DayInput source="effectiveAt" label="Effective from" />
      <TextInput source="reason" label="Reason" hint="Shown in the history beside the change." />
      <AsShown fields={DATED_FIELDS} labels={CUSTOMER_LABELS} />
      <TermsPreview {...CUSTOMER_TERMS} />
    </FieldGroup>
  );
}
