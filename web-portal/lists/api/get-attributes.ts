import { queryOptions } from '@tanstack/react-query';
import type { AttributeLists } from '#contracts/api/attributes.ts';
import { callForData } from '../../lib/api-client.ts';
import { replyWith } from '../../lib/plain-replies.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The attribute lists, in the words of the house (POST /attributes/all). */
export const attributesQuery = queryOptions({
  queryKey: queryKeys.attributes,
  queryFn: ({ signal }) => callForData({ path: '/attributes/all', body: {}, read: attributesIn, signal }),
});

const attributesIn = (body: unknown): AttributeLists =>
  replyWith(
    body,
    'shapes',
    'colours',
    'clarities',
    'fluorescences',
    'grades',
    'fancyColours',
    'fancyOvertones',
    'fancyIntensities',
    'tiers',
  );
