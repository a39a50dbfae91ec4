import type { OwnBackOrder } from '#contracts/api/jewellery.ts';
import { call } from '../../lib/api-client.ts';
import { replyWith } from '../../lib/plain-replies.ts';

/** Cancels what waits of a back order (POST /jewellery/cancel_back_order). */
export const cancelBackOrder = (orderId: string, remarks: string, commandId: string) =>
  call({
    path: '/jewellery/cancel_back_order',
    body: { orderId, remarks: remarks.trim() || null },
    commandId,
    read: (body) => replyWith<OwnBackOrder>(body, 'id', 'open'),
  });
