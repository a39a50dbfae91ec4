import { vendorStream } from '#contracts/events/index.ts';
import { vendorFold, type VendorRecord, type VendorState } from '#contracts/vendor/vendor.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

/** The vendor's record. Throws a Refusal (404) when there is no such vendor. */
export function requireVendor({ vendorId, record }: Pick<VendorState, 'vendorId' | 'record'>): VendorRecord {
  if (!record)
    throw new Refusal(404, `There is no vendor ${vendorId}.`, { code: 'UNKNOWN_VENDOR', field: 'vendorId' });
  return record;
}

/** The vendor's record as the log has it now. Throws a Refusal (404) when there is no such vendor. */
export async function currentVendor(context: CommandContext, vendorId: number): Promise<VendorRecord> {
  const { state } = await loadStream(context, vendorStream(vendorId), vendorFold);
  return requireVendor(state);
}
