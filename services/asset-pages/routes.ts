import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import {
  assetPageEdit,
  assetPageResource,
  assetPagesReply,
  type AssetPageResource,
} from '#contracts/api/asset-pages.ts';
import { rowParams } from '#contracts/vocabulary/row-numbers.ts';
import type { Clock } from '#services/platform/clock.ts';
import { answeredOnce } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import {
  callGroup,
  ifMatch,
  sendVersion,
  listFromDatabase,
  callKey,
  type App,
  type RestSelect,
} from '#services/platform/http/index.ts';
import { addAssetPage, assetPage, assetPages, changeAssetPage, removeAssetPage } from './asset-pages.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['asset pages'] });
const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['asset pages'] });

const PAGES: RestSelect = {
  select: sql`select id, path, title, place, version::text as version from vitrine.asset_page`,
  sortedBy: ['place', 'title', 'path'],
  order: ['place', 'ASC'],
  names: ['title', 'path'],
  filteredBy: ['path', 'title'],
  searched: ['path', 'title'],
};

/**
 * Asset pages: POST /admin/getassetpages for every signed-in user (rule: Who may call), the resource for
 * administrators.
 */
export function registerAssetPageRoutes(app: App, context: { db: Db; clock: Clock }): void {
  const { db } = context;
  app.post(
    '/admin/getassetpages',
    forSignedIn({ summary: 'Pages that the drawer offers', response: { 200: assetPagesReply } }),
    () => assetPages(db),
  );

  listFromDatabase(
    app,
    db,
    forAdministrators,
    { resource: 'asset-pages', summary: 'Asset pages', row: assetPageResource },
    () => PAGES,
  );
  const one = { params: rowParams, response: { 200: assetPageResource } };
  app.get(
    '/api/asset-pages/:id',
    forAdministrators({ ...one, summary: 'One asset page' }),
    async ({ params: { id } }, reply) => tagged(reply, await assetPage(db, id)),
  );
  app.post(
    '/api/asset-pages',
    forAdministrators({
      summary: 'Add an asset page',
      body: assetPageEdit,
      response: { 201: assetPageResource },
    }),
    async (request, reply) => {
      const { body } = request;
      const key = callKey(request, ['add-asset-page'], body);
      const page = await answeredOnce(context, key, assetPageResource, (tx) =>
        addAssetPage(tx, body, request.caller.user.username),
      );
      return reply.code(201).send(tagged(reply, page));
    },
  );
  app.put(
    '/api/asset-pages/:id',
    forAdministrators({
      ...one,
      body: assetPageEdit,
      summary: 'Change an asset page; If-Match refuses what somebody else has changed meanwhile',
    }),
    async (request, reply) => {
      const { body, params: named } = request;
      const expected = { by: request.caller.user.username, expectedVersion: ifMatch(request) };
      const key = callKey(request, ['change-asset-page'], { ...named, body });
      const page = await answeredOnce(context, key, assetPageResource, (tx) =>
        changeAssetPage(tx, named.id, body, expected),
      );
      return tagged(reply, page);
    },
  );
  app.delete(
    '/api/asset-pages/:id',
    forAdministrators({
      ...one,
      summary: 'Remove an asset page; If-Match refuses what somebody else has changed meanwhile',
    }),
    (request) => {
      const { id } = request.params;
      const key = callKey(request, ['remove-asset-page'], { id });
      return answeredOnce(context, key, assetPageResource, (tx) => removeAssetPage(tx, id, ifMatch(request)));
    },
  );
}

/** A page with its version as the answer's ETag. */
function tagged(reply: FastifyReply, page: AssetPageResource): AssetPageResource {
  sendVersion(reply, page.version);
  return page;
}
