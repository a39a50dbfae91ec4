import { sql } from 'kysely';
import { databaseRemedy, type Db } from '../database/index.ts';
import {
  EventStoreUnavailable,
  leaderlessness,
  remedyOf,
  wantsTls,
  type EventStore,
} from '../event-store/index.ts';
import { readConnectionString } from '../event-store/connection-string.ts';
import { answerWithin } from '../answer-within.ts';
import { messageOf } from '../message-of.ts';
import { pause } from '../pause.ts';
import { StoreUnusable } from '../store-unusable.ts';
import { STORES_WAIT_SECONDS } from './wait-seconds.ts';

/** A store that is starting usually answers sooner. */
const REPORTED_AFTER_MS = 1_500;
const LOOK_EVERY_MS = 50;

/**
 * Resolves when Postgres and the event store answer: they may be starting at the same time as we. What a server itself
 * refuses (a wrong password, a database that is not there, a certificate that is not trusted) waiting does not cure:
 * it throws StoreUnusable immediately. No connection, or a name that does not resolve, may be a store that is still starting:
 * `warn` receives the address and the reason after a second and a half, and after `storesWaitSeconds` it throws StoreUnusable.
 */
export async function untilStoresAnswer({
  db,
  databaseUrl,
  events,
  eventStoreUrl,
  storesWaitSeconds = STORES_WAIT_SECONDS,
  warn,
}: {
  db: Db;
  databaseUrl: string;
  events: EventStore;
  eventStoreUrl: string;
  storesWaitSeconds?: number;
  warn: (message: string) => void;
}): Promise<void> {
  const eventStoreRemedy = async (error: unknown): Promise<string | undefined> => {
    const remedy = remedyOf(error);
    if (remedy !== undefined || !(error instanceof EventStoreUnavailable)) return remedy;
    return (await wantsTls(eventStoreUrl))
      ? 'It speaks TLS there. Take tls=false out of the address.'
      : undefined;
  };
  const unusable = new AbortController();
  const { signal } = unusable;
  const until = (store: Asked): Promise<void> => untilAnswered(store, storesWaitSeconds, warn, signal);
  try {
    await Promise.all([
      until({
        name: 'The database (DATABASE_URL)',
        place: databasePlace(databaseUrl),
        ask: () => sql`select 1`.execute(db),
        remedyFor: databaseRemedy,
      }),
      until({
        name: 'The event store (EVENTSTORE_URL)',
        place: readConnectionString(eventStoreUrl)?.nodes.join(', ') ?? 'its address',
        ask: () => events.headPosition(),
        remedyFor: eventStoreRemedy,
      }),
    ]);
  } finally {
    // The other store is no longer asked: a program would wait for it before it ends.
    unusable.abort();
  }
}

const DEFAULT_DATABASE_PORT = 5432;

function databasePlace(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || DEFAULT_DATABASE_PORT}`;
}

type Asked = {
  name: string;
  /** Host and port, without the password. */
  place: string;
  ask: () => Promise<unknown>;
  /** What an operator has to change; undefined for what may pass by itself. */
  remedyFor: (error: unknown) => string | undefined | Promise<string | undefined>;
};

const unanswered = (problem: string): string =>
  `does not answer (${problem}). Start it, or correct the address`;

async function untilAnswered(
  { name, place, ask, remedyFor }: Asked,
  storesWaitSeconds: number,
  warn: (message: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let state: string | undefined;
  const report = setTimeout(
    () =>
      warn(
        `${name} at ${place} ${state ?? 'has not answered yet'}; it is waited for, up to ${storesWaitSeconds} seconds.`,
      ),
    REPORTED_AFTER_MS,
  );
  const answered = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await ask();
        return;
      } catch (error) {
        if (signal.aborted) return;
        const remedy = await remedyFor(error);
        if (remedy !== undefined)
          throw new StoreUnusable(`${name} cannot be used. ${remedy}`, { cause: error });
        const leaderless = leaderlessness(error);
        state = leaderless
          ? `has no leader (${leaderless.message}): ${leaderless.remedy}`
          : unanswered(messageOf(error));
        await pause(LOOK_EVERY_MS, signal);
      }
    }
  };
  try {
    await answerWithin(
      answered(),
      storesWaitSeconds * 1000,
      () => new StoreUnusable(`${name} at ${place} ${state ?? unanswered('no connection yet')}.`),
    );
  } finally {
    clearTimeout(report);
  }
}
