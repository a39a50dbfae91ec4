import type pg from 'pg';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { readLog, whyNotBelieved } from '#services/platform/log-identity.ts';
import type { Build } from './builds.ts';
import type { AnyProjection } from './projection.ts';

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

/** The days in a build's rows are of another time zone than the house's is now. */
export class OfOtherZone extends Error {
  override readonly name = 'OfOtherZone';
  constructor({ name, zone }: AnyProjection, build: Build) {
    super(
      `The read model ${name} cannot go on: its days are of the time zone ${build.zone}, and VITRINE_TIME_ZONE is ${zone}. Its rows are left as they are. Set VITRINE_TIME_ZONE to ${build.zone} again, or build it in the new zone with "npm run projections -- rebuild ${name}".`,
    );
  }
}

/** Whether the days in a build's rows are those of the projection; of one from before they were kept it is believed. */
export const isOfZone = ({ zone }: AnyProjection, build: Build): boolean =>
  build.zone === null || zone === undefined || build.zone === zone;

/**
 * The build, once its checkpoint has been found to be a place in this log, and its days those of the projection; one
 * from before these were kept takes this log's identity and the zone. Throws NotOfThisLog or OfOtherZone, with nothing
 * changed.
 */
export async function canGoOn(
  pool: pg.Pool,
  events: EventStore,
  projection: AnyProjection,
  build: Build,
): Promise<Build> {
  const log = await readLog(events);
  const why = whyNotBelieved(build, log);
  if (why !== null) throw new NotOfThisLog(build.name, why);
  if (!isOfZone(projection, build)) throw new OfOtherZone(projection, build);
  const known = { ...build, logId: build.logId ?? log.id, zone: build.zone ?? projection.zone ?? null };
  if (known.logId !== build.logId || known.zone !== build.zone)
    await pool.query(
      `update vitrine.projection_build set log_id = coalesce(log_id, $3), zone = coalesce(zone, $4)
       where name = $1 and build = $2`,
      [build.name, build.build, known.logId, known.zone],
    );
  return known;
}
