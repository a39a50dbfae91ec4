import { queryOptions } from '@tanstack/react-query';
import type { Piece } from '#contracts/api/pieces.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { call, type Answer } from '../../lib/api-client.ts';
import { listOf } from '../../lib/plain-replies.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { readAgainAfter } from '../../lib/read-again-after.ts';
import { DESIRE_LISTS, readDesireRows } from './get-desires.ts';
import type { ListKind } from '../list-kinds.ts';
import { rowOfPiece, type ListRow } from '../list-row.ts';

/** A list as the server last answered it. */
export type StoneList = { rows: readonly ListRow[]; position: string | null; stale: boolean };

/**
 * One of a line's lists (product: Line calls), the naturals' with the desires that belong in it. Requested by
 * GET, so that the browser's copy serves when nothing changed.
 */
export const listQuery = (line: Line, kind: ListKind) =>
  queryOptions({
    queryKey: queryKeys.list(line, kind),
    queryFn: async ({ signal }): Promise<StoneList> => {
      const parcels = call({
        method: 'GET',
        path: `${LINE_FACTS[line].prefix}/${kind}`,
        read: line === 'jewellery' ? readPieces : readStones,
        signal,
      });
      const path = line === 'natural' && kind !== 'available' ? DESIRE_LISTS[kind] : null;
      if (path === null) return stoneList(await parcels);
      const [stones, desires] = await Promise.all([
        parcels,
        call({ method: 'GET', path, read: readDesireRows, signal }),
      ]);
      return { ...stoneList(stones, desires.data), stale: stones.stale || desires.stale };
    },
    refetchInterval: ({ state }) => readAgainAfter(state, state.data?.stale),
    // Its page says it, with a way to try again.
    meta: { handled: 'refusals' },
  });

const stoneList = (
  { data, position, stale }: Answer<ListRow[]>,
  more: readonly ListRow[] = [],
): StoneList => ({
  rows: more.length === 0 ? data : [...data, ...more],
  position,
  stale,
});

const readStones = (body: unknown): Stone[] => listOf(body, 'parcelName', 'weight', 'status', 'inCart');

const readPieces = (body: unknown): ListRow[] =>
  listOf<Piece>(body, 'parcelName', 'weight', 'status', 'inCart').map(rowOfPiece);
