import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionsEnded, sessionsReply } from '#contracts/api/sessions.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { call, callForData } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** Where one is signed in (POST /login/sessions). */
export const ownSessionsQuery = queryOptions({
  queryKey: queryKeys.ownSessions,
  queryFn: ({ signal }) =>
    callForData({
      path: '/login/sessions',
      inOwnName: true,
      read: (body) => sessionsReply.parse(body),
      signal,
    }),
  // Each opening asks again: sessions are not among the live changes.
  staleTime: 0,
});

/** Ends one of one's own sessions; without an id all others (POST /login/sessions/end). */
export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    meta: { operation: 'End of a session' },
    mutationFn: async (id: string | undefined) =>
      call({
        path: '/login/sessions/end',
        body: id === undefined ? {} : { id },
        inOwnName: true,
        read: (body) => sessionsEnded.parse(body),
      }),
    onSuccess: ({ data }) =>
      toastSuccess(data.ended === 1 ? 'Session ended' : `${data.ended} sessions ended`),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.ownSessions }),
  });
}
