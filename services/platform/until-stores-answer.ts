import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database/index.ts';
import type { EventStore } from './event-store/index.ts';

const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/**
 * Resolves when Postgres and the event store answer: they may be starting at the same time as we. Throws with the
 * store's name and its last error when one has not within a minute.
 */
export async function untilStoresAnswer({ db, events }: { db: Db; events: EventStore }): Promise<void> {
  await Promise.all([
    until('The database (DATABASE_URL)', () => sql`select 1`.execute(db)),
    until('The event store (EVENTSTORE_URL)', () => events.headPosition()),
  ]);
}

async function until(name: string, ask: () => Promise<unknown>): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() - since > WITHIN_MS)
        throw new Error(`${name} does not answer.`, { cause: error });
      await sleep(LOOK_EVERY_MS);
    }
  }
}
