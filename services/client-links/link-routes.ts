import { z } from 'zod';
import { clientLink, clientLinks, newClientLink, seenClientLinks } from '#contracts/api/client-links.ts';
import { callGroup, idempotencyKey, type App } from '#services/platform/http/index.ts';
import { listLinks, makeLink, revoke, see, type LinkContext } from './client-links.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['client links'] });

const params = z.object({ id: z.uuid('The id must be a UUID.') });

/** A customer's client links: made, listed, revoked, by its users and by staff who act for it (rule: Client link). */
export function registerClientLinkRoutes(app: App, context: LinkContext): void {
  app.get(
    '/client-links',
    forSignedIn({
      summary: "The customer's client links, with what became of them",
      response: { 200: clientLinks },
    }),
    ({ caller }) => listLinks(context, caller),
  );
  app.post(
    '/client-links',
    forSignedIn({
      summary: 'Make a link by which a client sees stones without an account',
      body: newClientLink,
      response: { 201: clientLink },
    }),
    async (request, reply) =>
      reply.code(201).send(await makeLink(context, request.caller, request.body, idempotencyKey(request))),
  );
  app.post(
    '/client-links/seen',
    forSignedIn({
      summary: 'What clients did has been seen, as far as it was shown',
      body: seenClientLinks,
      response: { 200: clientLinks },
    }),
    ({ caller, body: { links } }) => see(context, caller, links),
  );
  app.delete(
    '/client-links/:id',
    forSignedIn({
      summary: 'Revoke a client link: it stops working at once',
      params,
      response: { 200: clientLink },
    }),
    ({ caller, params: { id } }) => revoke(context, caller, id),
  );
}
