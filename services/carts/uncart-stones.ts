import { cartFold, type Cart } from '#contracts/cart/cart.ts';
import { cartStream, type CartEvent } from '#contracts/events/index.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import {
  carryOut,
  loadStream,
  type Command,
  type CommandContext,
  type Loaded,
} from '#services/platform/commands/index.ts';
import { refuseUnlessActionsAllowed } from '#services/platform/refusal.ts';
import { cartCommand, type Carted, type Carting } from './carting.ts';

/** Takes stones out of the customer's cart; stones that are not in it are ignored. */
export type UncartStones = { customerId: number; parcelNames: readonly string[] };

/** Pure: the event that removes the stones from the cart; none when none is in it. */
export function decideUncartStones(cart: Cart, command: UncartStones, effectiveAt: Instant): CartEvent[] {
  const { customerId, parcelNames } = command;
  const known = new Set(cart.map((item) => item.parcelName));
  const removed = parcelNames.filter((name) => known.has(name));
  return removed.length === 0
    ? []
    : [{ type: 'StonesUncarted', data: { customerId, parcelNames: removed, effectiveAt } }];
}

/**
 * Carries `UncartStones` out. Throws Refusal 402 without `allowActions`, 409 for the key of another body.
 */
export async function uncartStones(
  context: CommandContext,
  who: Carting,
  parcelNames: readonly string[],
): Promise<Carted> {
  refuseUnlessActionsAllowed(who.staff, who.access);
  const command = cartCommand(who, { out: parcelNames });
  const position = await takeOutOfCart(context, { customerId: who.customerId, parcelNames }, command);
  return { parcelNames, position };
}

/** The customer's cart as it is now. */
export const loadCart = (context: CommandContext, customerId: number): Promise<Loaded<Cart>> =>
  loadStream(context, cartStream(customerId), cartFold);

/**
 * Takes parcels out of the cart, by hand or because an instruction has requested them. A command makes sure that it
 * happens once. `known`: the cart as it was just loaded.
 */
export async function takeOutOfCart(
  context: CommandContext,
  uncart: UncartStones,
  command: Command,
  known?: Loaded<Cart>,
): Promise<bigint | null> {
  const { position } = await carryOut(
    context,
    { stream: cartStream(uncart.customerId), fold: cartFold },
    command,
    (cart) => decideUncartStones(cart, uncart, context.clock().toISOString()),
    { known },
  );
  return position;
}
