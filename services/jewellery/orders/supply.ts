import {
  availablePieces,
  waitingOrders,
  type AvailablePiece,
  type OrderRow,
} from '#projections/jewellery/index.ts';
import { givenBack } from '#projections/parcels/index.ts';
import { newestPosition } from '#services/platform/newest-position.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { JewelleryContext } from '../jewellery-context.ts';

/** A piece that can be requested, with the log position at which each waiting or asking customer last gave it back. */
export type SuppliedPiece = AvailablePiece & { givenBack: ReadonlyMap<number, number> };

/**
 * Pieces of some models that can be requested, oldest listed first, and the orders that wait for them, oldest first.
 */
export type Supply = { pieces: readonly SuppliedPiece[]; waiting: readonly OrderRow[] };

const WITHIN_MS = 5000;

/**
 * The supply of some models at or after a log position, for the waiting customers and the asking one. The orders are
 * read at or after the position of the pieces: a customer that asked before a piece came is seen with it. Throws
 * Refusal 503 when the read models stay behind.
 */
export async function supplyOf(
  context: JewelleryContext,
  modelKeys: readonly string[],
  atLeast: bigint,
  asking: readonly number[] = [],
): Promise<Supply> {
  const { positions, db } = context;
  await reach(context, ['parcels', 'jewellery_pieces'], atLeast);
  const pieces = await availablePieces(db, modelKeys);
  const seen = await Promise.all([
    positions.positionOf(['parcels']),
    positions.positionOf(['jewellery_pieces']),
  ]);
  await reach(context, ['model_orders'], newestPosition(atLeast, ...seen));
  const waiting = await waitingOrders(db, { modelKeys });
  const back = await givenBack(
    db,
    pieces.map(({ parcelName }) => parcelName),
    [...asking, ...waiting.map(({ customerId }) => customerId)],
  );
  const backOf = (name: string) => back.filter(({ parcelName }) => parcelName === name);
  return {
    waiting,
    pieces: pieces.map((piece) => ({
      ...piece,
      givenBack: new Map(backOf(piece.parcelName).map(({ customerId, position }) => [customerId, position])),
    })),
  };
}

/** Waits until read models show what was recorded up to a log position. Throws Refusal 503 when they stay behind. */
export async function reach(
  { positions }: JewelleryContext,
  readModels: readonly string[],
  position: bigint,
): Promise<void> {
  if (await positions.waitForPosition(readModels, position, WITHIN_MS)) return;
  throw new Refusal(503, 'The inventory is being brought up to date. Please try again in a moment.', {
    code: 'READ_MODEL_BEHIND',
  });
}
