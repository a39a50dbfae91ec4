import { customerStreams, modelKey } from '#contracts/events/index.ts';
import {
  evolveModelOrders,
  isBeingRequested,
  isModelOrderEvent,
  noModelOrders,
  openQuantity,
  withoutClosedOrders,
  type ModelOrders,
} from '#contracts/jewellery/model-orders.ts';
import { loadRows, upsertRows, type Projection } from '../engine/index.ts';
import { customerOrdersTable, orderTable, requestTable } from './tables.ts';

type OrdersState = { readonly orders: ModelOrders; readonly changedPosition: number };

/** Orders of jewellery models and what is open of them, by the customers' own fold (rule: Back orders). */
export const modelOrdersProjection: Projection<OrdersState> = {
  name: 'model_orders',
  version: 2,
  tables: [orderTable, requestTable, customerOrdersTable],
  streams: [customerStreams.prefix],
  keysOf: (event) => (isModelOrderEvent(event) ? [customerStreams.keyOf(event.stream)] : []),
  async load(tx, customerIds) {
    const rows = await loadRows(tx, customerOrdersTable, 'customer_id', customerIds);
    return new Map(
      rows.map((row) => [
        String(row.customer_id),
        { orders: row.state, changedPosition: row.changed_position },
      ]),
    );
  },
  apply(state, event) {
    if (!isModelOrderEvent(event)) throw new Error(`${event.type} does not belong in ${event.stream}`);
    const before = state?.orders ?? noModelOrders();
    const orders = evolveModelOrders(before, event);
    return orders === before ? state : { orders, changedPosition: Number(event.position) };
  },
  save(tx, changed) {
    const customers = [...changed].map(([customerId, { orders, changedPosition }]) => ({
      customerId: Number(customerId),
      orders,
      changedPosition,
    }));
    upsertRows(
      tx,
      orderTable,
      customers.flatMap(({ customerId, orders }) =>
        orders.orders.map((order) => {
          const open = openQuantity(order);
          return {
            order_id: order.orderId,
            customer_id: customerId,
            model_key: modelKey(order.model),
            open,
            waiting: open > 0 && !isBeingRequested(orders, order),
            placed_position: order.placedPosition,
            record: order,
          };
        }),
      ),
    );
    upsertRows(
      tx,
      requestTable,
      customers.flatMap(({ customerId, orders }) =>
        orders.finished.map((request) => ({
          request_id: request.requestId,
          customer_id: customerId,
          record: request,
        })),
      ),
    );
    upsertRows(
      tx,
      customerOrdersTable,
      customers.map(({ customerId, orders, changedPosition }) => ({
        customer_id: customerId,
        changed_position: changedPosition,
        state: withoutAnswers(withoutClosedOrders(orders)),
      })),
    );
  },
};

/** Answers have rows of their own: they need not be loaded again. */
function withoutAnswers(orders: ModelOrders): ModelOrders {
  return { ...orders, finished: [] };
}
