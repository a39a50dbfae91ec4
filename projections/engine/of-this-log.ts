import type pg from 'pg';
import { DEFAULT_TIME_ZONE } from '#contracts/vocabulary/time-zone.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { readLog, checkpointProblem } from '#services/platform/log-identity.ts';
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
  const why = checkpointProblem(build, await readLog(events));
  return why === null ? null : new NotOfThisLog(build.name, why);
}

/** The live build is of a later release, which this program cannot go on with. */
export class OfNewerVersion extends Error {
  override readonly name = 'OfNewerVersion';
  constructor({ name, version }: Pick<AnyProjection, 'name' | 'version'>, live: number) {
    super(
      `The read model ${name} is left to a newer program: it is live in version ${live}, newer than this program's ${version}. Start the newer program, or restore the backup that was made before it.`,
    );
  }
}

/** The days in a build's rows are of another time zone than the house's is now. */
export class OfOtherZone extends Error {
  override readonly name = 'OfOtherZone';
  constructor({ name, zone }: AnyProjection, build: Build) {
    super(
      `The read model ${name} cannot go on: its days are of the time zone ${build.zone}, and VITRINE_TIME_ZONE is ${zone}. Its rows are left as they are. Set VITRINE_TIME_ZONE to ${build.zone} again, or build it in the new zone with "VITRINE_TIME_ZONE=${zone} npm run projections -- rebuild ${name}".`,
    );
  }
}

/** Whether the days in a build's rows are those of the projection; of one from before they were kept it is believed. */
export const isOfZone = ({ zone }: AnyProjection, build: Build): boolean =>
  build.zone === null || zone === undefined || build.zone === zone;

/**
 * The build, once its checkpoint has been found to be a place in this log, and its days those of the projection; one
 * from before logs had an identity takes this log's. Throws NotOfThisLog or OfOtherZone, with nothing changed.
 */
export async function canGoOn(
  pool: pg.Pool,
  events: EventStore,
  projection: AnyProjection,
  build: Build,
): Promise<Build> {
  const log = await readLog(events);
  const why = checkpointProblem(build, log);
  if (why !== null) throw new NotOfThisLog(build.name, why);
  if (!isOfZone(projection, build)) throw new OfOtherZone(projection, build);
  if (build.logId === null && log.id !== null)
    await pool.query(
      'update vitrine.projection_build set log_id = $3 where name = $1 and build = $2 and log_id is null',
      [build.name, build.build, log.id],
    );
  return { ...build, logId: build.logId ?? log.id };
}

/**
 * The build that this process goes on with: from before time zones were kept, it takes that of the house. Tools do not
 * give it one, as theirs may be another.
 */
export async function withZone(pool: pg.Pool, { zone }: AnyProjection, build: Build): Promise<Build> {
  if (build.zone !== null || zone === undefined) return build;
  await pool.query(
    'update vitrine.projection_build set zone = $3 where name = $1 and build = $2 and zone is null',
    [build.name, build.build, zone],
  );
  return { ...build, zone };
}

/** The time zone of the days in the live read models; null where none is noted yet. */
async function zoneOfBuilds(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ zone: string }>(
    `select zone from vitrine.projection_build where state = 'live' and zone is not null order by name limit 1`,
  );
  return rows[0]?.zone ?? null;
}

/**
 * The time zone that a tool builds read models in: the one that is named for it, else that of the live ones, which was
 * the house's, else the default.
 */
export const zoneToBuildIn = async (pool: pg.Pool, named: string | undefined): Promise<string> =>
  named ?? (await zoneOfBuilds(pool)) ?? DEFAULT_TIME_ZONE;
