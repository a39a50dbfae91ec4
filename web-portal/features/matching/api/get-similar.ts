import { queryOptions } from '@tanstack/react-query';
import { similarReply, type RankingType } from '#contracts/api/matching.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { callForData } from '../../../lib/api-client.ts';

/** As many as are worth looking at; the best come first. */
export const MOST_SHOWN = 60;

/**
 * Stones that could replace a stone or be worn beside it, best first (POST {prefix}/similar; rule:
 * Replacement score; rule: Pairs). Asked again each time the dialog opens: what was available a while ago may
 * be gone.
 */
export const similarQuery = (line: Line, parcelName: string, rankingType: RankingType) =>
  queryOptions({
    queryKey: ['similar', line, parcelName, rankingType] as const,
    queryFn: ({ signal }) =>
      callForData({
        path: `${LINE_FACTS[line].prefix}/similar`,
        body: { parcelName, rankingType, limit: MOST_SHOWN },
        read: (body) => similarReply.parse(body),
        signal,
      }),
    gcTime: 0,
    meta: { handled: 'refusals' },
  });
