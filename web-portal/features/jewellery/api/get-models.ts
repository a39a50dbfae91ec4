import { queryOptions } from '@tanstack/react-query';
import type { JewelleryModel } from '#contracts/api/jewellery.ts';
import { call } from '../../../lib/api-client.ts';
import { listOf } from '../../../lib/plain-replies.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { readAgainAfter } from '../../../lib/read-again-after.ts';

/** The models as the server last answered them. */
export type ModelList = { models: readonly JewelleryModel[]; stale: boolean };

/**
 * Jewellery models (POST /jewellery/available_models, /all_models): those that can be requested, or for
 * administrators every one, hidden ones too. Those with nothing at hand come last (product: Jewellery model).
 */
export const modelsQuery = (which: 'available' | 'all') =>
  queryOptions({
    queryKey: [...queryKeys.models, which] as const,
    queryFn: async ({ signal }): Promise<ModelList> => {
      const { data, stale } = await call({
        method: 'GET',
        path: `/jewellery/${which}_models`,
        read: (body) => emptyOnesLast(listOf(body, 'name', 'availableQuantity')),
        signal,
      });
      return { models: data, stale };
    },
    refetchInterval: ({ state }) => readAgainAfter(state, state.data?.stale),
    // Their page says it, with a way to try again.
    meta: { handled: 'refusals' },
  });

/** Models with nothing available come last; the order is otherwise kept. */
export const emptyOnesLast = (models: readonly JewelleryModel[]): JewelleryModel[] =>
  models.toSorted((a, b) => Number(a.availableQuantity === 0) - Number(b.availableQuantity === 0));
