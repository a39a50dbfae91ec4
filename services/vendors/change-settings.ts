import { vendorEvents, type VendorEvent, type VendorSettings } from '#contracts/events/index.ts';
import type { VendorState } from '#contracts/vendor/vendor.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { checkedFields, differing } from '#services/platform/checked-fields.ts';
import { requireVendor } from './require-vendor.ts';

/** The settings of a vendor that may be changed; a tier of null removes it. */
export type SettingsChanges = Partial<Omit<VendorSettings, 'tier'>> & { tier?: Tier | null | undefined };

const changesSchema = vendorEvents.VendorSettingsChanged.shape.changes;

/** A vendor's names, tier, prefix and notices; only what differs is recorded. Refuses an unknown vendor (404) and bad fields (422). */
export function changeSettings(
  state: VendorState,
  command: { changes: SettingsChanges },
  at: Instant,
): VendorEvent[] {
  const { settings } = requireVendor(state);
  const given = checkedFields(changesSchema, command.changes);
  const now = { ...settings, tier: settings.tier ?? null, additionsOnly: settings.additionsOnly ?? false };
  const changes = differing<SettingsChanges>(now, given);
  return Object.keys(changes).length === 0
    ? []
    : [{ type: 'VendorSettingsChanged', data: { changes, effectiveAt: at } }];
}
