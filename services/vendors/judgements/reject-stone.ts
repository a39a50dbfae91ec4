import { sql } from 'kysely';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { recordMissing, recordReinstated, stockNow, type StockWriting } from '../feed/record-feed.ts';

/** The reason for a withdrawal by the house, not the vendor. */
export const REJECTED = 'rejected by the house';

/**
 * Withdraws a parcel that the house does not want (rule: Accept and reject); one that a customer has is noted, and the
 * repricing job withdraws it when it comes back (rule: Held stones and feeds). May be repeated.
 */
export async function rejectStone(
  context: CommandContext,
  writing: StockWriting,
  parcelName: string,
): ReturnType<typeof recordMissing> {
  const outcome = await recordMissing(context, writing, parcelName, REJECTED);
  if (outcome === 'held')
    await sql`
      insert into vitrine.repricing_held (parcel_name, kind, since)
      values (${parcelName}, 'REJECTED', ${context.clock()}) on conflict do nothing`.execute(context.db);
  return outcome;
}

/**
 * Lists a piece of jewellery again that was withdrawn as rejected: no feed offers it (rule: Accept and reject). Nothing
 * for a stone.
 */
export async function takePieceAgain(
  context: CommandContext,
  writing: StockWriting,
  parcelName: string,
): Promise<void> {
  const known = await stockNow(context, parcelName);
  if (known?.line === 'jewellery' && known.vendorId === writing.vendor.vendorId)
    await recordReinstated(context, writing, parcelName, REJECTED);
}
