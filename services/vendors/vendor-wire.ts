import type { VendorFields } from '#contracts/api/vendor-edits.ts';
import type { VendorSettings, VendorTerms } from '#contracts/events/index.ts';
import { centsOf, ppmOf } from '#contracts/vocabulary/money.ts';
import { given } from '#services/platform/checked-fields.ts';

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
  return {
    settings: given(settings),
    terms: given({
      markupPpm: ppm(markup),
      ourDeploymentCostCents:
        ourDeploymentCost === undefined ? undefined : (centsOf(ourDeploymentCost) ?? undefined),
      feeSharePpm: ppm(feeShare),
      rebateSharePpm: ppm(rebateShare),
      saleSharePpm: ppm(saleShare),
    }),
  };
}
