import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app.ts';
import { allowFraming, hideAddress } from './security-headers.ts';

export type PageOptions = {
  /** Built portal, served at `/`; left out or not built: no pages. */
  portalFolder?: string;
  /** Built back office, served at `/admin/`. */
  adminFolder?: string;
  /** Sites that may frame /loginform and /referralform, e.g. `https://www.example.com`. */
  frameAncestors: readonly string[];
};

type Site = { folder: string; files: ReadonlySet<string> };

/** Files with a hash of their content in their name never change. */
const HASHED = /^\/assets\//;

/**
 * Serves the built pages (rule: Pages and calls): only to GET, and only where there is no call. When a path is no file
 * and the browser asks for HTML, it gets the application's index page; anything else is an unknown path. Files are
 * looked up once, at the start; those that the build has compressed (`.br`, `.gz`) are sent in that form.
 */
export async function addPages(
  app: App,
  { portalFolder, adminFolder, frameAncestors }: PageOptions,
): Promise<void> {
  await app.register(fastifyStatic, { serve: false, cacheControl: false, preCompressed: true });
  const portal = siteIn(portalFolder);
  const admin = siteIn(adminFolder);
  const config = { access: 'public', surface: 'portal' } as const;

  const send = (reply: FastifyReply, site: Site, file: string): FastifyReply => {
    reply.header('cache-control', HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache');
    return reply.sendFile(file, site.folder);
  };

  const page = (
    request: FastifyRequest,
    reply: FastifyReply,
    site: Site | null,
    file: string,
  ): FastifyReply | void => {
    if (site?.files.has(file)) return send(reply, site, file);
    if (!site || !asksForHtml(request, file)) return reply.callNotFound();
    // A page rendered by the build is in a folder of its name.
    const drawn = `${file}/index.html`;
    return send(reply, site, site.files.has(drawn) ? drawn : '/index.html');
  };

  app.get('/login.html', { config, schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/login${queryOf(request)}`, 302),
  );
  app.get('/admin', { config, schema: { hide: true } }, (request, reply) =>
    reply.redirect(`/admin/${queryOf(request)}`, 302),
  );
  app.get('/admin/*', { config, schema: { hide: true } }, (request, reply) =>
    page(request, reply, admin, pathOf(request).slice('/admin'.length)),
  );
  app.get('/*', { config, schema: { hide: true } }, (request, reply) => {
    allowFraming(reply, pathOf(request), frameAncestors);
    hideAddress(reply, pathOf(request));
    return page(request, reply, portal, pathOf(request));
  });
}

function siteIn(folder: string | undefined): Site | null {
  if (folder === undefined || !existsSync(path.join(folder, 'index.html'))) return null;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = entries.map(
    (entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')}`,
  );
  return { folder: path.resolve(folder), files: new Set(files) };
}

/** `/` is a page for every client; other paths only for clients that accept HTML. */
function asksForHtml(request: FastifyRequest, file: string): boolean {
  return file === '/' || (request.headers.accept ?? '').includes('text/html');
}

function pathOf(request: FastifyRequest): string {
  return decodeURIComponent(request.url.split('?')[0] ?? '/');
}

function queryOf(request: FastifyRequest): string {
  const at = request.url.indexOf('?');
  return at === -1 ? '' : request.url.slice(at);
}
