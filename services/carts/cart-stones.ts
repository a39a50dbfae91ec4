import { cartStream, type Actor, type CartEvent, type CustomerAccess } from '#contracts/events/index.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { closedPieces } from '#projections/jewellery/index.ts';
import { parcelsNamed } from '#projections/parcels/index.ts';
import {
  decideOnStream,
  deriveId,
  hashBody,
  underItsKey,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { cartFold, type Cart } from './cart-fold.ts';

/** Whose cart, and what its customer may request. `key`: the caller's idempotency key. */
export type Carting = {
  actor: Actor;
  staff: boolean;
  customerId: number;
  access: CustomerAccess;
  key: string;
};

/** What the cart call wrote, and the position it reached; null when there was nothing to do, or it was done before. */
export type Carted = { parcelNames: readonly string[]; position: bigint | null };

/**
 * Puts stones of a line in the customer's cart (product: Stone lists); those in it already stay. Throws
 * Refusal 402 when a stone is unknown or can no longer be requested, 403 when the caller may not make
 * changes, 409 for the key of another body.
 */
export async function cartStones(
  context: CommandContext,
  who: Carting,
  line: Line,
  parcelNames: readonly string[],
): Promise<Carted> {
  mayChange(who);
  return underItsKey(context, commandOf(who, { in: parcelNames, line }), async (repeated) =>
    repeated ? { parcelNames, position: null } : cartKnownStones(context, who, line, parcelNames),
  );
}

async function cartKnownStones(
  context: CommandContext,
  who: Carting,
  line: Line,
  parcelNames: readonly string[],
): Promise<Carted> {
  const parcels = new Map(
    (await parcelsNamed(context.db, line, parcelNames)).map((row) => [row.parcelName, row]),
  );
  const closed = new Set(
    line === 'jewellery' ? await closedPieces(context.db, who.access.lgAllowed, parcelNames) : [],
  );
  const needs = LINE_FACTS[line].needs;
  const errors = parcelNames.flatMap((name, index) => {
    const parcel = parcels.get(name);
    const message =
      !parcel || closed.has(name)
        ? 'Stone not found.'
        : (needs && !who.access[needs]) || (parcel.fm && !who.access.fmAllowed)
          ? `${name} is not open to you.`
          : parcel.status !== 'AVAILABLE'
            ? `${name} is no longer available.`
            : null;
    return message ? [{ field: `parcelNames.${index}`, message }] : [];
  });
  if (errors[0])
    throw new Refusal(402, errors[0].message, { field: errors[0].field, code: 'PARCEL_REFUSED', errors });
  return change(
    context,
    who,
    (cart) => decideCart(cart, who.customerId, line, parcelNames, context.clock().toISOString()),
    parcelNames,
  );
}

/** Takes stones out of the customer's cart; those not in it are left aside. Throws Refusal 403 when the caller may not make changes, 409 as above. */
export async function uncartStones(
  context: CommandContext,
  who: Carting,
  parcelNames: readonly string[],
): Promise<Carted> {
  mayChange(who);
  return underItsKey(context, commandOf(who, { out: parcelNames }), async (repeated) =>
    repeated
      ? { parcelNames, position: null }
      : change(
          context,
          who,
          (cart) => decideUncart(cart, who.customerId, parcelNames, context.clock().toISOString()),
          parcelNames,
        ),
  );
}

/** Takes requested parcels out of the cart, on behalf of an instruction; `commandId` makes it happen once. */
export async function takeOutOfCart(
  context: CommandContext,
  customerId: number,
  parcelNames: readonly string[],
  command: { actor: Actor; commandId: string },
): Promise<void> {
  await decideOnStream(context, cartStream(customerId), cartFold, command, (cart) =>
    decideUncart(cart, customerId, parcelNames, context.clock().toISOString()),
  );
}

/** Pure: the event that puts what is not yet there into the cart; none when all is. */
export function decideCart(
  cart: Cart,
  customerId: number,
  line: Line,
  parcelNames: readonly string[],
  effectiveAt: string,
): CartEvent[] {
  const added = parcelNames.filter((name) => !Object.hasOwn(cart, name));
  return added.length === 0
    ? []
    : [{ type: 'StonesCarted', data: { customerId, line, parcelNames: added, effectiveAt } }];
}

/** Pure: the event that takes what is there out of the cart; none when nothing is. */
export function decideUncart(
  cart: Cart,
  customerId: number,
  parcelNames: readonly string[],
  effectiveAt: string,
): CartEvent[] {
  const removed = parcelNames.filter((name) => Object.hasOwn(cart, name));
  return removed.length === 0
    ? []
    : [{ type: 'StonesUncarted', data: { customerId, parcelNames: removed, effectiveAt } }];
}

function mayChange(who: Carting): void {
  if (!who.staff && !who.access.allowActions) {
    throw new Refusal(403, 'Your account cannot make changes. Please ask your sales representative.', {
      code: 'ACTIONS_NOT_ALLOWED',
    });
  }
}

async function change(
  context: CommandContext,
  who: Carting,
  decide: (cart: Cart) => readonly CartEvent[],
  parcelNames: readonly string[],
): Promise<Carted> {
  const { commandId } = commandOf(who, parcelNames);
  const { position } = await decideOnStream(
    context,
    cartStream(who.customerId),
    cartFold,
    { commandId, actor: who.actor },
    decide,
  );
  return { parcelNames, position };
}

function commandOf(who: Carting, body: unknown): { commandId: string; bodyHash: string } {
  const commandId = deriveId('cart', who.actor.username, who.customerId, who.key);
  return { commandId, bodyHash: hashBody(body) };
}
