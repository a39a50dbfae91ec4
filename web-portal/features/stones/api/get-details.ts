import { queryOptions } from '@tanstack/react-query';
import type { ComponentStone, PieceDetails } from '#contracts/api/pieces.ts';
import type { StoneDetails } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { callForData } from '../../../lib/api-client.ts';
import { replyWith } from '../../../lib/plain-replies.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { rowOfPiece, type ListRow } from '../../../lists/list-row.ts';

/** A stone's or piece's row, its history, and what may be done with it; a piece has the stones set in it. */
export type ParcelDetails = ListRow &
  Pick<StoneDetails, 'history' | 'actions' | 'correctable'> & { components?: readonly ComponentStone[] };

/** Reads a line's details. */
export const readDetails =
  (line: Line) =>
  (body: unknown): ParcelDetails => {
    if (line !== 'jewellery')
      return replyWith<StoneDetails>(body, 'parcelName', 'status', 'history', 'actions');
    const { history, actions, correctable, components, ...piece } = replyWith<PieceDetails>(
      body,
      'parcelName',
      'status',
      'history',
      'actions',
      'components',
    );
    return { ...rowOfPiece(piece), history, actions, correctable, components };
  };

/** A stone or piece with its history and what may be done with it now (POST {prefix}/details). */
export const detailsQuery = (line: Line, parcelName: string) =>
  queryOptions({
    queryKey: queryKeys.details(line, parcelName),
    queryFn: ({ signal }) =>
      callForData({
        path: `${LINE_FACTS[line].prefix}/details`,
        body: { parcelName },
        read: readDetails(line),
        signal,
      }),
    // An unknown parcel is a state of the page ('Stone could not be loaded'), not a message beside it.
    meta: { handled: 'refusals' },
  });
