import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { feedRunRow, type FeedRunRow, type StockClass } from '#contracts/api/vendor-feeds.ts';
import { parsed } from '#web-shared/http/http-client.ts';
import { MOST_ROWS } from '../../../providers/data-provider.ts';
import { send } from '../../../providers/http-client.ts';

export const ROWS_A_PAGE = 100;
const rowsReply = z.array(feedRunRow);

export type RowsAsked = { runId: string; class: StockClass | null; q: string };

/** A page of a run's rows, and how many there are. @throws {HttpError} as `send` */
async function rowsOf(asked: RowsAsked, from: number, to: number) {
  const filter = { ...(asked.class && { class: asked.class }), ...(asked.q !== '' && { q: asked.q }) };
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    range: JSON.stringify([from, to]),
    sort: JSON.stringify(['row', 'ASC']),
  });
  const path = `/api/feed-runs/${encodeURIComponent(asked.runId)}/rows`;
  const { json, headers } = await send(`${path}?${query.toString()}`);
  const rows = parsed(path, () => rowsReply.parse(json));
  const total = Number(headers.get('content-range')?.split('/')[1] ?? rows.length);
  return { rows, total };
}

/** The rows of a page, counted from 0. */
export function useRunRows(asked: RowsAsked, page: number) {
  return useQuery({
    queryKey: ['feed run rows', asked, page],
    queryFn: () => rowsOf(asked, page * ROWS_A_PAGE, (page + 1) * ROWS_A_PAGE - 1),
    placeholderData: keepPreviousData,
  });
}

/** Every row that is asked for, page after page. @throws {HttpError} as `send` */
export async function everyRow(asked: RowsAsked): Promise<FeedRunRow[]> {
  const found: FeedRunRow[] = [];
  for (;;) {
    const { rows, total } = await rowsOf(asked, found.length, found.length + MOST_ROWS - 1);
    found.push(...rows);
    if (rows.length === 0 || found.length >= total) return found;
  }
}
