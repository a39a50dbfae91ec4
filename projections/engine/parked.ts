import type pg from 'pg';
import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import type { Build } from './builds.ts';
import type { Parking } from './fold.ts';
import type { LogEntry } from './log-entries.ts';

/** Keeps the newly parked streams and every event that was not applied, in the batch's own transaction. */
export async function recordParking(
  client: pg.ClientBase,
  build: Build,
  parked: readonly Parking[],
  skipped: readonly LogEntry[],
): Promise<void> {
  if (parked.length > 0) {
    await client.query(
      `insert into vitrine.projection_parked (name, build, stream, revision, position, event_type, reason)
       select $1, $2, * from unnest($3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[])`,
      [
        build.name,
        build.build,
        parked.map(({ entry }) => entry.stream),
        parked.map(({ entry }) => entry.revision),
        parked.map(({ entry }) => entry.position),
        parked.map(({ entry }) => entry.type),
        parked.map(({ reason }) => reason),
      ],
    );
  }
  if (skipped.length > 0) {
    await client.query(
      `insert into vitrine.projection_skipped (name, build, stream, revision, position)
       select $1, $2, * from unnest($3::text[], $4::bigint[], $5::bigint[])`,
      [
        build.name,
        build.build,
        skipped.map((entry) => entry.stream),
        skipped.map((entry) => entry.revision),
        skipped.map((entry) => entry.position),
      ],
    );
  }
}

/** A stream that a live projection has stopped reading, and why. */
export type ParkedStream = {
  readonly projection: string;
  readonly stream: string;
  /** Place in the log of the event that could not be applied. */
  readonly position: bigint;
  readonly eventType: string;
  readonly reason: string;
  readonly since: Date;
  /** Events that wait for the retry, this one included. */
  readonly waiting: number;
};

/**
 * The parked streams of the live builds, oldest first (architecture: Projections): answers that depend on one
 * are stale, and billing refuses while a stream it needs is among them.
 * @param projections only of these; of all when left out
 */
export async function parkedStreams(db: Db, projections?: readonly string[]): Promise<ParkedStream[]> {
  const { rows } = await sql<{
    projection: string;
    stream: string;
    position: string;
    event_type: string;
    reason: string;
    since: Date;
    waiting: number;
  }>`
    select p.name as projection, p.stream, p.position::text as position, p.event_type, p.reason, p.since,
      (select count(*)::int from vitrine.projection_skipped s where s.name = p.name and s.build = p.build and s.stream = p.stream) as waiting
    from vitrine.projection_parked p join vitrine.projection_build b on b.name = p.name and b.build = p.build
    where b.state = 'live' and (${projections === undefined} or p.name = any(${projections ?? []}))
    order by p.position, p.name`.execute(db);
  return rows.map((row) => ({
    projection: row.projection,
    stream: row.stream,
    position: BigInt(row.position),
    eventType: row.event_type,
    reason: row.reason,
    since: row.since,
    waiting: row.waiting,
  }));
}
