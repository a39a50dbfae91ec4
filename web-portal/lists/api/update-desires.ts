import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DesiresReply } from '#contracts/api/desires.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../lib/api-client.ts';
import { replyWith } from '../../lib/plain-replies.ts';
import { toastDeclines } from '../../lib/toast-declines.ts';
import { placeDesires, readDesiresAgain } from '../place-desires.ts';

type DesireUpdate = { desireIds: readonly string[]; status: 'CANCELLED' | 'CLOSED'; commandId: string };

/**
 * Takes desires out of the cart (CANCELLED) or gives requested ones up (CLOSED), by POST
 * /inventory/update_desire (product: Actions by status). Desires that another user changed meanwhile are
 * reported.
 */
export function useUpdateDesires() {
  const client = useQueryClient();
  const mutation = useMutation({
    meta: { operation: 'Requests for similar stones' },
    mutationFn: ({ desireIds, status, commandId }: DesireUpdate) =>
      call({
        path: '/inventory/update_desire',
        body: desireIds.map((desireId) => ({ desireId, status })),
        commandId,
        read: (body) => replyWith<DesiresReply>(body, 'desires', 'declined'),
      }),
    onSuccess: ({ data: { desires, declined } }, { status }) => {
      placeDesires(client, desires);
      if (declined.length === 0) return;
      readDesiresAgain(client);
      toastDeclines(
        status === 'CANCELLED' ? 'UNCART' : 'GIVE_UP',
        declined.map(({ reason }) => ({ parcelName: 'Similar Stones', reason })),
      );
    },
    onError: () => readDesiresAgain(client),
  });
  return {
    /** Resolves with the ids of those of which it is done; rejects when it was refused, which has been shown. */
    updateDesires: async (
      desireIds: readonly string[],
      status: DesireUpdate['status'],
    ): Promise<readonly string[]> => {
      if (desireIds.length === 0) return [];
      const { data } = await mutation.mutateAsync({ desireIds, status, commandId: newCommandId() });
      return data.desires.map(({ desireId }) => desireId);
    },
  };
}
