import { sql } from 'kysely';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { removeFeedFile } from '../feed/feed-files.ts';
import { lockDecisions, type FeedRun } from './run-store.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';

/** Days from the end of a run until its rows are removed. */
const KEPT_DAYS = 90;

/**
 * Runs that ended before a time and whose rows nothing reads any more. Read are those of the vendor's two newest files,
 * which are compared, and of what is applied since its last full feed but one: the last of them can be taken back, and
 * stones are listed as the newest of them offer them.
 */
const removable = (before: Date) => sql`
  select id, vendor_id as "vendorId" from vitrine.feed_run as run
  where state in ('APPLIED', 'TAKEN_BACK', 'DISCARDED', 'FAILED') and finished_at < ${before} and rows_removed_at is null
    and id not in (
      select id from vitrine.feed_run where vendor_id = run.vendor_id and rows is not null
      order by requested_at desc, id limit 2)
    and (state <> 'APPLIED' or applied_at < (
      select applied_at from vitrine.feed_run
      where vendor_id = run.vendor_id and state in ('APPLYING', 'APPLIED') and kind = 'FULL'
      order by applied_at desc offset 1 limit 1))`;

/**
 * Removes the rows of one run that ended more than 90 days ago and that nothing reads any more; the run stays, with its
 * counts. Gives the number of runs: 0 when there is none left.
 */
export async function removeOldRows({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = clock();
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  const { rows: found } = await sql<Pick<FeedRun, 'id' | 'vendorId'>>`
    ${removable(before)} order by finished_at limit 1`.execute(db);
  const [run] = found;
  if (!run) return 0;
  await db.transaction().execute(async (tx) => {
    await lockDecisions(tx, run.vendorId);
    const { rows } = await sql`
      update vitrine.feed_run set rows_removed_at = ${now}
      where id in (select id from (${removable(before)}) as old where id = ${run.id}) returning id`.execute(
      tx,
    );
    if (rows.length > 0) await sql`delete from vitrine.feed_run_row where run_id = ${run.id}`.execute(tx);
  });
  return 1;
}

/**
 * Removes one file of which every run has lost its rows, for nothing reads it any more. Gives the number of files: 0 when
 * there is none left. Throws FilesUnavailable.
 */
export async function removeOldFile({
  db,
  clock,
  files,
}: {
  db: Db;
  clock: Clock;
  files: FileStore;
}): Promise<number> {
  const { rows } = await sql<Pick<FeedRun, 'fileId'>>`
    select file_id as "fileId" from vitrine.feed_run where file_removed_at is null
    group by file_id having bool_and(rows_removed_at is not null) limit 1`.execute(db);
  const [old] = rows;
  if (!old) return 0;
  // The file first, so that none is left that no run knows of.
  await removeFeedFile(files, old.fileId);
  await sql`
    update vitrine.feed_run set file_removed_at = ${clock()}
    where file_id = ${old.fileId} and rows_removed_at is not null and file_removed_at is null`.execute(db);
  return 1;
}

/** Throws Refusal 404 when the rows of the run were removed because it is old. */
export function refuseWithoutRows({ rowsRemovedAt }: Pick<FeedRun, 'rowsRemovedAt'>): void {
  if (rowsRemovedAt === null) return;
  throw new Refusal(404, `The rows of this feed run were removed ${KEPT_DAYS} days after it ended.`, {
    code: 'ROWS_REMOVED',
    field: 'id',
  });
}
