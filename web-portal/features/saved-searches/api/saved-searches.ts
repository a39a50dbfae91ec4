import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedSearch, SavedSearchEdit } from '#contracts/api/saved-searches.ts';
import { call, callForData } from '../../../lib/api-client.ts';
import { listOf, replyWith, textIn } from '../../../lib/plain-replies.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** As often as the house looks for new matches. */
const LOOK_EVERY_MS = 60_000;

const searchesIn = (body: unknown): SavedSearch[] => listOf(body, 'id', 'name', 'filters');
const searchIn = (body: unknown): SavedSearch => replyWith(body, 'id', 'name', 'filters');

/** The user's saved searches (GET /searches). */
export const savedSearchesQuery = queryOptions({
  queryKey: queryKeys.savedSearches,
  queryFn: ({ signal }) => callForData({ method: 'GET', path: '/searches', read: searchesIn, signal }),
  refetchInterval: LOOK_EVERY_MS,
  // Their panel says it.
  meta: { handled: 'refusals' },
});

const done = (body: unknown): string => textIn(body, 'id');
const pathOf = (id: string): string => `/searches/${id}`;

type Edited = { id: string } & SavedSearchEdit;
const sent =
  (method: 'POST' | 'PUT') =>
  ({ id, ...body }: Edited): Promise<SavedSearch> =>
    callForData({ method, path: pathOf(id), body, read: searchIn });

/**
 * Saves a new one, changes one that is there still, deletes and notes as seen; the list is asked for again after each.
 */
export function useChangeSearches() {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: queryKeys.savedSearches });
  return {
    save: useMutation({ mutationFn: sent('POST'), onSettled }),
    change: useMutation({ mutationFn: sent('PUT'), onSettled }),
    remove: useMutation({
      mutationFn: (id: string) => call({ method: 'DELETE', path: pathOf(id), read: done }),
      onSettled,
    }),
    see: useMutation({
      mutationFn: (id: string) => call({ path: `${pathOf(id)}/seen`, body: {}, read: done }),
      onSettled,
    }),
  };
}
