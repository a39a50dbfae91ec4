import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Configuration } from '#contracts/api/configuration.ts';
import { OWN_HOST, PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';
import type { App } from '#services/platform/http/index.ts';
import { drawPiece } from './piece.ts';
import { drawStill, drawTurningView } from './stone.ts';
import { MEDIA_PATH, pieceSubject, stoneSubject } from './subject.ts';

/** Part of every ETag: counted up when the drawings change. */
const EDITION = 1;
const DAY_S = 86_400;
/** Drawings of one kind that are kept, some kilobytes each. */
const MOST_KEPT = 1_000;

const hidden = { config: { access: 'public', surface: 'portal' }, schema: { hide: true } } as const;

/** The portal's settings of the demo, whose films come from this server: it stands in for the house's own video host. */
export function withDemoFilms(portal: Configuration): Configuration {
  const house = PORTAL_DEFAULTS.trustedVideoHosts.at(-1);
  return {
    ...portal,
    trustedVideoHosts: portal.trustedVideoHosts.map((host) => (host === house ? OWN_HOST : host)),
  };
}

/**
 * Pictures and turning views of the demo's stones and pieces, drawn when they are asked for and marked as a
 * demonstration. What is drawn stands in the address: nothing is looked up, so everybody may see them.
 */
export function registerDemoMediaRoutes(app: App): void {
  const media = <Schema extends z.ZodType>(
    name: string,
    type: string,
    subject: Schema,
    draw: (subject: z.output<Schema>) => string,
  ): void => {
    const kept = new Map<string, string>();
    app.get(`${MEDIA_PATH}/${name}`, hidden, async (request: FastifyRequest, reply: FastifyReply) => {
      const asked = subject.safeParse(request.query);
      if (!asked.success) return reply.callNotFound();
      // The same address gives the same bytes.
      const etag = `"${createHash('sha256').update(`${EDITION} ${request.url}`).digest('base64url').slice(0, 22)}"`;
      reply.headers({ etag, 'cache-control': `public, max-age=${DAY_S}` });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const key = JSON.stringify(asked.data);
      let drawn = kept.get(key);
      if (drawn === undefined) {
        drawn = draw(asked.data);
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, drawn);
      }
      return reply.type(type).send(drawn);
    });
  };
  media('still.svg', 'image/svg+xml', stoneSubject, drawStill);
  media('turning', 'text/html; charset=utf-8', stoneSubject, drawTurningView);
  media('piece.svg', 'image/svg+xml', pieceSubject, ({ sub, shape, ...piece }) =>
    drawPiece({ ...piece, subType: sub, shapeCode: shape }),
  );
}
