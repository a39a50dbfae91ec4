import type { QueryClient } from '@tanstack/react-query';
import type { PieceRowsReply } from '#contracts/api/pieces.ts';
import type { RowsReply } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { call } from '../../lib/api-client.ts';
import { CallFailed } from '../../lib/failures.ts';
import { replyWith } from '../../lib/plain-replies.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { patchLists, type RowsByList } from '../list-cache.ts';
import { LIST_KINDS } from '../list-kinds.ts';
import { rowOfPiece } from '../list-row.ts';

/**
 * Asks how the named parcels stand in each list now and patches the lists with the answer (POST {prefix}/rows); their
 * open details are read again. Background work: when it fails, the lists are marked to be read again instead.
 */
export async function refreshRows(
  client: QueryClient,
  line: Line,
  parcelNames: readonly string[],
): Promise<void> {
  if (parcelNames.length === 0) return;
  for (const name of parcelNames) void client.invalidateQueries({ queryKey: queryKeys.details(line, name) });
  try {
    const { data } = await call<RowsByList>({
      path: `${LINE_FACTS[line].prefix}/rows`,
      body: { parcelNames },
      read: line === 'jewellery' ? readPieceRows : readStoneRows,
    });
    patchLists(client, line, parcelNames, data);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    await client.invalidateQueries({ queryKey: ['list', line] });
  }
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
