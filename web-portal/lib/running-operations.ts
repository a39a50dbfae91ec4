import {
  notifyManager,
  useQueryClient,
  type Mutation,
  type Query,
  type QueryClient,
} from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';

/** Something that a person waits for, and what it is called. */
export type RunningOperation = { id: string; name: string };

/**
 * What runs now that a person waits for: queries whose answer is not there yet, and commands. What only refreshes
 * what is on the screen, or is asked for again by itself after it failed, is background work and not among them.
 * `nameOf` knows the names of queries without one.
 */
export function useRunningOperations(
  nameOf: (queryKey: readonly unknown[]) => string | null,
): readonly RunningOperation[] {
  const client = useQueryClient();
  const store = useMemo(() => operationsOf(client, nameOf), [client, nameOf]);
  return useSyncExternalStore(store.subscribe, store.read);
}

function operationsOf(client: QueryClient, nameOf: (queryKey: readonly unknown[]) => string | null) {
  let last: readonly RunningOperation[] = [];
  const ofQuery = (query: Query): RunningOperation | null => {
    if (query.state.fetchStatus !== 'fetching' || query.state.data !== undefined) return null;
    if (query.meta?.repeats && query.state.errorUpdateCount > 0) return null;
    const name = query.meta?.operation ?? nameOf(query.queryKey);
    return name === null ? null : { id: query.queryHash, name };
  };
  const ofMutation = (mutation: Mutation): RunningOperation | null =>
    mutation.state.status === 'pending' && !mutation.meta?.background
      ? { id: `mutation ${mutation.mutationId}`, name: mutation.meta?.operation ?? 'Your instruction' }
      : null;
  const read = (): readonly RunningOperation[] => {
    const now = [
      ...client.getMutationCache().getAll().map(ofMutation),
      ...client.getQueryCache().getAll().map(ofQuery),
    ].filter((operation) => operation !== null);
    const same = now.length === last.length && now.every(({ id }, place) => id === last[place]?.id);
    if (!same) last = now;
    return last;
  };
  const subscribe = (listener: () => void): (() => void) => {
    // The caches announce a new query while its component renders: React must be notified after that.
    const notify = (): void => notifyManager.schedule(listener);
    const stops = [client.getMutationCache().subscribe(notify), client.getQueryCache().subscribe(notify)];
    return () => stops.forEach((stop) => stop());
  };
  return { read, subscribe };
}
