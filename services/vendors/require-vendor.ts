import type { VendorRecord, VendorState } from '#contracts/vendor/vendor.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** The vendor's record. Throws a Refusal (404) when there is no such vendor. */
export function requireVendor({ vendorId, record }: Pick<VendorState, 'vendorId' | 'record'>): VendorRecord {
  if (!record)
    throw new Refusal(404, `There is no vendor ${vendorId}.`, { code: 'UNKNOWN_VENDOR', field: 'vendorId' });
  return record;
}
