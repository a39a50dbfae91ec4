import type pg from 'pg';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { readLog, whyNotBelieved } from '#services/platform/log-identity.ts';
import type { Build } from './builds.ts';

/** A build's checkpoint is no place in the log that the event store holds: its rows are not this log's. */
export class NotOfThisLog extends Error {
  override readonly name = 'NotOfThisLog';
  constructor(projection: string, why: string) {
    super(
      `The read model ${projection} cannot go on: ${why}. Its rows are left as they are. Build it from this log with "npm run projections -- rebuild ${projection}", or set EVENTSTORE_URL to the log that it was made from.`,
    );
  }
}

/** Null when the build's checkpoint is a place in the log that the event store holds now. Reads the log afterwards. */
export async function problemOf(events: EventStore, build: Build): Promise<NotOfThisLog | null> {
  const why = whyNotBelieved(build, await readLog(events));
  return why === null ? null : new NotOfThisLog(build.name, why);
}

/**
 * The build, once its checkpoint has been found to be a place in this log; one from before logs had an identity takes
 * this log's. Throws NotOfThisLog, with nothing changed.
 */
export async function ofThisLog(pool: pg.Pool, events: EventStore, build: Build): Promise<Build> {
  const log = await readLog(events);
  const why = whyNotBelieved(build, log);
  if (why !== null) throw new NotOfThisLog(build.name, why);
  if (build.logId === null && log.id !== null)
    await pool.query(
      'update vitrine.projection_build set log_id = $3 where name = $1 and build = $2 and log_id is null',
      [build.name, build.build, log.id],
    );
  return { ...build, logId: build.logId ?? log.id };
}
