import { z } from 'zod';
import {
  newVendorLinkRequest,
  sendVendorLinkRequest,
  vendorLinkResource,
} from '#contracts/api/vendor-links.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import { callGroup, idempotencyKey, type App } from '#services/platform/http/index.ts';
import { listLinks, makeLink, revoke, sendLink, type LinkContext } from './vendor-links.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['vendors'] });
/** Who has a link sees what its vendor sees: costs and statements. */
const ofLinks = callGroup({
  access: 'administrator',
  surface: 'rest',
  wholesale: "Links to a vendor's own view are",
  tags: ['vendors'],
});

const one = rowParams.extend({ link: z.uuid() });

/**
 * A vendor's links to its own view: listed, made, sent, revoked (rule: Vendor's own view); for administrators, who
 * without wholesale prices see no link's address, and only revoke (rule: Price modes).
 */
export function registerVendorLinkRoutes(app: App, context: LinkContext): void {
  app.get(
    '/api/vendors/:id/links',
    forAdministrators({
      summary: "The links to a vendor's own view, the newest first",
      params: rowParams,
      response: { 200: z.array(vendorLinkResource) },
    }),
    ({ params: { id }, caller }) => listLinks(context, id, caller),
  );

  app.post(
    '/api/vendors/:id/links',
    ofLinks({
      summary: "Make a link to a vendor's own view",
      params: rowParams,
      body: newVendorLinkRequest,
      response: { 201: vendorLinkResource },
    }),
    async (request, reply) => {
      const { params, body, caller } = request;
      const asked = { actor: caller.actor, key: idempotencyKey(request) };
      return reply.code(201).send(await makeLink(context, params.id, body.days, asked));
    },
  );

  app.post(
    '/api/vendors/:id/links/:link/send',
    ofLinks({
      summary: "Send a link to a vendor's own view by mail",
      params: one,
      body: sendVendorLinkRequest,
      response: { 200: vendorLinkResource },
    }),
    (request) => {
      const { params, body, caller } = request;
      const asked = { actor: caller.actor, key: idempotencyKey(request) };
      return sendLink(context, { vendorId: params.id, linkId: params.link, to: body.to }, asked);
    },
  );

  app.delete(
    '/api/vendors/:id/links/:link',
    forAdministrators({
      summary: "Revoke a link to a vendor's own view: it stops working at once",
      params: one,
      response: { 200: vendorLinkResource },
    }),
    ({ params: { id, link }, caller: { actor } }) => revoke(context, id, link, actor),
  );
}
