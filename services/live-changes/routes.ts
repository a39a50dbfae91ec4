import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { liveChange, type LiveChange } from '#contracts/api/live-changes.ts';
import { positionSchema } from '#contracts/vocabulary/schemas.ts';
import type { User } from '#contracts/api/session.ts';
import { LINE_FACTS, LINES } from '#contracts/vocabulary/lines.ts';
import { ATTRIBUTES_SUBJECT } from '#services/attributes/index.ts';
import { accountNoticeSchema, ACCOUNTS_SUBJECT, type KeptAccounts } from '#services/identity/index.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import type { Clock } from '#services/platform/clock.ts';
import { actingFor, callGroup, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { PRICE_LISTS_SUBJECT } from '#services/prices/index.ts';
import { openFeed, type Feed } from './change-feed.ts';
import { changeFor, everythingChanged, missedBy, wordsChanged, type Viewer } from './change-for-viewer.ts';
import { createChangeMemory } from './change-memory.ts';
import { CHANGES_SUBJECT, changeNoticeSchema } from './change-notice.ts';

export type LiveChangeRoutes = {
  bus: Bus;
  clock: Clock;
  accounts: KeptAccounts;
  /** Which lines a customer may browse; null when there is no such customer. */
  lineAccess: (
    customerId: number,
  ) => Promise<{ lgAllowed: boolean; fcAllowed: boolean; fmAllowed: boolean } | null>;
  /**
   * A word that changes with what rows are shown by and the log alone does not say: the price list in force, the vendors
   * whose last feed is old, the day of the house.
   */
  shownFor: () => Promise<string>;
  /** How far the live read models are, and a word that changes whenever an answer made of them, or of words, may. */
  state: () => Promise<{ position: bigint; state: string }>;
  /** False while notices of what the read models commit may not reach this process. */
  hears: () => boolean;
};

const HEARTBEAT_MS = 20_000;
/** Without notices the read models themselves are looked at so often. */
const LOOK_EVERY_MS = 5_000;
/** Tabs of one user that may listen at the same time. */
const FEEDS_PER_USER = 12;

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal' });

type Connection = {
  viewer: Viewer;
  feed: Feed;
  username: string;
  /** The user's, when the connection was opened. */
  rights: string;
  request: FastifyRequest;
};

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
  const connections = new Set<Connection>();
  const memory = createChangeMemory();
  let latest: bigint | null = null;

  const close = (connection: Connection, how: 'session' | 'end'): void => {
    connections.delete(connection);
    if (how === 'session') connection.feed.endSession();
    else connection.feed.end();
  };

  /**
   * Ends a connection whose session ended, or whose user got other rights, meanwhile, and learns what its customer may
   * browse now.
   */
  const recheck = async (connection: Connection): Promise<void> => {
    try {
      const session = await app.sessions.of(connection.request);
      if (!session || rightsOf(session.account.user) !== connection.rights) close(connection, 'session');
      else Object.assign(connection.viewer, await browsable(connection.viewer.customerId, lineAccess));
    } catch (error) {
      connection.request.log.error({ err: error }, 'a live connection could not be checked and was ended');
      close(connection, 'end');
    }
  };

  const endChanges = bus.subscribe(
    CHANGES_SUBJECT,
    (message) => {
      const notice = changeNoticeSchema.parse(message);
      latest = larger(latest, BigInt(notice.position));
      memory.remember(notice);
      if (notice.feeds) lookAtWordNow();
      // Before their connections are looked at: they may no longer log in.
      notice.customers.forEach(accounts.forgetCustomer);
      for (const connection of connections) {
        const change = changeFor(notice, connection.viewer);
        if (change) connection.feed.send(change);
        const { customerId } = connection.viewer;
        if (customerId !== null && notice.customers.includes(customerId)) void recheck(connection);
      }
    },
    () => {
      memory.forget();
      loadEverything();
    },
  );
  const loadEverything = (): void => {
    const missed = everythingChanged(String(latest ?? 0n));
    for (const { feed } of connections) feed.send(missed);
  };

  const endAccounts = bus.subscribe(ACCOUNTS_SUBJECT, (message) => {
    const { username } = accountNoticeSchema.parse(message);
    for (const connection of connections) if (connection.username === username) void recheck(connection);
  });

  const endAttributes = bus.subscribe(ATTRIBUTES_SUBJECT, () => {
    // New words have no position in the log: who was away for them loads everything again.
    memory.forget();
    const change = wordsChanged(String(latest ?? 0n));
    for (const { feed } of connections) feed.send(change);
  });

  /** The word of what connected pages show, and where the log was when it became this one; null: not known. */
  let word: string | null = null;
  let wordAt: bigint | null = null;
  /** Prices have no position in the log; those of a day to come are in force, and a feed is old, from a midnight on. */
  const lookAtWord = async (): Promise<void> => {
    const now = await shownFor();
    const changed = word !== null && now !== word;
    word = now;
    if (!changed) return;
    wordAt = latest;
    memory.forget();
    loadEverything();
  };
  const lookAtWordNow = (): void => {
    lookAtWord().catch((error: unknown) =>
      app.log.warn({ err: error }, 'the prices in force and the old feeds could not be looked at'),
    );
  };
  const endPrices = bus.subscribe(PRICE_LISTS_SUBJECT, lookAtWordNow, lookAtWordNow);

  const heartbeat = setInterval(() => {
    if (connections.size > 0) lookAtWordNow();
    for (const connection of connections) {
      connection.feed.beat();
      void recheck(connection);
    }
  }, HEARTBEAT_MS);
  heartbeat.unref();

  /** For a client that knows everything up to `known`; null: it has missed nothing. */
  const missedSince = (known: bigint, viewer: Viewer): LiveChange | null => {
    const notices = hears() ? memory.since(known) : null;
    if (notices !== null) return missedBy(notices, viewer);
    const isOld = latest !== null && (known < latest || latest === wordAt);
    return isOld ? everythingChanged(String(latest)) : null;
  };

  /** What was looked at last while there are no notices; null: nothing yet. */
  let looked: string | null = null;
  const lookInstead = async (): Promise<void> => {
    if (hears() || connections.size === 0) {
      looked = null;
      return;
    }
    const now = await state();
    if (now.state === looked) return;
    looked = now.state;
    latest = larger(latest, now.position);
    loadEverything();
  };
  const looking = setInterval(() => {
    lookInstead().catch((error: unknown) =>
      app.log.warn({ err: error }, 'the read models could not be looked at instead of notices'),
    );
  }, LOOK_EVERY_MS);
  looking.unref();

  const closeAll = (): void => {
    for (const connection of [...connections]) close(connection, 'end');
  };
  app.draining.addEventListener('abort', closeAll, { once: true });
  app.addHook('preClose', async () => {
    clearInterval(heartbeat);
    clearInterval(looking);
    endChanges();
    endAccounts();
    endAttributes();
    endPrices();
    closeAll();
  });

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
    const viewer: Viewer = { customerId, staff, ...(await browsable(customerId, lineAccess)) };
    latest = larger(latest, (await state()).position);
    await lookAtWord();
    if ([...connections].filter(({ username }) => username === user.username).length >= FEEDS_PER_USER) {
      throw new Refusal(429, 'Too many windows are open. Close some of them.', { code: 'TOO_MANY' });
    }

    if (app.draining.aborted)
      throw new Refusal(503, 'This server is being stopped. Please connect again.', { code: 'STOPPING' });

    // A client that left meanwhile would never be heard to leave.
    if (reply.raw.destroyed) return void reply.hijack();
    startStream(reply);
    const feed = openFeed(reply.raw, String(memory.newest() ?? latest));
    const connection = { viewer, feed, username: user.username, rights: rightsOf(user), request };
    connections.add(connection);
    // Rights may have changed since this call began, before there was a connection to tell.
    void recheck(connection);
    const expiry = setTimeout(
      () => close(connection, 'session'),
      session.expiresAt * 1000 - clock().getTime(),
    );
    reply.raw.on('close', () => {
      clearTimeout(expiry);
      connections.delete(connection);
    });
    const known = lastEventId(request) ?? request.query.since;
    const missed = known === undefined ? null : missedSince(BigInt(known), viewer);
    if (missed) feed.send(missed);
  });
}

/** What decides which answers a user gets, and which pages it is shown. */
const rightsOf = (user: User): string =>
  JSON.stringify([
    user.administrator,
    user.salesRep,
    user.customerId,
    user.showPrices,
    user.mustChangePassword,
    user.mustSetUpSecondFactor,
  ]);

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

function larger(one: bigint | null, other: bigint): bigint {
  return one !== null && one > other ? one : other;
}
