import { vendorStream } from '#contracts/events/index.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import { formatNumberOf } from '#contracts/vocabulary/counts.ts';
import { loadStream, type CommandContext } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { readKnownStock } from './feed/known-stock.ts';
import { hasWaitingRun } from './feed-runs/run-store.ts';

/**
 * Throws Refusal 409 for another prefix of a vendor whose parcels are named with the one that it has, or whose feed
 * waits to be: a parcel's name never changes, and its next feed would not find it (rule: Classifying rows). Undefined,
 * or the same prefix, is no change.
 */
export async function refuseNewPrefix(
  context: CommandContext,
  vendorId: number,
  dxPrefix: string | undefined,
): Promise<void> {
  const { state } = await loadStream(context, vendorStream(vendorId), vendorFold);
  const before = state.record?.settings.dxPrefix;
  if (dxPrefix === undefined || before === undefined || dxPrefix === before) return;
  const stays = before === '' ? 'The vendor stays without a prefix' : `The prefix stays ${before}`;
  const { size } = (await readKnownStock(context, vendorId)).known;
  if (size > 0) {
    const named = before === '' ? 'without one' : 'with it';
    const parcels = formatNumberOf(size, ['parcel of the vendor is', 'parcels of the vendor are']);
    throw inUse(`${stays}: ${parcels} named ${named}. Register another vendor for the new prefix.`);
  }
  if (await hasWaitingRun(context.db, vendorId))
    throw inUse(`${stays} while a feed of the vendor waits: apply or discard it first.`);
}

const inUse = (message: string): Refusal =>
  new Refusal(409, message, { code: 'PREFIX_IN_USE', field: 'dxPrefix' });
