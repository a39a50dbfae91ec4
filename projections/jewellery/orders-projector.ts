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
import { loadRecords, upsertRows, type Projection, type RecordedState } from '../engine/index.ts';
import { customerOrdersTable, orderTable, requestTable } from './tables.ts';

/** Orders of jewellery models and what is open of them, by the customers' own fold (rule: Back orders). */
export const modelOrdersProjection: Projection<RecordedState<ModelOrders>> = {
  name: 'model_orders',
  version: 2,
  tables: [orderTable, requestTable, customerOrdersTable],
  streams: [customerStreams.prefix],
  keysOf: (event) => (isModelOrderEvent(event) ? [customerStreams.keyOf(event.stream)] : []),
  load: (tx, customerIds) => loadRecords(tx, customerOrdersTable, 'customer_id', customerIds, 'state'),
  apply(state, event) {
    if (!isModelOrderEvent(event)) throw new Error(`${event.type} does not belong in ${event.stream}`);
    const before = state?.record ?? noModelOrders();
    const record = evolveModelOrders(before, event);
    return record === before ? state : { record, changedPosition: Number(event.position) };
  },
  save(tx, changed) {
    const customers = [...changed].map(([customerId, { record, changedPosition }]) => ({
      customerId: Number(customerId),
      orders: record,
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
