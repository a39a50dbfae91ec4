import { cartFold, type Cart } from '#contracts/cart/cart.ts';
import { cartStream, type CartEvent, type CustomerAccess } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { closedPieces } from '#projections/jewellery/index.ts';
import { parcelsNamed } from '#projections/parcels/index.ts';
import { carryOut, type CommandContext } from '#services/platform/commands/index.ts';
import { refuseAny, refuseUnlessActionsAllowed } from '#services/platform/refusal.ts';
import { cartCommand, type Carted, type Carting } from './carting.ts';

/** Puts stones of a line into the customer's cart (product: Stone lists); stones already in it stay. */
export type CartStones = { customerId: number; line: Line; parcelNames: readonly string[] };

/** Pure: the event that adds the missing stones to the cart; none when all are in it. */
export function decideCartStones(cart: Cart, command: CartStones, effectiveAt: Instant): CartEvent[] {
  const { customerId, line, parcelNames } = command;
  const known = new Set(cart.map((item) => item.parcelName));
  const added = parcelNames.filter((name) => !known.has(name));
  return added.length === 0
    ? []
    : [{ type: 'StonesCarted', data: { customerId, line, parcelNames: added, effectiveAt } }];
}

/**
 * Carries `CartStones` out. Throws Refusal 402 when a stone is unknown or can no longer be requested, 402 also without
 * `allowActions`, 409 for the key of another body.
 */
export async function cartStones(
  context: CommandContext,
  who: Carting,
  line: Line,
  parcelNames: readonly string[],
): Promise<Carted> {
  refuseUnlessActionsAllowed(who.staff, who.access);
  const { customerId } = who;
  const { position } = await carryOut(
    context,
    { stream: cartStream(customerId), fold: cartFold },
    cartCommand(who, { in: parcelNames, line }),
    (cart) => decideCartStones(cart, { customerId, line, parcelNames }, context.clock().toISOString()),
    { check: () => refuseUnavailable(context, who.access, line, parcelNames) },
  );
  return { parcelNames, position };
}

/** Refuses stones that the read model knows to be gone, of another line, or closed to the customer. */
async function refuseUnavailable(
  context: CommandContext,
  access: CustomerAccess,
  line: Line,
  parcelNames: readonly string[],
): Promise<void> {
  const named = await parcelsNamed(context.db, line, parcelNames);
  const parcels = new Map(named.map((row) => [row.parcelName, row]));
  const closed = new Set(
    line === 'jewellery' ? await closedPieces(context.db, access.lgAllowed, parcelNames) : [],
  );
  const { needs, noun } = LINE_FACTS[line];
  const refusalOf = (name: string): string | null => {
    const parcel = parcels.get(name);
    if (!parcel || closed.has(name)) return `${noun} not found.`;
    if ((needs && !access[needs]) || (parcel.fm && !access.fmAllowed))
      return `${name} is not open to this account.`;
    return parcel.status === 'AVAILABLE' ? null : `${name} is no longer available.`;
  };
  const allKnown = parcelNames.every((name) => parcels.has(name));
  refuseAny(
    allKnown ? 'PARCEL_REFUSED' : 'UNKNOWN_PARCEL',
    (index) => `parcelNames.${index}`,
    parcelNames.map(refusalOf),
  );
}
