import {
  availablePieces,
  waitingOrders,
  type AvailablePiece,
  type OrderRow,
} from '#projections/jewellery/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { JewelleryContext } from '../jewellery-context.ts';

/** Pieces of some models that can be requested, oldest listed first, and who waits for such, first come first. */
export type Supply = { pieces: readonly AvailablePiece[]; waiting: readonly OrderRow[] };

const WITHIN_MS = 5000;

/**
 * What there is of some models at or after a log position. The orders are read at or after where the pieces were: who
 * asked before a piece came is seen with it. Throws Refusal 503 when the read models stay behind.
 */
export async function supplyOf(
  context: JewelleryContext,
  modelKeys: readonly string[],
  atLeast: bigint,
): Promise<Supply> {
  const { positions, db } = context;
  await reach(context, ['parcels', 'jewellery_pieces'], atLeast);
  const pieces = await availablePieces(db, modelKeys);
  const seen = await Promise.all([
    positions.positionOf(['parcels']),
    positions.positionOf(['jewellery_pieces']),
  ]);
  await reach(
    context,
    ['model_orders'],
    [...seen, atLeast].reduce((a, b) => (a > b ? a : b)),
  );
  return { pieces, waiting: await waitingOrders(db, modelKeys) };
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
