import { vendorTermsSchema, type VendorEvent, type VendorTerms } from '#contracts/events/index.ts';
import type { VendorState } from '#contracts/vendor/vendor.ts';
import type { EffectiveAt } from '#contracts/vocabulary/house-time.ts';
import { changeOfTerms } from '#services/platform/change-of-terms.ts';
import { requireVendor } from './require-vendor.ts';

export type ChangeVendorTerms = {
  /** Money in cents, rates in ppm. */
  changes: Partial<VendorTerms>;
  /** An instant, or a day of the house; may lie in the past or the future. */
  effectiveAt: EffectiveAt;
};

/**
 * New terms of a vendor from a moment on, as far as they differ (rule: Vendor terms). Refuses an unknown vendor (404) and bad fields (422).
 * @param zone the house's time zone
 */
export function changeVendorTerms(
  state: VendorState,
  command: ChangeVendorTerms,
  zone: string,
): VendorEvent[] {
  const record = requireVendor(state);
  const schema = vendorTermsSchema.partial();
  const { changes, effectiveAt } = changeOfTerms<VendorTerms>(record.terms, schema, command, zone);
  if (Object.keys(changes).length === 0) return [];
  return [{ type: 'VendorTermsChanged', data: { changes, effectiveAt } }];
}
