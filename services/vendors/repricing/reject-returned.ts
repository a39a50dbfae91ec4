import { judgementOf } from '#contracts/vendor/stock-judgements.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { stockNumberOf } from '../feed/check-row.ts';
import { recordMissing } from '../feed/record-feed.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { REJECTED } from '../judgements/reject-stone.ts';
import { currentVendor } from '../require-vendor.ts';
import { REPRICING, type Repriced } from './reprice-parcel.ts';

/**
 * Withdraws parcels of a vendor that were rejected while a customer had them, where the rejection still stands (rule:
 * Accept and reject). May be repeated: what is withdrawn is not withdrawn again.
 */
export async function rejectingReturned(
  context: CommandContext,
  vendorId: number,
): Promise<(parcelName: string) => Promise<Repriced>> {
  const { dxPrefix } = (await currentVendor(context, vendorId)).settings;
  const judgements = await judgementsOf(context, vendorId);
  return async (parcelName) => {
    if (judgementOf(judgements, stockNumberOf(parcelName, dxPrefix)).status !== 'REJECTED')
      return 'unchanged';
    const at = context.clock().toISOString();
    const cause = `rejected, returned by ${at}`;
    const writing = { vendor: { vendorId }, cause, at, command: { commandId: cause, actor: REPRICING } };
    const outcome = await recordMissing(context, writing, parcelName, REJECTED);
    return outcome === 'withdrawn' ? 'repriced' : outcome;
  };
}
