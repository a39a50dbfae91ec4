import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ownBackOrderList } from '#contracts/api/jewellery.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { cancelBackOrder } from '../../../lists/api/cancel-back-order.ts';

/** What the customer has on back order, first placed first (POST /jewellery/back_orders). */
export const backOrdersQuery = queryOptions({
  queryKey: [...queryKeys.models, 'back-orders'] as const,
  queryFn: ({ signal }) =>
    callForData({
      method: 'GET',
      path: '/jewellery/back_orders',
      read: (body) => ownBackOrderList.parse(body),
      signal,
    }),
  // Their dialog says it.
  meta: { handled: 'refusals' },
});

/** Cancels what waits of a back order (POST /jewellery/cancel_back_order). */
export function useCancelBackOrder() {
  const client = useQueryClient();
  const mutation = useMutation({
    meta: { operation: 'Order of jewellery' },
    mutationFn: ({ orderId, remarks, commandId }: { orderId: string; remarks: string; commandId: string }) =>
      cancelBackOrder(orderId, remarks, commandId),
    onSuccess: () => toastSuccess('The back order was cancelled'),
    // Refused because it was filled meanwhile, it is shown as it is now.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.models }),
  });
  return {
    /** Resolves when the answer has come; rejects when it was refused, which has been shown. */
    cancelBackOrder: (orderId: string, remarks: string) =>
      mutation.mutateAsync({ orderId, remarks, commandId: newCommandId() }),
  };
}
