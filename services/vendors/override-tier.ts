import { stoneStream, type StoneEvent } from '#contracts/events/index.ts';
import { parcelFold, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { carryOut, type Command, type CommandContext } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { VendorChanged } from './handlers.ts';
import { currentVendor } from './require-vendor.ts';

/** The tier that a row of the accept/reject sheet states for a stone (product: Vendor accept/reject row). */
export type OverrideTier = {
  vendorId: number;
  /** The vendor's own number of the stone, without the vendor's prefix. */
  vendorStockId: string;
  /** Null: back to the vendor's tier. */
  tier: Tier | null;
};

/**
 * Sets the house's own tier of a stone, which wins over the vendor's in every later feed (rule: Tiers), or
 * takes it back. Refuses an unknown vendor or stone (404) and a stone of another vendor (422).
 */
export async function overrideTier(
  context: CommandContext,
  command: Command,
  { vendorId, vendorStockId, tier }: OverrideTier,
): Promise<VendorChanged> {
  const { dxPrefix, tier: vendorTier } = (await currentVendor(context, vendorId)).settings;
  const at = context.clock().toISOString();
  const on = { stream: stoneStream(dxPrefix + vendorStockId), fold: parcelFold };
  const { position } = await carryOut(context, on, command, (parcel) =>
    decideOverrideTier(parcel, { vendorId, vendorTier, tier }, at),
  );
  return { position };
}

/** Pure: the description with the tier that is then in force; none when it is overridden so already. */
export function decideOverrideTier(
  parcel: ParcelState,
  { vendorId, vendorTier, tier }: { vendorId: number; vendorTier: Tier | undefined; tier: Tier | null },
  at: Instant,
): StoneEvent[] {
  if (!parcel.listed)
    throw new Refusal(404, `There is no parcel ${parcel.parcelName}.`, {
      code: 'UNKNOWN_PARCEL',
      field: 'vendorStockId',
    });
  if (parcel.vendorId !== vendorId)
    throw new Refusal(422, `${parcel.parcelName} is the parcel of another vendor.`, {
      code: 'OTHER_VENDOR',
      field: 'vendorStockId',
    });
  if (parcel.overrideTier === (tier ?? undefined)) return [];
  const { tier: _, ...graded } = parcel.attributes;
  const inForce = tier ?? vendorTier;
  const attributes = { ...graded, ...(inForce !== undefined && { tier: inForce }) };
  return [
    {
      type: 'StoneDescribed',
      data: { attributes, ...(parcel.piece && { piece: parcel.piece }), overrideTier: tier, effectiveAt: at },
    },
  ];
}
