import { queryOptions } from '@tanstack/react-query';
import { stoneSchema, type Stone } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { ListKind } from '../list-kinds.ts';

/** A list as the server last told it. */
export type StoneList = { rows: readonly Stone[]; position: string | null; stale: boolean };

/**
 * One of a line's lists (specification, section 7). Asked by GET, so that the browser's copy serves when nothing
 * changed. The first row is checked against the contract; the others, by the tens of thousands, are taken on trust.
 */
export const listQuery = (line: Line, kind: ListKind) =>
  queryOptions({
    queryKey: queryKeys.list(line, kind),
    queryFn: async ({ signal }): Promise<StoneList> => {
      const { data, position, stale } = await call({
        method: 'GET',
        path: `${LINE_FACTS[line].prefix}/${kind}`,
        read: readStones,
        signal,
      });
      return { rows: data, position, stale };
    },
  });

function readStones(body: unknown): Stone[] {
  if (!Array.isArray(body)) throw new TypeError('a list of stones was expected');
  if (body.length > 0) stoneSchema.parse(body[0]);
  return body as Stone[];
}
