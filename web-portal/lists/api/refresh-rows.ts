import type { QueryClient } from '@tanstack/react-query';
import type { PieceRowsReply } from '#contracts/api/pieces.ts';
import type { RowsReply } from '#contracts/api/stones.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { MOST_PARCELS } from '#contracts/vocabulary/parcels-at-a-time.ts';
import { wait } from '#web-shared/wait.ts';
import { answeredAs, call } from '../../lib/api-client.ts';
import { CallFailed } from '../../lib/failures.ts';
import { replyWith } from '../../lib/plain-replies.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { patchLists, type RowsByList } from '../list-cache.ts';
import { LIST_KINDS } from '../list-kinds.ts';
import { rowOfPiece, type ListRow } from '../list-row.ts';

/**
 * An answer older than what was asked for would take back what is shown: it is asked again, so often and so much
 * later.
 */
const STALE_TRIES = 3;
const STALE_RETRY_MS = 2000;

/**
 * Asks how the named parcels stand in each list now and patches the lists with the answer (POST {prefix}/rows); their
 * open details are read again. Background work: when it fails, stays old, or is for another customer, client view or
 * rights than there are by then, the lists are marked to be read again instead. Resolves with those of them that My
 * (current) has, or with null where that is not known. Never rejects, so it may be let go.
 */
export async function refreshRows(
  client: QueryClient,
  line: Line,
  parcelNames: readonly string[],
): Promise<readonly ListRow[] | null> {
  const portions = await Promise.all(
    inPortions(parcelNames, MOST_PARCELS).map((names) => refreshPortion(client, line, names)),
  );
  return portions.every((rows) => rows !== null) ? portions.flat() : null;
}

async function refreshPortion(
  client: QueryClient,
  line: Line,
  parcelNames: readonly string[],
): Promise<readonly ListRow[] | null> {
  for (const name of parcelNames) void client.invalidateQueries({ queryKey: queryKeys.details(line, name) });
  const askedAs = answeredAs();
  try {
    for (let tries = 1; tries <= STALE_TRIES && answeredAs() === askedAs; tries++) {
      const { data, stale } = await call<RowsByList>({
        path: `${LINE_FACTS[line].prefix}/rows`,
        body: { parcelNames },
        read: line === 'jewellery' ? readPieceRows : readStoneRows,
      });
      if (!stale && answeredAs() === askedAs) {
        patchLists(client, line, parcelNames, data);
        return data.customer;
      }
      if (stale) await wait(STALE_RETRY_MS);
    }
  } catch (error) {
    // An answer of another release, say. A call that failed is for the lists, which are read again, to report.
    if (!(error instanceof CallFailed)) console.warn(`Changed rows of ${line} could not be read.`, error);
  }
  await client.invalidateQueries({ queryKey: queryKeys.listsOf(line) });
  return null;
}

const readStoneRows = (body: unknown): RowsReply => replyWith(body, ...LIST_KINDS);

function readPieceRows(body: unknown): RowsByList {
  const { available, customer, cart, past } = replyWith<PieceRowsReply>(body, ...LIST_KINDS);
  return {
    available: available.map(rowOfPiece),
    customer: customer.map(rowOfPiece),
    cart: cart.map(rowOfPiece),
    past: past.map(rowOfPiece),
  };
}
