import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listQuery, type StoneList } from '../../lists/api/get-list.ts';
import { LIST_KINDS, SERVED_LINES } from '../../lists/list-kinds.ts';
import { entriesOf, type Entry } from './entry.ts';

const LISTS = SERVED_LINES.flatMap((line) => LIST_KINDS.map((kind) => ({ line, kind })));
const QUERIES = LISTS.map(({ line, kind }) => listQuery(line, kind));

/** Every parcel of all lists of all lines, as far as they have come; `loading` until all have. */
export function useEntries(): { entries: readonly Entry[]; loading: boolean } {
  const { rows, loading } = useQueries({ queries: QUERIES, combine: rowsOf });
  const entries = useMemo(
    () => entriesOf(LISTS.map((list, place) => ({ ...list, rows: rows[place] ?? [] }))),
    [rows],
  );
  return { entries, loading };
}

/** The query client keeps an answer that equals the last one: the rows are other ones only when a list has changed. */
const rowsOf = (lists: UseQueryResult<StoneList>[]) => ({
  rows: lists.map(({ data }) => data?.rows),
  loading: lists.some(({ isPending }) => isPending),
});
