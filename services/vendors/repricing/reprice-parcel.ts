import { stoneStream, vendorStream, type Actor, type StoneEvent } from '#contracts/events/index.ts';
import { foldParcel, parcelFold, termsAt, type ParcelState } from '#contracts/lifecycle/index.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import { houseDayOf, type Instant } from '#contracts/vocabulary/house-time.ts';
import type { Ppm } from '#contracts/vocabulary/money.ts';
import {
  appendEvents,
  deriveId,
  loadStream,
  onFreshStream,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { listPrice } from '../feed/decide-stock.ts';
import { requireVendor } from '../require-vendor.ts';

const SYSTEM: Actor = { username: 'repricing', role: 'system' };

/**
 * `repriced`: its new price is recorded, also when another process recorded the very same at the same time (decision
 * 4). `held`: a customer has it, and its price waits. `unchanged`: its price is right already, or it is gone.
 */
export type Repriced = 'repriced' | 'held' | 'unchanged';

/**
 * The parcel's list price by its vendor's markup: cost × (1 + markup), for a parcel that no customer has
 * (rule: List price and customer price). Pure; `held` for one that a customer has.
 */
export function decideRepricing(
  parcel: ParcelState,
  markupPpm: Ppm,
  at: Instant,
  zone: string,
): Extract<StoneEvent, { type: 'StoneRepriced' }>[] | 'held' {
  const price = parcel.prices.at(-1);
  if (!parcel.listed || !price) return [];
  const totalCents = listPrice(price.costCents, markupPpm);
  if (totalCents === price.totalCents) return [];
  if (foldParcel(parcel, zone).customerId !== null) return 'held';
  return [{ type: 'StoneRepriced', data: { costCents: price.costCents, totalCents, effectiveAt: at } }];
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
  const at = context.clock().toISOString();
  return onFreshStream(context, stoneStream(parcelName), parcelFold, async (loaded) => {
    const events = decideRepricing(loaded.state, markupPpm, at, context.zone);
    if (events === 'held') return 'held';
    if (events.length === 0) return 'unchanged';
    // By the price too: who would record another one at this revision has lost the race, and decides again.
    const identified = events.map((event) => ({
      ...event,
      id: deriveId('reprice', parcelName, String(loaded.revision), event.data.totalCents),
    }));
    await appendEvents(context, loaded, identified, { commandId: cause, actor: SYSTEM });
    return 'repriced';
  });
}

/** The markup that counts for a vendor today, by the log itself. Throws for a vendor that the log does not know. */
export async function markupToday(context: CommandContext, vendorId: number): Promise<Ppm> {
  const { state } = await loadStream(context, vendorStream(vendorId), vendorFold);
  const today = houseDayOf(context.clock().toISOString(), context.zone);
  return termsAt(requireVendor(state).terms, today, context.zone).markupPpm;
}
