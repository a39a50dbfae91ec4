import type { Cents } from '#contracts/vocabulary/money.ts';

/** A back order that may be filled. */
export type WaitingOrder = {
  orderId: string;
  customerId: number;
  /** Pieces still open. */
  open: number;
  /** Whether pieces certified by FM are open to the customer. */
  fm: boolean;
};

/** A piece at hand, at the price the customers pay for it (cents). */
export type OfferedPiece = { parcelName: string; priceCents: Cents; fm: boolean };

export type Match = { orderId: string; customerId: number; parcelName: string };

/**
 * Which order gets which piece (rule: Back orders): orders first come first, each the oldest pieces that are
 * open to it and fit within the customer's room below its maximum; an order that may have none of them is
 * passed over and keeps its place. `waiting` and `pieces` are in that order; `rooms` in cents by customer,
 * null for one without a maximum. `refused` leaves out what was tried. Pure.
 */
export function planFill(
  waiting: readonly WaitingOrder[],
  pieces: readonly OfferedPiece[],
  rooms: ReadonlyMap<number, Cents | null>,
  refused: (orderId: string, parcelName: string) => boolean = () => false,
): Match[] {
  const left = new Map(rooms);
  const free = new Set(pieces);
  const matches: Match[] = [];
  for (const { orderId, customerId, open, fm } of waiting) {
    let wanted = open;
    for (const piece of free) {
      if (wanted <= 0) break;
      const { parcelName, priceCents } = piece;
      const room = left.get(customerId) ?? null;
      if ((piece.fm && !fm) || refused(orderId, parcelName) || (room !== null && priceCents > room)) continue;
      matches.push({ orderId, customerId, parcelName });
      free.delete(piece);
      wanted -= 1;
      if (room !== null) left.set(customerId, room - priceCents);
    }
  }
  return matches;
}
