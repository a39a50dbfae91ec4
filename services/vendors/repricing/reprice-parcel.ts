import {
  stoneStream,
  vendorStream,
  type Actor,
  type StoneEvent,
  type VendorTerms,
} from '#contracts/events/index.ts';
import { foldParcel, termsAt, type ParcelState, type TermsChange } from '#contracts/lifecycle/index.ts';
import { houseDayOf, type Instant } from '#contracts/vocabulary/house-time.ts';
import type { Ppm } from '#contracts/vocabulary/money.ts';
import {
  appendEvents,
  deriveId,
  loadStream,
  onFreshStream,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { parcelFold } from '#services/stones/index.ts';
import { listPrice } from '../feed/decide-stock.ts';
import { vendorFold } from '../vendor-state.ts';

const SYSTEM: Actor = { username: 'repricing', role: 'system' };

/** `held`: a customer has it, and its price waits. `unchanged`: its price is right already, or it is gone. */
export type Repriced = 'repriced' | 'held' | 'unchanged';

/**
 * The parcel's list price by its vendor's markup: cost × (1 + markup), for a parcel that no customer has (rules,
 * section 5). Pure; `held` for one that a customer has.
 */
export function decideRepricing(
  parcel: ParcelState,
  markupPpm: Ppm,
  at: Instant,
  zone: string,
): StoneEvent[] | 'held' {
  const price = parcel.prices.at(-1);
  if (!parcel.listed || !price) return [];
  const totalCents = listPrice(price.costCents, markupPpm);
  if (totalCents === price.totalCents) return [];
  if (foldParcel(parcel, zone).customerId !== null) return 'held';
  return [{ type: 'StoneRepriced', data: { costCents: price.costCents, totalCents, effectiveAt: at } }];
}

/**
 * Reprices a parcel by the markup that its vendor has today. May be repeated: a price that is right is not recorded
 * again. `cause` names what it is done for.
 */
export async function repriceParcel(
  context: CommandContext,
  parcelName: string,
  cause: string,
): Promise<Repriced> {
  const at = context.clock().toISOString();
  return onFreshStream(context, stoneStream(parcelName), parcelFold, async (loaded) => {
    const terms = await termsOf(context, loaded.state.vendorId);
    if (terms.length === 0) return 'unchanged';
    const { markupPpm } = termsAt(terms, houseDayOf(at, context.zone), context.zone);
    const events = decideRepricing(loaded.state, markupPpm, at, context.zone);
    if (events === 'held') return 'held';
    if (events.length === 0) return 'unchanged';
    const identified = events.map((event) => ({
      ...event,
      id: deriveId('reprice', parcelName, String(loaded.revision)),
    }));
    await appendEvents(context, loaded, identified, { commandId: cause, actor: SYSTEM });
    return 'repriced';
  });
}

/** Snapshots make this a look into memory. */
async function termsOf(
  context: CommandContext,
  vendorId: number,
): Promise<readonly TermsChange<VendorTerms>[]> {
  return (await loadStream(context, vendorStream(vendorId), vendorFold)).state.terms;
}
