import { createHash } from 'node:crypto';
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
import { TIER_DESCRIPTIONS, TIERS } from '#contracts/vocabulary/tiers.ts';
import { compressList, sendList, type App } from '#services/platform/http/index.ts';

/** The attribute lists and tiers (specification, section 3). */
const attributeLists: AttributeLists = {
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

/** POST and GET /attributes/all. The lists change with the program only, so they are serialised and compressed once. */
export function registerAttributeRoutes(app: App): void {
  const json = JSON.stringify(attributeLists);
  const version = createHash('sha256').update(json).digest('base64url');
  const body = compressList(json);
  app.route({
    method: ['GET', 'POST'],
    url: '/attributes/all',
    config: { access: 'signed-in', surface: 'portal' },
    schema: { response: { 200: attributesReply } },
    handler: (_request, reply) => sendList(reply, { version, body: () => body }),
  });
}
