import type { VendorEvent, VendorTerms } from '#contracts/events/index.ts';
import type { VendorState } from '#contracts/vendor/vendor.ts';
import type { EffectiveAt, Instant } from '#contracts/vocabulary/house-time.ts';
import { changedMeanwhile } from '#services/platform/refusal.ts';
import { changeSettings, type SettingsChanges } from './change-settings.ts';
import { changeVendorTerms } from './change-terms.ts';
import { requireVendor } from './require-vendor.ts';

export type EditVendor = {
  settings: SettingsChanges;
  /** Money in cents, rates in ppm. */
  terms: Partial<VendorTerms>;
  /** When the terms take effect; now when left out. */
  effectiveAt?: EffectiveAt | undefined;
  /** The version that was read; null when the caller names none. */
  expectedVersion: string | null;
};

/**
 * All of a vendor's form at once: settings, and terms from `effectiveAt` on (rule: Vendor terms); only what differs is
 * recorded. Pure. Refuses an unknown vendor (404), a version that is no longer the newest (409: nothing is saved) and
 * bad fields (422).
 * @param zone the house's time zone
 */
export function editVendor(
  state: VendorState,
  { settings, terms, effectiveAt, expectedVersion }: EditVendor,
  at: Instant,
  zone: string,
): VendorEvent[] {
  requireVendor(state);
  if (expectedVersion !== null && expectedVersion !== state.version)
    throw changedMeanwhile(state.changedBy, 'vendor');
  return [
    ...changeSettings(state, { changes: settings }, at),
    ...changeVendorTerms(state, { changes: terms, effectiveAt: effectiveAt ?? at }, zone),
  ];
}
