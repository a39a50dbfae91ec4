import { customerFold } from '#contracts/customer/index.ts';
import { customerStream } from '#contracts/events/index.ts';
import { askedByStaff, isBeingRequested, openQuantity } from '#contracts/jewellery/model-orders.ts';
import { deriveId, onFreshStream } from '#services/platform/commands/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { decideRequest, withNothingOpen } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';
import { allotPieces, FILLING } from './allot-pieces.ts';
import { givenBackSince } from './given-back-since.ts';
import type { Match } from './plan-fill.ts';
import { planFor } from './plan-for.ts';
import { supplyOf } from './supply.ts';

/** Refusals after which an order is skipped; it keeps its place. */
const PASSED_OVER: ReadonlySet<string | undefined> = new Set([
  'OVER_MAXIMUM',
  'PARCEL_REFUSED',
  'ACTIONS_NOT_ALLOWED',
]);

/**
 * Requests the available pieces of a model for the customers who wait for them, first come first served, within limits
 * and flags (rule: Back orders). Decides on what is known at or after a log position. May run any number of times, also
 * concurrently: the customers' streams make sure that no order gets more than it asked for. Throws Refusal 503 when the
 * read models stay behind.
 */
export async function fillBackOrders(
  context: JewelleryContext,
  modelKey: string,
  atLeast: bigint,
): Promise<void> {
  return context.perModel(modelKey, async () => {
    const tried = new Set<string>();
    let position = atLeast;
    for (;;) {
      const supply = await supplyOf(context, [modelKey], position);
      const plan = await planFor(context, modelKey, supply, tried);
      if (plan.length === 0) return;
      for (const match of plan) {
        const filled = await fillOrder(context, match);
        if (filled === null) {
          tried.add(`${match.orderId} ${match.parcelName}`);
          // Another order may get the piece, or this order another piece: planned again.
          break;
        }
        if (filled > position) position = filled;
      }
    }
  });
}

/** Requests one piece for an order; returns the log position reached, or null when the order could not have it. */
async function fillOrder(
  context: JewelleryContext,
  { customerId, orderId, parcelName }: Match,
): Promise<bigint | null> {
  // Not by `carryOut`: what is chosen depends on pieces and limits that are read again at each attempt, and the pieces are
  // requested, on their own streams, before the next step.
  return context.perCustomer(customerId, () =>
    onFreshStream(context, customerStream(customerId), customerFold, async (loaded) => {
      const current = await withNothingOpen(context, loaded);
      const { orders } = current.state;
      const order = orders.orders.find((one) => one.orderId === orderId);
      if (!order || openQuantity(order) < 1 || isBeingRequested(orders, order)) return null;
      const since = { customerId, position: Number(order.placedPosition) };
      if (await givenBackSince(context, parcelName, since)) return null;
      const instructionId = deriveId('allotment', orderId, order.allotments);
      // Without a remark of staff: a back order never exceeds the maximum by itself.
      const who = {
        actor: FILLING,
        staff: askedByStaff(order.placedBy, order.asCustomer),
        customerId,
        seesValues: false,
      };
      const placed = await nullIfPassedOver(
        decideRequest(context, who, current.state, {
          instructionId,
          line: 'jewellery',
          parcelNames: [parcelName],
        }),
      );
      if (placed === null) return null;
      const reply = await allotPieces(context, customerId, current, {
        allotments: [{ orderId, parcelNames: [parcelName] }],
        placed: { ...placed, remarks: order.remarks ?? undefined },
        command: { commandId: instructionId, actor: FILLING },
      });
      return reply.done.length === 1 ? BigInt(reply.position) : null;
    }),
  );
}

async function nullIfPassedOver<Answer>(decision: Promise<Answer>): Promise<Answer | null> {
  try {
    return await decision;
  } catch (error) {
    if (error instanceof Refusal && PASSED_OVER.has(error.code)) return null;
    throw error;
  }
}
