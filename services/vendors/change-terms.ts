import { z } from 'zod';
import { vendorTermsSchema, type VendorEvent, type VendorTerms } from '#contracts/events/index.ts';
import type { VendorState } from '#contracts/vendor/vendor.ts';
import { momentOfChange, termsAt } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type EffectiveAt } from '#contracts/vocabulary/house-time.ts';
import { givenEffectiveAtSchema } from '#contracts/vocabulary/schemas.ts';
import { checkedFields, differing } from '#services/platform/checked-fields.ts';
import { requireVendor } from './require-vendor.ts';

export type ChangeVendorTerms = {
  /** Money in cents, rates in ppm. */
  changes: Partial<VendorTerms>;
  /** An instant, or a day of the house; may lie in the past or the future. */
  effectiveAt: EffectiveAt;
};

const effectiveAtFields = z.object({ effectiveAt: givenEffectiveAtSchema });

/**
 * New terms of a vendor from a moment on: only what differs from those in force at the end of that day is
 * recorded (rule: Vendor terms). Refuses an unknown vendor (404) and bad fields (422).
 * @param zone the house's time zone
 */
export function changeVendorTerms(
  state: VendorState,
  command: ChangeVendorTerms,
  zone: string,
): VendorEvent[] {
  const record = requireVendor(state);
  const asked = checkedFields(effectiveAtFields, { effectiveAt: command.effectiveAt });
  const effectiveAt = momentOfChange(record.terms, asked.effectiveAt, zone);
  const given = checkedFields(vendorTermsSchema.partial(), command.changes);
  const changes = differing(termsAt(record.terms, houseDayOf(effectiveAt, zone), zone), given);
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'VendorTermsChanged', data: { changes, effectiveAt } }];
}
