import type { Actor, CustomerAccess } from '#contracts/events/index.ts';
import { deriveId, hashBody, type Command } from '#services/platform/commands/index.ts';

/** The owner of the cart, and what it may request. `key`: the caller's idempotency key. */
export type Carting = {
  actor: Actor;
  staff: boolean;
  customerId: number;
  access: CustomerAccess;
  key: string;
};

/** What a cart call recorded, and the position it reached; null when there was nothing to do or it was done before. */
export type Carted = { parcelNames: readonly string[]; position: bigint | null };

/** The command of a cart call: its key is valid for one user, customer and body. */
export function cartCommand({ actor, customerId, key }: Carting, body: unknown): Command {
  const commandId = deriveId('cart', actor.username, customerId, key);
  return { commandId, actor, key: { commandId, bodyHash: hashBody(body) } };
}
