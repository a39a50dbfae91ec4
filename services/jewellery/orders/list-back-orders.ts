import type { BackOrderResource, OwnBackOrder } from '#contracts/api/jewellery.ts';
import type { OrderRow } from '#projections/jewellery/index.ts';
import { rowsAsked, type RestList } from '#services/platform/http/index.ts';

/** An open order as the customer sees it. */
export function ownBackOrderWire({ order, open }: OrderRow): OwnBackOrder {
  const { orderId, model, quantity, filled, cancelled, placedAt } = order;
  return { id: orderId, model, quantity, filled: filled.length, cancelled, open, placedAt };
}

/** An open order as staff see it. */
export function backOrderWire(
  row: OrderRow,
  customerName: string,
  availableQuantity: number,
): BackOrderResource {
  const { placedBy, remarks } = row.order;
  return {
    ...ownBackOrderWire(row),
    customerId: row.customerId,
    customerName,
    availableQuantity,
    placedBy: placedBy.username,
    ...(remarks === null ? {} : { remarks }),
  };
}

/**
 * The back orders that a list asks for: by `customerId`, `model` or the text `q`; the oldest first unless sorted
 * otherwise. Throws Refusal 400.
 */
export const chosenBackOrders = (rows: readonly BackOrderResource[], asked: RestList): BackOrderResource[] =>
  rowsAsked(rows, asked, {
    key: 'id',
    sortedBy: ['customerId', 'customerName', 'model', 'quantity', 'open', 'availableQuantity', 'placedAt'],
    filteredBy: ['customerId', 'model'],
    searched: ({ customerName, model, remarks }) => [customerName, model, remarks].join('\n'),
  });
