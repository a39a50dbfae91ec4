import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import { jobCounts, type JobCounts } from '#services/platform/jobs/index.ts';
import { tradingTables } from '../tables.ts';
import type { InstanceReport } from './instance-report.ts';

/** A sync that an administrator asked for. */
export type SyncRun = {
  id: string;
  requestedBy: string;
  requestedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** While it runs: the instances that are done. */
  reports: InstanceReport[] | null;
};

const columns = [
  'id',
  'requested_by as requestedBy',
  'requested_at as requestedAt',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'reports',
] as const;

/** Asks for a sync of all instances and gives its id; one that was asked for and has not begun yet serves both. */
export async function requestSync(
  db: Db,
  { id, requestedBy, now }: { id: string; requestedBy: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into vitrine.sync_run (id, requested_by, requested_at)
    select ${id}, ${requestedBy}, ${now} where not exists (select 1 from vitrine.sync_run where started_at is null)
    returning id`.execute(db);
  if (rows[0]) return rows[0].id;
  const { rows: open } = await sql<{ id: string }>`
    update vitrine.sync_run set also_asked = array_append(array_remove(also_asked, ${requestedBy}), ${requestedBy})
    where started_at is null returning id`.execute(db);
  // The one that stood in the way has begun since: it may have read the documents already, so it does not serve.
  return open[0]?.id ?? requestSync(db, { id, requestedBy, now });
}

/** All who asked for a sync, by username. */
export async function requestersOf(db: Db, id: string): Promise<string[]> {
  const run = await tradingTables(db)
    .selectFrom('vitrine.sync_run')
    .select(['requested_by', 'also_asked'])
    .where('id', '=', id)
    .executeTakeFirst();
  return run ? [...new Set([run.requested_by, ...run.also_asked])] : [];
}

/** The oldest run that has not ended; also one that a process began and was killed over. */
export async function openRun(db: Db): Promise<SyncRun | undefined> {
  return tradingTables(db)
    .selectFrom('vitrine.sync_run')
    .select(columns)
    .where('finished_at', 'is', null)
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst();
}

export async function noteRun(
  db: Db,
  id: string,
  run: { startedAt?: Date; finishedAt?: Date; reports: readonly InstanceReport[] },
): Promise<void> {
  await tradingTables(db)
    .updateTable('vitrine.sync_run')
    .set({
      reports: JSON.stringify(run.reports),
      ...(run.startedAt && { started_at: run.startedAt }),
      ...(run.finishedAt && { finished_at: run.finishedAt }),
    })
    .where('id', '=', id)
    // A process that was held up does not overwrite what another has finished.
    .where('finished_at', 'is', null)
    .execute();
}

/** Newest first. */
export async function syncRuns(db: Db, limit = 50): Promise<SyncRun[]> {
  return tradingTables(db)
    .selectFrom('vitrine.sync_run')
    .select(columns)
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute();
}

/** How many syncs that somebody asked for are open, and how many have failed at an instance. */
export const syncRunCounts = (db: Db): Promise<JobCounts> =>
  jobCounts(db, 'vitrine.sync_run', {
    open: sql`finished_at is null`,
    failed: sql`finished_at is not null and jsonb_path_exists(reports, '$[*].failed ? (@ != null)')`,
  });
