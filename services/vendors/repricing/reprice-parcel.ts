import { stoneStream, type Actor, type StoneEvent } from '#contracts/events/index.ts';
import { parcelFold, termsAt, type ParcelState } from '#contracts/lifecycle/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Cents, Ppm } from '#contracts/vocabulary/money.ts';
import { houseToday } from '#services/platform/clock.ts';
import { carryOut, deriveId, type CommandContext } from '#services/platform/commands/index.ts';
import { isHeld, listPrice, notBeforePrices } from '../feed/decide-stock.ts';
import { currentVendor } from '../require-vendor.ts';

/** The actor of price changes that follow terms and tiers. */
export const REPRICING: Actor = { username: 'repricing', role: 'system' };

/**
 * `repriced`: its new price, or tier, is recorded, even when another process recorded the same at the same time
 * (decision 4). `held`: a customer has it, and it waits. `unchanged`: it is right already, or it is gone.
 */
export type Repriced = 'repriced' | 'held' | 'unchanged';

/**
 * The parcel's list price by its vendor's markup: cost × (1 + markup) (rule: List price and customer price). Pure; none
 * for a parcel that a customer has, or whose price is right already.
 */
export function decideRepricing(
  parcel: ParcelState,
  { markupPpm, at }: { markupPpm: Ppm; at: Instant },
  zone: string,
): Extract<StoneEvent, { type: 'StoneRepriced' }>[] {
  const price = priceToBe(parcel, markupPpm);
  if (price === null || isHeld(parcel, zone)) return [];
  return [{ type: 'StoneRepriced', data: { ...price, effectiveAt: notBeforePrices(parcel, at) } }];
}

/** The price that the markup gives; null for one that was never listed, or whose price is right already. */
function priceToBe(
  { listed, prices }: ParcelState,
  markupPpm: Ppm,
): { costCents: Cents; totalCents: Cents } | null {
  const price = prices.at(-1);
  if (!listed || !price) return null;
  const totalCents = listPrice(price.costCents, markupPpm);
  return totalCents === price.totalCents ? null : { costCents: price.costCents, totalCents };
}

/**
 * Reprices a parcel by its vendor's markup. May be repeated: a price that is right is not recorded again. `cause` names
 * what it is done for.
 */
export async function repriceParcel(
  context: CommandContext,
  parcelName: string,
  markupPpm: Ppm,
  cause: string,
): Promise<Repriced> {
  const { zone } = context;
  const at = context.clock().toISOString();
  const { state, events } = await carryOut(
    context,
    { stream: stoneStream(parcelName), fold: parcelFold },
    { commandId: cause, actor: REPRICING },
    (parcel) => decideRepricing(parcel, { markupPpm, at }, zone),
    // The id includes the markup: of two at one revision, the other has lost the race and decides again.
    { eventId: (_, { revision }) => deriveId('reprice', parcelName, String(revision), markupPpm) },
  );
  if (events.length > 0) return 'repriced';
  return priceToBe(state, markupPpm) !== null && isHeld(state, zone) ? 'held' : 'unchanged';
}

/** The markup that counts for a vendor today, by the log itself. Throws for a vendor that the log does not know. */
export async function markupToday(context: CommandContext, vendorId: number): Promise<Ppm> {
  const today = houseToday(context);
  return termsAt((await currentVendor(context, vendorId)).terms, today, context.zone).markupPpm;
}
