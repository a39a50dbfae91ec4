import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { LiveChange } from '#contracts/api/live-changes.ts';
import type { User } from '#contracts/api/session.ts';
import { ATTRIBUTES_SUBJECT } from '#services/attributes/index.ts';
import { accountNoticeSchema, ACCOUNTS_SUBJECT, type KeptAccounts } from '#services/identity/index.ts';
import type { Bus } from '#services/platform/bus/index.ts';
import type { App } from '#services/platform/http/index.ts';
import { newestPosition } from '#services/platform/newest-position.ts';
import { PRICE_LISTS_SUBJECT } from '#services/prices/index.ts';
import type { Feed } from './change-feed.ts';
import { changeFor, everythingChanged, missedBy, wordsChanged, type Viewer } from './change-for-viewer.ts';
import { createChangeMemory } from './change-memory.ts';
import { CHANGES_SUBJECT, changeNoticeSchema } from './change-notice.ts';

export type ChangeHubDeps = {
  bus: Bus;
  accounts: KeptAccounts;
  log: FastifyBaseLogger;
  /** The session of a request as it is now; null when it has ended. */
  sessionOf: App['sessions']['of'];
  /** The lines that a customer may browse now. */
  browsable: (customerId: number | null) => Promise<Pick<Viewer, 'lines' | 'fm'>>;
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

/** One open page. */
type Connection = {
  viewer: Viewer;
  feed: Feed;
  username: string;
  /** The user that staff view as, whose rights they have then (rule: View as customer); null for the user's own. */
  viewed: string | null;
  /** The user's, when the connection was opened. */
  rights: string;
  request: FastifyRequest;
};

/** The open connections of this process, each of which is sent what concerns it. */
export type ChangeHub = {
  /** Looks how far the read models are and what rows are shown by, before a connection joins. */
  catchUp(): Promise<void>;
  /** A position from which a connection that joins now may resume. */
  position(): string;
  /** Whether the user has as many connections as it may. */
  isFull(username: string): boolean;
  /** Takes in a connection, and sends it what it has missed since the position that it knows; null: it knows none. */
  join(connection: Connection, known: bigint | null): void;
  /** Ends a connection: with its session, without a word, or because its client has left. */
  part(connection: Connection, how: 'session' | 'end' | 'gone'): void;
  /** Ends every connection. */
  closeAll(): void;
  /** Ends every connection, and listens no more. */
  close(): void;
};

/** Opens the hub: it listens to the bus until it is closed. */
export function openChangeHub({
  bus,
  accounts,
  log,
  sessionOf,
  browsable,
  shownFor,
  state,
  hears,
}: ChangeHubDeps): ChangeHub {
  const connections = new Set<Connection>();
  const memory = createChangeMemory();
  let latest: bigint | null = null;

  const part = (connection: Connection, how: 'session' | 'end' | 'gone'): void => {
    connections.delete(connection);
    if (how === 'session') connection.feed.endSession();
    else if (how === 'end') connection.feed.end();
  };

  /**
   * Ends a connection whose session ended, or whose user got other rights, meanwhile, and learns what its customer may
   * browse now.
   */
  const recheck = async (connection: Connection): Promise<void> => {
    try {
      const session = await sessionOf(connection.request);
      if (!session || rightsOf(session.account.user) !== connection.rights) part(connection, 'session');
      else Object.assign(connection.viewer, await browsable(connection.viewer.customerId));
    } catch (error) {
      connection.request.log.error({ err: error }, 'a live connection could not be checked and was ended');
      part(connection, 'end');
    }
  };

  const endChanges = bus.subscribe(
    CHANGES_SUBJECT,
    (message) => {
      const notice = changeNoticeSchema.parse(message);
      latest = newestPosition(BigInt(notice.position), latest);
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
    for (const connection of connections)
      if (connection.username === username || connection.viewed === username) void recheck(connection);
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
      log.warn({ err: error }, 'the prices in force and the old feeds could not be looked at'),
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
    latest = newestPosition(now.position, latest);
    loadEverything();
  };
  const looking = setInterval(() => {
    lookInstead().catch((error: unknown) =>
      log.warn({ err: error }, 'the read models could not be looked at instead of notices'),
    );
  }, LOOK_EVERY_MS);
  looking.unref();

  const closeAll = (): void => {
    for (const connection of [...connections]) part(connection, 'end');
  };

  return {
    async catchUp() {
      latest = newestPosition((await state()).position, latest);
      await lookAtWord();
    },
    position: () => String(memory.newest() ?? latest),
    isFull: (username) =>
      [...connections].filter((connection) => connection.username === username).length >= FEEDS_PER_USER,
    join(connection, known) {
      connections.add(connection);
      // Rights may have changed since its call began, before there was a connection to tell.
      void recheck(connection);
      const missed = known === null ? null : missedSince(known, connection.viewer);
      if (missed) connection.feed.send(missed);
    },
    part,
    closeAll,
    close() {
      clearInterval(heartbeat);
      clearInterval(looking);
      endChanges();
      endAccounts();
      endAttributes();
      endPrices();
      closeAll();
    },
  };
}

/** What decides which answers a user gets, and which pages it is shown. */
export const rightsOf = (user: User): string =>
  JSON.stringify([
    user.administrator,
    user.salesRep,
    user.customerId,
    user.showPrices,
    user.mustChangePassword,
    user.mustSetUpSecondFactor,
  ]);
