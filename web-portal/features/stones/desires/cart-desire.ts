import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DesireReply } from '#contracts/api/desires.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../../lib/api-client.ts';
import { replyWith } from '../../../lib/plain-replies.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import type { DesiredProperties } from '../../../lists/list-row.ts';
import { placeDesires } from '../../../lists/place-desires.ts';
import { useUpdateDesires } from '../../../lists/api/update-desires.ts';

/** Puts a request for similar stones into the cart (POST /inventory/desire_stone). */
export function useCartDesire() {
  const client = useQueryClient();
  const { updateDesires } = useUpdateDesires();
  const mutation = useMutation({
    meta: { operation: 'Request for a similar stone' },
    mutationFn: ({ desired, commandId }: { desired: DesiredProperties; commandId: string }) =>
      call({
        path: '/inventory/desire_stone',
        body: { desire: desired },
        commandId,
        read: (body) => replyWith<DesireReply>(body, 'desire'),
      }),
    onSuccess: ({ data: { desire } }) => {
      placeDesires(client, [desire]);
      toastSuccess('Added to Cart', () => void updateDesires([desire.desireId], 'CANCELLED'));
    },
  });
  return {
    carting: mutation.isPending,
    cartDesire: (desired: DesiredProperties) => mutation.mutate({ desired, commandId: newCommandId() }),
  };
}
