import { vendorSettingsSchema, type VendorEvent, type VendorSettings } from '#contracts/events/index.ts';
import type { VendorState } from '#contracts/vendor/vendor.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { checkedFields, differing } from '#services/platform/checked-fields.ts';
import { requireVendor } from './require-vendor.ts';

/** A vendor's names, tier, prefix and notices; only what differs is recorded. Refuses an unknown vendor (404) and bad fields (422). */
export function changeSettings(
  state: VendorState,
  command: { changes: Partial<VendorSettings> },
  at: Instant,
): VendorEvent[] {
  const record = requireVendor(state);
  const given = checkedFields(vendorSettingsSchema.partial(), command.changes);
  const changes = differing(record.settings, given as Partial<VendorSettings>);
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'VendorSettingsChanged', data: { changes, effectiveAt: at } }];
}
