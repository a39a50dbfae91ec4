import { vendorStream } from '#contracts/events/index.ts';
import { vendorFold, type VendorRecord, type VendorState } from '#contracts/vendor/vendor.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { unknownVendor } from '#services/platform/refusal.ts';

/** Throws a Refusal (404) when there is no such vendor. */
export function requireVendor({ vendorId, record }: Pick<VendorState, 'vendorId' | 'record'>): VendorRecord {
  if (!record) throw unknownVendor(vendorId, 404);
  return record;
}

/** The vendor's record as the log has it now. Throws a Refusal (404) when there is no such vendor. */
export async function currentVendor(context: CommandContext, vendorId: number): Promise<VendorRecord> {
  const { state } = await loadStream(context, vendorStream(vendorId), vendorFold);
  return requireVendor(state);
}
