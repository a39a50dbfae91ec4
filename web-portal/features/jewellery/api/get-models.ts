import { queryOptions } from '@tanstack/react-query';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { callForData } from '../../../lib/api-client.ts';
import { listOf } from '../../../lib/plain-replies.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { readAgainAfter } from '../../../lib/read-again-after.ts';

/**
 * Jewellery models (POST /jewellery/available_models, /all_models): those that can be requested, or for
 * administrators every one, hidden ones too. Those with nothing at hand come last (product: Jewellery model).
 */
export const modelsQuery = (which: 'available' | 'all') =>
  queryOptions({
    queryKey: [...queryKeys.models, which] as const,
    queryFn: ({ signal }) =>
      callForData({
        method: 'GET',
        path: `/jewellery/${which}_models`,
        read: (body) => emptyOnesLast(listOf(body, 'name', 'availableQuantity')),
        signal,
      }),
    refetchInterval: ({ state }) => readAgainAfter(state),
    // Their page says it, with a way to try again.
    meta: { handled: 'refusals' },
  });

/** Models with nothing available come last; the order is otherwise kept. */
export const emptyOnesLast = (models: readonly JewelleryModel[]): JewelleryModel[] =>
  models.toSorted((a, b) => Number(a.availableQuantity === 0) - Number(b.availableQuantity === 0));
