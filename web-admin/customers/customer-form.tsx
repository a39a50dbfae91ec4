import type { ReactNode } from 'react';
import { FlagInput, NumberInput, TextInput } from '../components/form/fields.tsx';
import { FieldGroup } from '../components/form/record-form.tsx';
import { AccountCodesInput } from './account-codes-input.tsx';

/** Every field of a customer that may be changed, as it is called (specification, sections 3 and 6). */
export const CUSTOMER_LABELS = {
  name: 'Name',
  legalName: 'Legal name',
  bigName: 'Name in large on bills',
  email: 'E-mail',
  salesRepEmail: 'Sales rep’s e-mail',
  minInventory: 'Minimum inventory ($)',
  maxInventory: 'Maximum inventory ($)',
  allowLogin: 'Can Log In',
  allowActions: 'Can Make Changes',
  fmAllowed: 'Manufacturer lab FM',
  lgAllowed: 'Lab-grown diamonds',
  fcAllowed: 'Fancy-colour diamonds',
  legend: 'Legend',
  giaRoundDiscount: 'GIA round discount (%)',
  gracePeriodDays: 'Grace period (days)',
  paymentDays: 'Payment due after (days)',
  feeRate: 'Monthly fee (%)',
  lgFeeRate: 'Monthly fee, lab-grown (%)',
  fcFeeRate: 'Monthly fee, fancy colour (%)',
  normalRebate: 'Rebate, natural and jewellery (%)',
  hafRebate: 'Rebate, fancy hearts and arrows (%)',
  lgRebate: 'Rebate, lab-grown (%)',
  fcRebate: 'Rebate, fancy colour (%)',
  hafPct1: 'Hearts-and-arrows surcharge from (%)',
  hafPct2: 'Surcharge again from (%)',
  accountCodes: 'Account codes',
} as const;

type Field = keyof typeof CUSTOMER_LABELS;

const IDENTITY: readonly Field[] = ['name', 'legalName', 'bigName', 'email', 'salesRepEmail'];
const LIMITS: readonly Field[] = ['minInventory', 'maxInventory'];
const ACCESS: readonly Field[] = [
  'allowLogin',
  'allowActions',
  'fmAllowed',
  'lgAllowed',
  'fcAllowed',
  'legend',
];
const TERMS: readonly Field[] = [
  'giaRoundDiscount',
  'gracePeriodDays',
  'paymentDays',
  'feeRate',
  'lgFeeRate',
  'fcFeeRate',
  'normalRebate',
  'hafRebate',
  'lgRebate',
  'fcRebate',
  'hafPct1',
  'hafPct2',
];
/** What counts from a day on: limits and commercial terms. */
const DATED_FIELDS: readonly Field[] = [...LIMITS, ...TERMS];

/** What a new customer starts with: the defaults of the specification's section 3. */
export function newCustomerValues(): Record<string, unknown> {
  return {
    name: '',
    ...Object.fromEntries(DATED_FIELDS.map((field) => [field, 0])),
    ...Object.fromEntries(ACCESS.map((field) => [field, field === 'allowLogin'])),
    accountCodes: [],
  };
}

/** The fields of a customer in the specification's groups; `dating` stands beneath the terms. */
export function CustomerInputs({ dating }: { dating?: ReactNode }) {
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
      </FieldGroup>
      <FieldGroup title="Access">
        {ACCESS.map((field) => (
          <FlagInput key={field} source={field} label={CUSTOMER_LABELS[field]} />
        ))}
      </FieldGroup>
      <FieldGroup title="Inventory limits" about="0 is no limit.">
        {LIMITS.map((field) => (
          <NumberInput key={field} source={field} label={CUSTOMER_LABELS[field]} />
        ))}
      </FieldGroup>
      <FieldGroup
        title="Commercial terms"
        about="Rates are monthly. A surcharge threshold of 0 charges nothing."
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

/** Terms count from a day on: which, and why (rules, section 6). */
export function DatingInputs() {
  return (
    <FieldGroup
      title="From when on"
      about="Limits and terms count from this day; empty is today. A day in a closed month changes what was billed: the difference goes on the next open bill."
    >
      <TextInput source="effectiveAt" label="Count from" type="date" />
      <TextInput source="reason" label="Reason" hint="Stands in the history beside the change." />
    </FieldGroup>
  );
}
