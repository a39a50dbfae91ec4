import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LINES } from '#contracts/vocabulary/lines.ts';
import { listQuery, type StoneList } from '../api/get-list.ts';
import { LIST_KINDS } from '../list-kinds.ts';
import { entriesOf, type Entry, type ListRows } from './entry.ts';

const LISTS = LINES.flatMap((line) => LIST_KINDS.map((kind) => ({ line, kind })));
const QUERIES = LISTS.map(({ line, kind }) => listQuery(line, kind));

export type Entries = {
  entries: readonly Entry[];
  /** The lists with all of their rows: a parcel is in several. */
  lists: readonly ListRows[];
  /** Until all lists have come, or failed. */
  loading: boolean;
  /** Why a list is missing; what is not among the entries may be in it. */
  error: Error | null;
  /** Asks again for the lists that are missing. */
  retry: () => void;
};

/** Every parcel of all lists of all lines, as far as they have come. */
export function useEntries(): Entries {
  const client = useQueryClient();
  const { rows, loading, error } = useQueries({ queries: QUERIES, combine: rowsOf });
  const lists = useMemo(() => LISTS.map((list, place) => ({ ...list, rows: rows[place] ?? [] })), [rows]);
  const entries = useMemo(() => entriesOf(lists), [lists]);
  const retry = (): void => {
    for (const { queryKey } of QUERIES)
      if (client.getQueryData(queryKey) === undefined) void client.refetchQueries({ queryKey });
  };
  return { entries, lists, loading, error, retry };
}

/** The query client keeps an answer that equals the last one: the rows are other ones only when a list has changed. */
const rowsOf = (lists: UseQueryResult<StoneList>[]) => ({
  rows: lists.map(({ data }) => data?.rows),
  loading: lists.some(({ isPending }) => isPending),
  error: lists.find(({ data, error: why }) => data === undefined && why !== null)?.error ?? null,
});
