import { queryOptions, useQueries } from '@tanstack/react-query';
import { priceRange } from '#contracts/api/desire-words.ts';
import type { DesirePrice } from '#contracts/api/desires.ts';
import { callForData } from '../../../lib/api-client.ts';
import { awayNow } from '../../../lib/connection.ts';
import { statusOf } from '../../../lib/failures.ts';
import { replyWith } from '../../../lib/plain-replies.ts';
import type { DesiredProperties } from '../../../lists/list-row.ts';

const CALCULATING = 'Calculating...';
const UNKNOWN = 'Unknown';
/** Stones come and go: a price that is shown is asked for again after this long, while there is a connection. */
const FRESH_MS = 120_000;

/** Lowest and highest price of the stones that match (POST /inventory/desire_price); a failure is not shown. */
const desirePriceQuery = (desired: DesiredProperties) =>
  queryOptions({
    queryKey: ['desire-price', desired] as const,
    queryFn: ({ signal }): Promise<DesirePrice> =>
      callForData({
        path: '/inventory/desire_price',
        body: { desire: desired },
        read: (body) => replyWith<DesirePrice>(body, 'minimum', 'maximum'),
        signal,
      }),
    staleTime: FRESH_MS,
    refetchInterval: () => awayNow() === null && FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    meta: { handled: true },
  });

/**
 * Prices in words, for each desire: 'Calculating...' while pending, 'Unknown' on error, else a range
 * (product: Desire). The same array for as long as no word changes.
 */
export function useDesirePrices(allDesired: readonly DesiredProperties[]): readonly string[] {
  return useQueries({ queries: allDesired.map(desirePriceQuery), combine: priceTexts });
}

type PriceRead = { data: DesirePrice | undefined; error: Error | null };

/** A price that was read stays where it could not be asked for again, but not where no stone matches now (402). */
function priceText({ data, error }: PriceRead): string {
  if (error !== null && !(data && statusOf(error) !== 402)) return UNKNOWN;
  return data ? priceRange(data) : CALCULATING;
}

const priceTexts = (prices: readonly PriceRead[]): readonly string[] => prices.map(priceText);
