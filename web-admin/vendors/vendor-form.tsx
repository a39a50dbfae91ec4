import type { ReactNode } from 'react';
import { TIERS } from '#contracts/vocabulary/tiers.ts';
import { AsShown } from '../components/terms-preview/as-shown.tsx';
import type { TermChanges } from '../components/terms-preview/terms-effect.ts';
import { TermsPreview } from '../components/terms-preview/terms-preview.tsx';
import { ChoiceInput, DayInput, FlagInput, NumberInput, TextInput } from '../components/form/fields.tsx';
import { FieldGroup } from '../components/form/record-form.tsx';
import { RepricingEffect } from './repricing-effect.tsx';
import { NOTICES, TERMS, VENDOR_LABELS } from './vendor-labels.ts';

/** The fields of a vendor that are terms, for the effect of changing them. */
export const VENDOR_TERMS = { whose: 'vendorId', fields: TERMS } as const;

/** What a new markup does besides. */
export const repricingOf = ({ markup }: TermChanges): ReactNode =>
  markup !== undefined && <RepricingEffect markup={markup} />;

/** The defaults of a new vendor. */
export function newVendorValues(): Record<string, unknown> {
  return {
    name: '',
    ...Object.fromEntries(TERMS.map((field) => [field, 0])),
    ...Object.fromEntries([...NOTICES, 'autoWhitelist', 'additionsOnly'].map((field) => [field, false])),
  };
}

/** The fields of a vendor in their groups (product: Vendor); `dating` stands beneath the terms. */
export function VendorInputs({ dating }: { dating?: ReactNode }) {
  return (
    <>
      <FieldGroup title="Identity and contact">
        <TextInput source="name" label={VENDOR_LABELS.name} />
        <TextInput source="legalName" label={VENDOR_LABELS.legalName} />
        <TextInput source="email" label={VENDOR_LABELS.email} type="email" />
      </FieldGroup>
      <FieldGroup title="Stones">
        <TextInput
          source="dxPrefix"
          label={VENDOR_LABELS.dxPrefix}
          hint="Put before its stock numbers: MG and 1001 make the parcel MG1001."
        />
        <ChoiceInput
          source="tier"
          label={VENDOR_LABELS.tier}
          choices={TIERS.map((tier) => [tier, tier])}
          empty="None"
          hint="For stones that have no tier of their own."
        />
        <FlagInput source="autoWhitelist" label={VENDOR_LABELS.autoWhitelist} />
        <FlagInput source="additionsOnly" label={VENDOR_LABELS.additionsOnly} />
      </FieldGroup>
      <FieldGroup title="Terms" about="The list price is the vendor’s cost plus its markup.">
        {TERMS.map((field) => (
          <NumberInput key={field} source={field} label={VENDOR_LABELS[field]} />
        ))}
      </FieldGroup>
      {dating}
      <FieldGroup title="Mail notices" about="The vendor is sent a mail when customers act on its stones.">
        {NOTICES.map((field) => (
          <FlagInput key={field} source={field} label={VENDOR_LABELS[field]} />
        ))}
      </FieldGroup>
    </>
  );
}

/** Terms count from a day on (rule: Vendor terms), and what they would change is shown before they are saved. */
export function DatingInputs() {
  return (
    <FieldGroup
      title="Effective date"
      about="Terms apply from this day; leave empty for now. A day in a closed month changes what was billed: the difference goes on the next open statement."
    >
      <DayInput source="effectiveAt" label="Effective from" />
      <AsShown fields={TERMS} labels={VENDOR_LABELS} />
      <TermsPreview {...VENDOR_TERMS}>{repricingOf}</TermsPreview>
    </FieldGroup>
  );
}
