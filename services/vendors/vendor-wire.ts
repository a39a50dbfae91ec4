import { onWire } from '#contracts/api/on-wire.ts';
import type { VendorFields } from '#contracts/api/vendor-edits.ts';
import type { Vendor, VendorEdit } from '#contracts/api/vendors.ts';
import type { VendorSettings, VendorTerms } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { centsOf, ppmOf } from '#contracts/vocabulary/money.ts';
import { given } from '#services/platform/checked-fields.ts';
import type { EditVendor } from './edit-vendor.ts';

/**
 * The fields of the form as a vendor's settings and terms: dollars to cents, percent to parts per million; what is not
 * given stays out. The form's schema has checked them.
 */
export function settingsAndTerms({
  markup,
  ourDeploymentCost,
  feeShare,
  rebateShare,
  saleShare,
  ...settings
}: VendorFields): { settings: Partial<VendorSettings>; terms: Partial<VendorTerms> } {
  const ppm = (rate: number | undefined) => (rate === undefined ? undefined : ppmOf(rate));
  const terms: Partial<VendorTerms> = given({
    markupPpm: ppm(markup),
    ourDeploymentCostCents:
      ourDeploymentCost === undefined ? undefined : (centsOf(ourDeploymentCost) ?? undefined),
    feeSharePpm: ppm(feeShare),
    rebateSharePpm: ppm(rebateShare),
    saleSharePpm: ppm(saleShare),
  });
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
