import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../database/index.ts';
import { EventStoreUnavailable, remedyOf, wantsTls, type EventStore } from '../event-store/index.ts';
import { messageOf } from '../message-of.ts';
import { pause } from '../pause.ts';

const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** A store that cannot be used; the message names it, and what to do. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/**
 * Resolves when Postgres and the event store answer: they may be starting at the same time as we. Throws StoreUnusable
 * at once for what waiting does not cure (a wrong password, a certificate that is not trusted), else after a minute.
 */
export async function untilStoresAnswer({
  db,
  events,
  eventStoreUrl,
}: {
  db: Db;
  events: EventStore;
  eventStoreUrl: string;
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
  try {
    await Promise.all([
      until(signal, 'The database (DATABASE_URL)', () => sql`select 1`.execute(db), databaseRemedy),
      until(signal, 'The event store (EVENTSTORE_URL)', () => events.headPosition(), eventStoreRemedy),
    ]);
  } finally {
    // The other store is not asked any longer: a program would wait for it before it ends.
    unusable.abort();
  }
}

async function until(
  signal: AbortSignal,
  name: string,
  ask: () => Promise<unknown>,
  remedyFor: (error: unknown) => string | undefined | Promise<string | undefined>,
): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (signal.aborted) return;
      const remedy = await remedyFor(error);
      if (remedy !== undefined)
        throw new StoreUnusable(`${name} cannot be used. ${remedy}`, { cause: error });
      if (performance.now() - since > WITHIN_MS)
        throw new StoreUnusable(
          `${name} does not answer (${messageOf(error)}). Start it, or mend the address.`,
          { cause: error },
        );
      await pause(LOOK_EVERY_MS, signal);
    }
  }
}

// SQLSTATE: invalid authorization, invalid password, no such database.
const MISCONFIGURED: ReadonlySet<string | undefined> = new Set(['28000', '28P01', '3D000']);

function databaseRemedy(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || !MISCONFIGURED.has(error.code)) return undefined;
  return `It says: ${error.message}. Mend the address, or make the user and the database.`;
}
