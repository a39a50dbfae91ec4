import { termsAt } from '#contracts/lifecycle/index.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { priceListOn, rapPerCarat } from '#services/prices/index.ts';
import type { FeedVendor, RapOf } from './check-row.ts';

/**
 * What a vendor's feed is read with at a moment, besides its mapping: the vendor's markup and the price list of that
 * day.
 */
export async function vendorReading(
  { db, zone }: Pick<CommandContext, 'db' | 'zone'>,
  { vendorId, settings: { dxPrefix, tier }, terms }: VendorRecord,
  at: Date,
): Promise<{ vendor: FeedVendor; rapOf: RapOf }> {
  const day = houseDayOf(at.toISOString(), zone);
  const { markupPpm } = termsAt(terms, day, zone);
  const list = await priceListOn(db, day);
  return {
    vendor: { vendorId, dxPrefix, tier, markupPpm },
    rapOf: (stone) => list && rapPerCarat(list, stone),
  };
}
