import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { LINES, type Line } from '#contracts/vocabulary/lines.ts';
import { detailsQuery } from '../../features/stones/api/get-details.ts';
import { isAway, statusOf } from '../../lib/failures.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/**
 * The line of a parcel that a link names (product: Shell links; `?parcel=&cert=` does not give it): the first
 * one whose details the server has; null while no line has it, which may be otherwise later.
 */
export const lineQuery = (client: QueryClient, parcelName: string) =>
  queryOptions({
    queryKey: queryKeys.line(parcelName),
    queryFn: async (): Promise<Line | null> => {
      for (const line of LINES) if (await isOf(client, line, parcelName)) return line;
      return null;
    },
    // The calls for the details are already tried again.
    retry: false,
    meta: { handled: true },
  });

async function isOf(client: QueryClient, line: Line, parcelName: string): Promise<boolean> {
  try {
    await client.fetchQuery(detailsQuery(line, parcelName));
    return true;
  } catch (error) {
    // While a store is away it is not known whether the line has it. The page itself shows any failure but a refusal.
    if (isAway(error)) throw error;
    if (statusOf(error) === 402) return false;
    throw error;
  }
}
