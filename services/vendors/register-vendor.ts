import {
  vendorSettingsSchema,
  vendorTermsSchema,
  type VendorEvent,
  type VendorSettings,
  type VendorTerms,
} from '#contracts/events/index.ts';
import type { VendorState } from '#contracts/vendor/vendor.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';

export type RegisterVendor = {
  settings: Partial<VendorSettings> & Pick<VendorSettings, 'name'>;
  terms?: Partial<VendorTerms>;
};

/** The defaults for a new vendor's settings; its legal name is its name. */
const NEW_VENDOR_SETTINGS: Omit<VendorSettings, 'name' | 'legalName'> = {
  email: '',
  dxPrefix: '',
  sendRequests: false,
  sendReturns: false,
  sendSales: false,
  autoWhitelist: false,
};

/** A new vendor's terms until they are changed. */
const NEW_VENDOR_TERMS: VendorTerms = {
  markupPpm: 0,
  ourDeploymentCostCents: 0,
  feeSharePpm: 0,
  rebateSharePpm: 0,
  saleSharePpm: 0,
};

/**
 * A new vendor (product: Vendor). Money in cents, rates in ppm. Refuses a known vendor (409) and bad fields
 * (422).
 */
export function registerVendor(state: VendorState, command: RegisterVendor, at: Instant): VendorEvent[] {
  if (state.record)
    throw new Refusal(409, `Vendor ${state.vendorId} exists already.`, {
      code: 'VENDOR_EXISTS',
      field: 'vendorId',
    });
  const settings = checkedFields(vendorSettingsSchema, {
    ...NEW_VENDOR_SETTINGS,
    legalName: command.settings.name,
    ...command.settings,
  });
  const terms = checkedFields(vendorTermsSchema, { ...NEW_VENDOR_TERMS, ...command.terms });
  return [{ type: 'VendorRegistered', data: { vendorId: state.vendorId, settings, terms, effectiveAt: at } }];
}
