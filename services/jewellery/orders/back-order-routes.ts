import { z } from 'zod';
import {
  backOrderResource,
  cancelBackOrderRequest,
  ownBackOrder,
  ownBackOrderList,
  type BackOrderResource,
} from '#contracts/api/jewellery.ts';
import { modelStocks, orderById, waitingOrders, type OrderRow } from '#projections/jewellery/index.ts';
import {
  callGroup,
  chosenCustomer,
  idempotencyKey,
  listOfRows,
  minPosition,
  sendPosition,
  sendReached,
  type App,
} from '#services/platform/http/index.ts';
import { isBehind, type JewelleryRoutesDeps } from '../jewellery-context.ts';
import { cancelBackOrder, unknownBackOrder } from './cancel-back-order.ts';
import { backOrderWire, ownBackOrderWire } from './back-order-wire.ts';

const forStaff = callGroup({ access: 'staff', surface: 'rest', tags: ['jewellery'] });
const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['jewellery'] });

const params = z.object({ id: z.string().min(1).max(80) });

/** The open orders of models, in the order they are filled: a customer's own, and all for staff (rule: Back orders). */
export function registerBackOrderRoutes(app: App, deps: JewelleryRoutesDeps): void {
  const { context, readers } = deps;
  registerOwnBackOrders(app, deps);
  const wire = async (rows: readonly OrderRow[]): Promise<BackOrderResource[]> => {
    const [names, stocks] = await Promise.all([
      readers.customerNames([...new Set(rows.map((row) => row.customerId))]),
      modelStocks(context.db, true, [...new Set(rows.map((row) => row.modelKey))]),
    ]);
    const available = new Map(stocks.map((stock) => [stock.modelKey, stock.available]));
    return rows.map((row) =>
      backOrderWire(row, names.get(row.customerId) ?? '', available.get(row.modelKey) ?? 0),
    );
  };

  listOfRows(
    app,
    forStaff,
    {
      resource: 'back-orders',
      summary: 'Open back orders, the oldest first',
      row: backOrderResource,
      key: 'id',
      sortedBy: ['customerId', 'customerName', 'model', 'quantity', 'open', 'availableQuantity', 'placedAt'],
      filteredBy: ['customerId', 'model'],
      searched: ({ customerName, model, remarks }) => [customerName, model, remarks].join('\n'),
    },
    async (_filter, _request, reply) => {
      // Each GET of staff has waited already.
      const { position, stale } = await deps.freshness(null, { line: 'jewellery' });
      sendPosition(reply, position, stale);
      return wire(await waitingOrders(context.db));
    },
  );

  const one = { params, response: { 200: backOrderResource } };
  const orderOf = async (id: string): Promise<BackOrderResource> => {
    const row = await orderById(context.db, id);
    if (!row) throw unknownBackOrder();
    const [order] = await wire([row]);
    return order!;
  };
  app.get('/api/back-orders/:id', forStaff({ ...one, summary: 'One order of a model' }), async (request) =>
    orderOf(request.params.id),
  );

  const cancelling = {
    ...one,
    summary: 'Cancel what is open of an order',
    querystring: z.object({ reason: z.string().max(2000).optional() }),
  };
  app.delete('/api/back-orders/:id', forStaff(cancelling), async (request, reply) => {
    const { id } = request.params;
    const cancelled = await deps.retryOnceFresh(() =>
      cancelBackOrder(context, request.caller, {
        orderId: id,
        reason: request.query.reason,
        key: idempotencyKey(request),
      }),
    );
    await sendReached(reply, context.events, cancelled, isBehind(deps));
    return orderOf(id);
  });
}

/** A customer's own back orders: listed and cancelled. */
function registerOwnBackOrders(app: App, deps: JewelleryRoutesDeps): void {
  const { context } = deps;
  const listing = { summary: 'What waits on back order', response: { 200: ownBackOrderList } };
  app.route({
    method: ['POST', 'GET'],
    url: '/jewellery/back_orders',
    ...forSignedIn(listing),
    handler: async (request, reply) => {
      const { customerId } = request.caller;
      const { position, stale } = await deps.freshness(minPosition(request), { line: 'jewellery' });
      sendPosition(reply, position, stale);
      const waiting = customerId === null ? [] : await waitingOrders(context.db, { customerId });
      return waiting.map(ownBackOrderWire);
    },
  });

  const cancelling = {
    summary: 'Cancel what waits of a back order',
    body: cancelBackOrderRequest,
    response: { 200: ownBackOrder },
  };
  app.post('/jewellery/cancel_back_order', forSignedIn(cancelling), async (request, reply) => {
    const { orderId, remarks } = request.body;
    const customerId = chosenCustomer(request.caller);
    const cancelled = await deps.retryOnceFresh(() =>
      cancelBackOrder(context, request.caller, {
        orderId,
        reason: remarks,
        key: idempotencyKey(request),
        customerId,
      }),
    );
    await sendReached(reply, context.events, cancelled, isBehind(deps));
    return ownBackOrderWire((await orderById(context.db, orderId))!);
  });
}
