import { stoneStream, type StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import { judgementOf } from '#contracts/vendor/stock-judgements.ts';
import { carryOut, deriveId, type CommandContext } from '#services/platform/commands/index.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { decideOverrideTier } from '../override-tier.ts';
import { currentVendor } from '../require-vendor.ts';
import { REPRICING, type Repriced } from './reprice-parcel.ts';

/**
 * Gives parcels of a vendor the tier that a person set last, as it is known now (rule: Accept and reject); a parcel
 * that is not listed yet gets it with its first listing. May be repeated: a tier that is right is not recorded again.
 */
export async function retiering(
  context: CommandContext,
  vendorId: number,
  cause: string,
): Promise<(parcelName: string) => Promise<Repriced>> {
  const { dxPrefix, tier: vendorTier } = (await currentVendor(context, vendorId)).settings;
  const judgements = await judgementsOf(context, vendorId);
  return async (parcelName) => {
    const { overrideTier: tier } = judgementOf(judgements, parcelName.slice(dxPrefix.length));
    const at = context.clock().toISOString();
    let held = false;
    const decide = (parcel: ParcelState): readonly StoneEvent[] => {
      if (!parcel.listed || parcel.vendorId !== vendorId) return [];
      const decided = decideOverrideTier(parcel, { vendorId, vendorTier, tier }, at);
      held = decided.length > 0 && foldParcel(parcel, context.zone).customerId !== null;
      return held ? [] : decided;
    };
    const { events } = await carryOut(
      context,
      { stream: stoneStream(parcelName), fold: parcelFold },
      { commandId: cause, actor: REPRICING },
      decide,
      { eventId: (_, { revision }) => deriveId('retier', parcelName, String(revision), tier ?? '') },
    );
    if (events.length > 0) return 'repriced';
    return held ? 'held' : 'unchanged';
  };
}
