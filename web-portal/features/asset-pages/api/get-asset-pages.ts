import { queryOptions } from '@tanstack/react-query';
import type { AssetPage } from '#contracts/api/asset-pages.ts';
import { callForData } from '../../../lib/api-client.ts';
import { listOf } from '../../../lib/plain-replies.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The pages that the drawer offers (POST /admin/getassetpages). */
export const assetPagesQuery = queryOptions({
  queryKey: queryKeys.assetPages,
  queryFn: ({ signal }) =>
    callForData({
      path: '/admin/getassetpages',
      body: {},
      read: (body) => listOf<AssetPage>(body, 'path', 'title'),
      signal,
    }),
});
