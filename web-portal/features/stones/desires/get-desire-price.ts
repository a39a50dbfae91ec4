import { queryOptions, useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import { priceRange } from '#contracts/api/desire-words.ts';
import type { DesirePrice } from '#contracts/api/desires.ts';
import { callForData } from '../../../lib/api-client.ts';
import { replyWith } from '../../../lib/plain-replies.ts';
import type { DesiredProperties } from '../../../lists/list-row.ts';

const CALCULATING = 'Calculating...';
const UNKNOWN = 'Unknown';
/** Stones come and go: a price is asked again after this long. */
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
    gcTime: FRESH_MS,
    retry: false,
    meta: { handled: true },
  });

/**
 * Prices in words, for each desire: 'Calculating...' while pending, 'Unknown' on error, else a range
 * (product: Desire). The same array for as long as no word changes.
 */
export function useDesirePrices(allDesired: readonly DesiredProperties[]): readonly string[] {
  const words = useQueries({
    queries: allDesired.map(desirePriceQuery),
    combine: useCallback(
      (prices: readonly { data: DesirePrice | undefined; isError: boolean }[]) =>
        prices.map(({ data, isError }) => (data ? priceRange(data) : isError ? UNKNOWN : CALCULATING)),
      [],
    ),
  });
  return words;
}
