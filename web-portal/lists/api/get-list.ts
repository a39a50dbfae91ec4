import { queryOptions } from '@tanstack/react-query';
import { pieceSchema, type Piece } from '#contracts/api/pieces.ts';
import { stoneSchema, type Stone } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { call, type Answer } from '../../lib/api-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { DESIRE_LISTS, readDesireRows } from './get-desires.ts';
import type { ListKind } from '../list-kinds.ts';
import { rowOfPiece, type ListRow } from '../list-row.ts';

/** A list as the server last answered it. */
export type StoneList = { rows: readonly ListRow[]; position: string | null; stale: boolean };

/**
 * One of a line's lists (product: Line calls), the naturals' with the desires that belong in it. Requested by
 * GET, so that the browser's copy serves when nothing changed. The first row is checked against the contract;
 * the others, by the tens of thousands, are trusted.
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
      if (path === null) return listOf(await parcels);
      const [stones, desires] = await Promise.all([
        parcels,
        call({ method: 'GET', path, read: readDesireRows, signal }),
      ]);
      return { ...listOf(stones, desires.data), stale: stones.stale || desires.stale };
    },
    // Its page says it, with a way to try again.
    meta: { handled: 'refusals' },
  });

const listOf = ({ data, position, stale }: Answer<ListRow[]>, more: readonly ListRow[] = []): StoneList => ({
  rows: more.length === 0 ? data : [...data, ...more],
  position,
  stale,
});

function readStones(body: unknown): ListRow[] {
  if (!Array.isArray(body)) throw new TypeError('a list of stones was expected');
  if (body.length > 0) stoneSchema.parse(body[0]);
  return body as Stone[];
}

function readPieces(body: unknown): ListRow[] {
  if (!Array.isArray(body)) throw new TypeError('a list of pieces was expected');
  if (body.length > 0) pieceSchema.parse(body[0]);
  return (body as Piece[]).map(rowOfPiece);
}
