import { MODEL } from '../called-world.ts';
import type { Call } from '../call.ts';

/** Models of jewellery, their orders and their import (product: Jewellery calls). */
export const JEWELLERY_CALLS: readonly Call[] = [
  { call: 'POST /jewellery/available_models', who: 'read' },
  { call: 'GET /jewellery/available_models', who: 'read' },
  { call: 'POST /jewellery/all_models', who: 'administer' },
  { call: 'GET /jewellery/all_models', who: 'administer' },
  {
    call: 'POST /jewellery/request_models',
    who: 'act',
    sends: async (world) => {
      await world.available('jewellery');
      return { body: { parcelNames: [MODEL] } };
    },
  },
  {
    call: 'POST /jewellery/update_model',
    who: 'administer',
    sends: () => ({ body: { model: { name: MODEL, tier: 'Reserve' } } }),
  },
  {
    call: 'POST /api/jewellery-models/import',
    who: 'administer',
    sends: () => ({ form: { type: 'text/csv', text: `name,additional quantity\n${MODEL},5\n` } }),
  },
  { call: 'POST /jewellery/back_orders', who: 'read' },
  { call: 'GET /jewellery/back_orders', who: 'read' },
  {
    call: 'POST /jewellery/cancel_back_order',
    who: 'act',
    sends: async (world) => ({ body: { orderId: await world.ownBackOrder() } }),
  },
  { call: 'GET /api/back-orders', who: 'staff' },
  {
    call: 'GET /api/back-orders/{id}',
    who: 'staff',
    sends: async (world) => ({ path: { id: await world.backOrder() } }),
  },
  {
    call: 'DELETE /api/back-orders/{id}',
    who: 'staff',
    sends: async (world) => ({ path: { id: await world.backOrder() } }),
  },
];
