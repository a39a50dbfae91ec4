import { queryOptions } from '@tanstack/react-query';
import { attributesReply } from '#contracts/api/attributes.ts';
import { call } from '../../lib/api-client.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The attribute lists, in the words of the house (POST /attributes/all). */
export const attributesQuery = queryOptions({
  queryKey: queryKeys.attributes,
  queryFn: async ({ signal }) =>
    (await call({ path: '/attributes/all', body: {}, read: (body) => attributesReply.parse(body), signal }))
      .data,
});
