import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestModelsReply } from '#contracts/api/jewellery.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toastDeclines } from '../../../lib/toast-declines.ts';
import { toastFailure, toastSuccess } from '#web-shared/components/toast/toast.ts';
import { refreshRows } from '../../../lists/api/refresh-rows.ts';

type Order = { models: readonly string[]; remarks: string };

/**
 * Requests pieces of models, each name repeated per quantity (POST /jewellery/request_models). What is not
 * available becomes a back order, and the answer names it (rule: Requesting a model).
 */
export function useRequestModels() {
  const client = useQueryClient();
  const mutation = useMutation({
    meta: { operation: 'Order of jewellery' },
    mutationFn: ({ models, remarks, commandId }: Order & { commandId: string }) =>
      call({
        path: '/jewellery/request_models',
        body: { parcelNames: models, remarks: remarks.trim() || null },
        commandId,
        read: (body) => requestModelsReply.parse(body),
      }),
    onSuccess: ({ data: { done, declined, backOrdered } }) => {
      if (done.length > 0)
        toastSuccess(`${done.length === 1 ? 'One piece' : `${done.length} pieces`} requested`);
      if (declined.length > 0) toastDeclines('REQUEST', declined);
      if (backOrdered.length > 0)
        toastFailure(
          `On back order: ${backOrdered.map(({ model, quantity }) => `${quantity} × ${model}`).join(', ')}.`,
          'happier',
        );
      void refreshRows(client, 'jewellery', done);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.models });
      void client.invalidateQueries({ queryKey: queryKeys.customer });
    },
  });
  return {
    requesting: mutation.isPending,
    /** Resolves when the answer has come; rejects when the order was refused, which has been shown. */
    requestModels: (order: Order) => mutation.mutateAsync({ ...order, commandId: newCommandId() }),
  };
}
