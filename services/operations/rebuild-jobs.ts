import { sql } from 'kysely';
import type { RebuildJob } from '#contracts/api/back-office.ts';
import { instantOf, type Db, type Migration } from '#services/platform/database/index.ts';
import { jobCounts, type JobCounts } from '#services/platform/jobs/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const operationsMigrations: readonly Migration[] = [
  {
    name: 'demo-load',
    sql: `
      -- How far the demo data has been loaded (deploy/local/demo). Every database has the table, so that a backup can be
      -- restored by a build without the demo.
      create table vitrine.demo_load (
        only_one boolean primary key default true check (only_one), seed int not null, today date not null,
        moments_done int not null default 0, finished boolean not null default false)`,
  },
  {
    name: 'rebuild-job-1',
    sql: `
      -- Rebuilds that administrators asked for. One stays open until it has been carried out, whatever is killed.
      create table vitrine.rebuild_job (
        id bigint generated always as identity primary key,
        projection text not null,
        requested_by text not null,
        requested_at timestamptz not null,
        started_at timestamptz,
        finished_at timestamptz,
        -- How often it was begun or taken up again.
        attempts int not null default 0,
        -- Of the last attempt that failed.
        failure text
      );
      create unique index rebuild_job_open on vitrine.rebuild_job (projection) where finished_at is null;
      create index rebuild_job_newest on vitrine.rebuild_job (projection, id desc);`,
  },
  { name: 'rebuilds-work', sql: announcesWork('vitrine.rebuild_job', 'rebuilds') },
];

/** A rebuild that is to be carried out; `started`: an earlier process or attempt has begun it. */
export type OpenRebuild = { id: number; projection: string; started: boolean; attempts: number };

/** Asks for a rebuild; false when one of this projection is open already. */
export async function requestRebuild(
  db: Db,
  job: { projection: string; requestedBy: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into vitrine.rebuild_job (projection, requested_by, requested_at)
    values (${job.projection}, ${job.requestedBy}, ${job.now})
    on conflict (projection) where finished_at is null do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** Those that are not carried out yet: begun ones first, then as they were asked for. */
export async function openRebuilds(db: Db): Promise<OpenRebuild[]> {
  const { rows } = await sql<OpenRebuild>`
    select id, projection, started_at is not null as started, attempts from vitrine.rebuild_job
    where finished_at is null order by started_at is null, id`.execute(db);
  return rows;
}

/** Notes that it is begun, or taken up again; false when another process has carried it out meanwhile. */
export async function noteStart(db: Db, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update vitrine.rebuild_job set started_at = coalesce(started_at, ${now}), attempts = attempts + 1
    where id = ${id} and finished_at is null returning id`.execute(db);
  return rows.length > 0;
}

/** Notes how an attempt ended: carried out, or why not; `givenUp` closes a failed one. */
export async function noteEnd(
  db: Db,
  id: number,
  { now, failure, givenUp }: { now: Date; failure: string | null; givenUp: boolean },
): Promise<void> {
  const finishedAt = failure === null || givenUp ? now : null;
  await sql`
    update vitrine.rebuild_job set failure = ${failure}, finished_at = ${finishedAt}
    where id = ${id} and finished_at is null`.execute(db);
}

/** The newest rebuild that was asked for of each projection. */
export async function newestRebuilds(db: Db): Promise<Map<string, RebuildJob>> {
  const { rows } = await sql<RebuildJob & { projection: string }>`
    select distinct on (projection) projection, requested_by as "requestedBy",
      ${instantOf('requested_at')} as "requestedAt", ${instantOf('finished_at')} as "finishedAt", attempts, failure,
      case when finished_at is not null then case when failure is null then 'DONE' else 'FAILED' end
        when started_at is not null then 'RUNNING' else 'WAITING' end as state
    from vitrine.rebuild_job order by projection, id desc`.execute(db);
  return new Map(rows.map(({ projection, ...job }) => [projection, job]));
}

/** How many rebuilds that somebody asked for are open, and how many were given up. */
export const rebuildCounts = (db: Db): Promise<JobCounts> =>
  jobCounts(db, 'vitrine.rebuild_job', {
    open: sql`finished_at is null`,
    failed: sql`finished_at is not null and failure is not null`,
  });
