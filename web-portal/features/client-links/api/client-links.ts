import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientLink, NewClientLink } from '#contracts/api/client-links.ts';
import { toastSuccess } from '#web-shared/components/toast/toast.ts';
import { call, callForData } from '../../../lib/api-client.ts';
import { listOf, replyWith } from '../../../lib/plain-replies.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

const PATH = '/client-links';
const LOOK_EVERY_MS = 60_000;
const readOne = (body: unknown): ClientLink => replyWith(body, 'id', 'state', 'stones');
const readAll = (body: unknown): ClientLink[] => listOf(body, 'id', 'state', 'stones');

/** The customer's client links (GET /client-links). */
export const clientLinksQuery = queryOptions({
  queryKey: queryKeys.clientLinks,
  queryFn: ({ signal }) => callForData({ method: 'GET', path: PATH, read: readAll, signal }),
  refetchInterval: LOOK_EVERY_MS,
  meta: { handled: 'refusals' },
});

/** Makes a link, revokes one, and notes what has been seen; the list is asked for again after each. */
export function useChangeClientLinks() {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: queryKeys.clientLinks });
  return {
    make: useMutation({
      mutationFn: ({ commandId, ...body }: NewClientLink & { commandId: string }) =>
        callForData({ path: PATH, body, commandId, read: readOne }),
      onSettled,
    }),
    revoke: useMutation({
      mutationFn: (id: string) => call({ method: 'DELETE', path: `${PATH}/${id}`, read: readOne }),
      onSuccess: () => toastSuccess('Link revoked'),
      onSettled,
    }),
    see: useMutation({
      mutationFn: (links: readonly Pick<ClientLink, 'id' | 'activity'>[]) =>
        call({ path: `${PATH}/seen`, body: { links }, read: readAll }),
      onSettled,
      // What could not be noted is counted until it can.
      meta: { handled: 'refusals', background: true },
    }),
  };
}
