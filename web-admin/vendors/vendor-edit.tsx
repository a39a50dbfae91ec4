import { newVendorRequest, vendorEdit, type VendorResource } from '#contracts/api/vendors.ts';
import { changesOf } from '../components/form/changes-of.ts';
import { CreateRecord, EditRecord } from '../components/form/edit-record.tsx';
import { useConfirmedTerms } from '../components/terms-preview/use-confirmed-terms.tsx';
import { DatingInputs, newVendorValues, repricingOf, VENDOR_TERMS, VendorInputs } from './vendor-form.tsx';
import { VendorGlance } from './glance/vendor-glance.tsx';
import { TERMS, VENDOR_LABELS } from './vendor-labels.ts';
import { VendorChoice } from './vendor-choice.tsx';
import { VendorTabs } from './vendor-tabs.tsx';

const COMMON = {
  noun: 'vendor',
  nameOf: ({ name }: VendorResource) => name,
  labels: VENDOR_LABELS,
};

/** The vendor's detail form, beneath the vendor at a glance (product: Vendors screen). */
export function VendorEdit() {
  const { confirms, dialog } = useConfirmedTerms(VENDOR_TERMS, repricingOf);
  return (
    <>
      <EditRecord<VendorResource>
        {...COMMON}
        schema={vendorEdit}
        transform={changesOf(TERMS)}
        confirms={confirms}
        savedNote="Vendor Data Saved"
        beside={({ vendorId }) => <VendorChoice vendorId={vendorId} />}
        intro={({ vendorId }) => (
          <>
            <VendorTabs vendorId={vendorId} current="" />
            <VendorGlance vendorId={vendorId} />
          </>
        )}
      >
        <VendorInputs dating={<DatingInputs />} />
      </EditRecord>
      {dialog}
    </>
  );
}

/** A new vendor, under the next number. */
export function VendorCreate() {
  return (
    <CreateRecord<VendorResource> {...COMMON} schema={newVendorRequest} defaultValues={newVendorValues()}>
      <VendorInputs />
    </CreateRecord>
  );
}
