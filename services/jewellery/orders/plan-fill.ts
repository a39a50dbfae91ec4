import type { Cents } from '#contracts/vocabulary/money.ts';

/** A back order that may be filled. */
export type WaitingOrder = {
  orderId: string;
  customerId: number;
  /** Pieces still open. */
  open: number;
  /** True when pieces certified by FM are open to the customer. */
  fm: boolean;
  /** Its place in the log. */
  placedPosition: number;
};

/** An available piece, at the price that customers pay for it (cents). */
export type OfferedPiece = {
  parcelName: string;
  priceCents: Cents;
  fm: boolean;
  /** The log position at which each customer last gave it back. */
  givenBack: ReadonlyMap<number, number>;
};

export type Match = { orderId: string; customerId: number; parcelName: string };

/**
 * Which order gets which piece (rule: Back orders): orders first come first, each the oldest pieces that are
 * open to it, fit within the customer's room below its maximum and were not given back by the customer while the
 * order was open; an order that may have none of them is passed over and keeps its place. `waiting` and `pieces` are in that order; `rooms` in cents by customer,
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
  for (const { orderId, customerId, open, fm, placedPosition } of waiting) {
    let wanted = open;
    for (const piece of free) {
      if (wanted <= 0) break;
      const { parcelName, priceCents } = piece;
      const room = left.get(customerId) ?? null;
      if ((piece.fm && !fm) || refused(orderId, parcelName) || (room !== null && priceCents > room)) continue;
      if ((piece.givenBack.get(customerId) ?? 0) > placedPosition) continue;
      matches.push({ orderId, customerId, parcelName });
      free.delete(piece);
      wanted -= 1;
      if (room !== null) left.set(customerId, room - priceCents);
    }
  }
  return matches;
}
