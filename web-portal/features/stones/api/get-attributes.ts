import { queryOptions } from '@tanstack/react-query';
import { attributesReply, type AttributeLists } from '#contracts/api/attributes.ts';
import {
  CLARITIES,
  COLOURS,
  FANCY_COLOURS,
  FANCY_INTENSITIES,
  FANCY_OVERTONES,
  FLUORESCENCES,
  GRADES,
  SHAPES,
} from '#contracts/vocabulary/grades.ts';
import { TIERS, TIER_DESCRIPTIONS } from '#contracts/vocabulary/tiers.ts';
import { call } from '../../../lib/api-client.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** The lists this version of the portal was made with, until the server's have come. */
export const KNOWN_ATTRIBUTES: AttributeLists = {
  shapes: [...SHAPES],
  colours: [...COLOURS],
  clarities: [...CLARITIES],
  fluorescences: [...FLUORESCENCES],
  grades: [...GRADES],
  fancyColours: FANCY_COLOURS,
  fancyOvertones: FANCY_OVERTONES,
  fancyIntensities: FANCY_INTENSITIES,
  tiers: TIERS.map((value) => ({ value, description: TIER_DESCRIPTIONS[value] })),
};

/** The attribute lists (POST /attributes/all). */
export const attributesQuery = queryOptions({
  queryKey: queryKeys.attributes,
  queryFn: async ({ signal }) =>
    (await call({ path: '/attributes/all', body: {}, read: (body) => attributesReply.parse(body), signal }))
      .data,
  placeholderData: KNOWN_ATTRIBUTES,
});
