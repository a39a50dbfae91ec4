import { sql } from 'kysely';
import { databaseRemedy, type Db } from '../database/index.ts';
import { EventStoreUnavailable, remedyOf, wantsTls, type EventStore } from '../event-store/index.ts';
import { messageOf } from '../message-of.ts';
import { pause } from '../pause.ts';

const WITHIN_MS = 60_000;
/** A store that is starting mostly answers sooner. */
const REPORTED_AFTER_MS = 2_000;
const LOOK_EVERY_MS = 50;

/** A store that cannot be used; the message names it, and what to do. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/**
 * Resolves when Postgres and the event store answer: they may be starting at the same time as we. What a server itself
 * refuses (a wrong password, a database that is not there, a certificate that is not trusted) waiting does not cure:
 * it throws StoreUnusable immediately. No connection, or a name that does not resolve, may be a store that is still starting:
 * `warn` receives the reason after two seconds, and after a minute it throws StoreUnusable.
 */
export async function untilStoresAnswer({
  db,
  events,
  eventStoreUrl,
  warn,
}: {
  db: Db;
  events: EventStore;
  eventStoreUrl: string;
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
  const until = (store: Asked): Promise<void> => untilAnswered(store, warn, signal);
  try {
    await Promise.all([
      until({
        name: 'The database (DATABASE_URL)',
        ask: () => sql`select 1`.execute(db),
        remedyFor: databaseRemedy,
      }),
      until({
        name: 'The event store (EVENTSTORE_URL)',
        ask: () => events.headPosition(),
        remedyFor: eventStoreRemedy,
      }),
    ]);
  } finally {
    // The other store is not asked any longer: a program would wait for it before it ends.
    unusable.abort();
  }
}

type Asked = {
  name: string;
  ask: () => Promise<unknown>;
  /** What an operator has to change; undefined for what may pass by itself. */
  remedyFor: (error: unknown) => string | undefined | Promise<string | undefined>;
};

async function untilAnswered(
  { name, ask, remedyFor }: Asked,
  warn: (message: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const since = performance.now();
  let problem = 'no connection yet';
  const silence = (): string => `${name} does not answer (${problem}). Start it, or mend the address`;
  const report = setTimeout(() => warn(`${silence()}; it is waited for, up to a minute.`), REPORTED_AFTER_MS);
  try {
    for (;;) {
      try {
        await ask();
        return;
      } catch (error) {
        if (signal.aborted) return;
        const remedy = await remedyFor(error);
        if (remedy !== undefined)
          throw new StoreUnusable(`${name} cannot be used. ${remedy}`, { cause: error });
        problem = messageOf(error);
        if (performance.now() - since > WITHIN_MS) throw new StoreUnusable(`${silence()}.`, { cause: error });
        await pause(LOOK_EVERY_MS, signal);
      }
    }
  } finally {
    clearTimeout(report);
  }
}
