import { customerFold } from '#contracts/customer/index.ts';
import { customerStream, type CustomerEvent } from '#contracts/events/index.ts';
import { isBeingRequested, openQuantity, type ModelOrders } from '#contracts/jewellery/model-orders.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import { orderById } from '#projections/jewellery/index.ts';
import {
  appendEvents,
  deriveId,
  keyedCommand,
  onFreshStream,
  oncePerKey,
  writtenBefore,
} from '#services/platform/commands/index.ts';
import type { Caller } from '#services/platform/http/index.ts';
import { Refusal, refuseUnlessActionsAllowed } from '#services/platform/refusal.ts';
import { withNothingOpen } from '#services/stones/index.ts';
import type { JewelleryContext } from '../jewellery-context.ts';

export type Cancellation = {
  orderId: string;
  reason?: string | null | undefined;
  key: string;
  /** Only an order of this customer; of any customer when left out. */
  customerId?: number;
};

/**
 * Cancels the open part of an order (rule: Back orders); pieces requested for it stay requested. A request that is under
 * way for the customer ends first. Returns the log position reached. Throws Refusal: 404 for an order that is unknown or
 * another customer's, 402 for a customer's own user that may not make changes, 409 when nothing of it is open and when
 * the key was used with another body.
 */
export async function cancelBackOrder(
  context: JewelleryContext,
  { actor, staff }: Pick<Caller, 'actor' | 'staff'>,
  { orderId, reason, key, customerId }: Cancellation,
): Promise<bigint | null> {
  const row = await orderById(context.db, orderId);
  const owner = customerId ?? row?.customerId;
  if (owner === undefined) throw unknownBackOrder();
  const words = reason?.trim() || undefined;
  const stream = customerStream(owner);
  const command = keyedCommand(actor, deriveId('cancel-back-order', actor.username, key), {
    orderId,
    reason: words,
  });
  const id = deriveId(command.commandId, stream, 0);
  // Not by `carryOut`: pieces that are being allotted fill the order, or are open again, before it is decided.
  return oncePerKey(context, command.key, (repeated) =>
    context.perCustomer(owner, () =>
      onFreshStream(context, stream, customerFold, async (loaded) => {
        const current = await withNothingOpen(context, loaded);
        const written = writtenBefore(current, id, command);
        if (written !== null || repeated) return written;
        const { record, orders } = current.state;
        if (record) refuseUnlessActionsAllowed(staff, record.access);
        if (row?.customerId !== owner) throw unknownBackOrder();
        const cancelled = decideCancellation(orders, orderId, words, context.clock().toISOString());
        return appendEvents(context, current, [{ ...cancelled, id }], command);
      }),
    ),
  );
}

export function unknownBackOrder(): Refusal {
  return new Refusal(404, 'There is no such back order.', { code: 'UNKNOWN_BACK_ORDER' });
}

/** Pure: the event that cancels the open part of an order. */
export function decideCancellation(
  state: ModelOrders,
  orderId: string,
  reason: string | undefined,
  at: Instant,
): Extract<CustomerEvent, { type: 'BackOrderCancelled' }> {
  const order = state.orders.find((one) => one.orderId === orderId);
  const quantity = order ? openQuantity(order) : 0;
  if (!order || quantity < 1 || isBeingRequested(state, order)) {
    throw new Refusal(409, 'Nothing of this order is open any more.', { code: 'NOTHING_OPEN' });
  }
  return { type: 'BackOrderCancelled', data: { orderId, quantity, reason, effectiveAt: at } };
}
