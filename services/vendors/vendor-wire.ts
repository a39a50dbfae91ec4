import { onWire } from '#contracts/api/on-wire.ts';
import { VENDOR_TERMS } from '#contracts/api/terms.ts';
import type { VendorFields } from '#contracts/api/vendor-edits.ts';
import type { Vendor, VendorEdit } from '#contracts/api/vendors.ts';
import type { VendorSettings, VendorTerms } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { given } from '#services/platform/checked-fields.ts';
import { termsInside } from '#services/platform/terms-inside.ts';
import type { EditVendor } from './edit-vendor.ts';

/**
 * The fields of the form as a vendor's settings and terms, as they are recorded (rule: Units on the wire); what is not
 * given stays out. Throws Refusal 422 as `termsInside` does.
 */
export function settingsAndTerms({
  markup,
  ourDeploymentCost,
  feeShare,
  rebateShare,
  saleShare,
  ...settings
}: VendorFields): { settings: Partial<VendorSettings>; terms: Partial<VendorTerms> } {
  const terms = termsInside({ markup, ourDeploymentCost, feeShare, rebateShare, saleShare }, VENDOR_TERMS);
  return { settings: given(settings), terms };
}

/** The same for an edit, in which a tier of null removes the tier. */
export function editOf({ tier, effectiveAt, ...fields }: VendorEdit): Omit<EditVendor, 'expectedVersion'> {
  const { settings, terms } = settingsAndTerms(fields);
  return { settings: { ...settings, ...(tier !== undefined && { tier }) }, terms, effectiveAt };
}

/**
 * A vendor on the wire: dollars, percent, the terms in force at the end of the day (product: Vendor; rule: Units on
 * the wire).
 * @param zone the house's time zone
 */
export function vendorWire({ vendorId, settings, terms }: VendorRecord, day: HouseDay, zone: string): Vendor {
  const { tier = null, name, legalName, email, dxPrefix } = settings;
  const { sendRequests, sendReturns, sendSales, autoWhitelist } = settings;
  return {
    vendorId,
    name,
    legalName,
    email,
    tier,
    dxPrefix,
    ...onWire(termsAt(terms, day, zone)),
    sendRequests,
    sendReturns,
    sendSales,
    autoWhitelist,
    additionsOnly: settings.additionsOnly ?? false,
  };
}
