import type { BackOrderResource, OwnBackOrder } from '#contracts/api/jewellery.ts';
import type { OrderRow } from '#projections/jewellery/index.ts';

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
