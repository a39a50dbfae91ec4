import { ownBackOrder } from '#contracts/api/jewellery.ts';
import { call } from '../../lib/api-client.ts';

/** Cancels what waits of a back order (POST /jewellery/cancel_back_order). */
export const cancelBackOrder = (orderId: string, remarks: string, commandId: string) =>
  call({
    path: '/jewellery/cancel_back_order',
    body: { orderId, remarks: remarks.trim() || null },
    commandId,
    read: (body) => ownBackOrder.parse(body),
  });
