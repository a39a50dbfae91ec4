import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { liveChange } from '#contracts/api/live-changes.ts';
import { positionSchema } from '#contracts/vocabulary/schemas.ts';
import { LINE_FACTS, LINES } from '#contracts/vocabulary/lines.ts';
import type { Clock } from '#services/platform/clock.ts';
import { actingFor, callGroup, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { openFeed } from './change-feed.ts';
import type { Viewer } from './change-for-viewer.ts';
import { openChangeHub, rightsOf, type ChangeHubDeps } from './change-hub.ts';

export type LiveChangeRoutes = Pick<ChangeHubDeps, 'bus' | 'accounts' | 'shownFor' | 'state' | 'hears'> & {
  clock: Clock;
  /** Which lines a customer may browse; null when there is no such customer. */
  lineAccess: (
    customerId: number,
  ) => Promise<{ lgAllowed: boolean; fcAllowed: boolean; fmAllowed: boolean } | null>;
};

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal' });

/** A browser's EventSource sends no headers: `customer` stands for that header, `since` for Last-Event-ID the first time. */
const query = z.object({ customer: z.string().optional(), since: positionSchema.optional() });

/**
 * GET /changes: what changes in the caller's lists, as server-sent events. A client that names the position it knows
 * is sent what it has missed since, or asked to load everything again where that is not remembered. The connection ends
 * with the session, at latest when its token expires, and when the user's rights change; the event `session` then asks
 * the client to confirm its sign-in.
 */
export function registerLiveChangeRoutes(
  app: App,
  { bus, clock, accounts, lineAccess, shownFor, state, hears }: LiveChangeRoutes,
): void {
  const browsableBy = (customerId: number | null) => browsable(customerId, lineAccess);
  const hub = openChangeHub({
    bus,
    accounts,
    log: app.log,
    sessionOf: (request) => app.sessions.of(request),
    browsable: browsableBy,
    shownFor,
    state,
    hears,
  });
  app.draining.addEventListener('abort', hub.closeAll, { once: true });
  app.addHook('preClose', async () => hub.close());

  const call = forSignedIn({
    summary: 'What changes in the lists, as server-sent events',
    querystring: query,
    response: { 200: liveChange },
  });
  app.get('/changes', { ...call, exposeHeadRoute: false, compress: false }, async (request, reply) => {
    const { user, staff } = request.caller;
    const { session } = request;
    if (!session) throw new Error('a signed-in route has a session');
    const customerId =
      request.query.customer === undefined
        ? request.caller.customerId
        : await actingFor(request.query.customer, user, accounts);
    const viewer: Viewer = { customerId, staff, ...(await browsableBy(customerId)) };
    await hub.catchUp();
    if (hub.isFull(user.username))
      throw new Refusal(429, 'Too many windows are open. Close some of them.', { code: 'TOO_MANY' });
    if (app.draining.aborted)
      throw new Refusal(503, 'This server is being stopped. Please connect again.', { code: 'STOPPING' });

    // A client that left meanwhile would never be heard to leave.
    if (reply.raw.destroyed) return void reply.hijack();
    startStream(reply);
    const feed = openFeed(reply.raw, hub.position());
    const { username, viewingAs } = user;
    const connection = {
      viewer,
      feed,
      username,
      viewed: viewingAs?.username ?? null,
      rights: rightsOf(user),
      request,
    };
    const known = lastEventId(request) ?? request.query.since;
    hub.join(connection, known === undefined ? null : BigInt(known));
    const expiry = setTimeout(
      () => hub.part(connection, 'session'),
      session.expiresAt * 1000 - clock().getTime(),
    );
    reply.raw.on('close', () => {
      clearTimeout(expiry);
      hub.part(connection, 'gone');
    });
  });
}

/** Takes the reply out of the framework's hands, with the headers that it has set so far. */
function startStream(reply: FastifyReply): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Asks nginx not to hold messages back.
    'x-accel-buffering': 'no',
  });
}

async function browsable(
  customerId: number | null,
  lineAccess: LiveChangeRoutes['lineAccess'],
): Promise<Pick<Viewer, 'lines' | 'fm'>> {
  if (customerId === null) return { lines: new Set(LINES), fm: true };
  const access = await lineAccess(customerId);
  const open = LINES.filter((line) => {
    const { needs } = LINE_FACTS[line];
    return !needs || (access?.[needs] ?? false);
  });
  return { lines: new Set(open), fm: access?.fmAllowed ?? false };
}

function lastEventId(request: FastifyRequest): string | undefined {
  const id = request.headers['last-event-id'];
  return positionSchema.safeParse(id).data;
}
