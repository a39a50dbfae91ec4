import { queryOptions } from '@tanstack/react-query';
import { stoneDetailsSchema } from '#contracts/api/stones.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** A stone with its history and what may be done with it now (POST {prefix}/details). */
export const detailsQuery = (line: Line, parcelName: string) =>
  queryOptions({
    queryKey: queryKeys.details(line, parcelName),
    queryFn: async ({ signal }) =>
      (
        await call({
          path: `${LINE_FACTS[line].prefix}/details`,
          body: { parcelName },
          read: (body) => stoneDetailsSchema.parse(body),
          signal,
        })
      ).data,
    // An unknown parcel is a state of the page ('Stone could not be loaded'), not a message beside it.
    meta: { untold: true },
  });
