import { sql, type RawBuilder } from 'kysely';
import type { ReportRunReply } from '#contracts/api/reports.ts';
import type { Db } from '#services/platform/database/index.ts';
import { jobCounts, stateIn, type JobCounts } from '#services/platform/jobs/index.ts';
import type { AskedCut, ReportCut } from '../cut/report-cut.ts';

/** One report that a person asked for. */
export type ReportRun = Pick<
  ReportRunReply,
  'id' | 'state' | 'withCost' | 'done' | 'total' | 'fileName' | 'size'
> & {
  requestedBy: string;
  requestedAt: Date;
  mails: boolean;
  /** Of one from a schedule: who gets it by mail and may fetch it. */
  recipients: string[];
  asked: AskedCut;
  cut: ReportCut;
  attempts: number;
  finishedAt: Date | null;
  fileKey: string | null;
  failure: string | null;
};

const columns = sql`
  id, requested_by as "requestedBy", requested_at as "requestedAt", with_cost as "withCost", mails, recipients, asked, cut, state,
  done, total, attempts, finished_at as "finishedAt", file_name as "fileName", file_key as "fileKey", size, failure`;

const OPEN: readonly ReportRun['state'][] = ['WAITING', 'READING', 'WRITING'];
const isOpen = stateIn(OPEN);

/** True while a run waits or is worked on. */
export const isUnderWay = ({ state }: ReportRun): boolean => OPEN.includes(state);

const isOf = (username: string): RawBuilder<unknown> =>
  sql`(requested_by = ${username} or ${username} = any(recipients))`;

async function runsWhere(db: Db, condition: RawBuilder<unknown>): Promise<ReportRun[]> {
  const { rows } = await sql<ReportRun>`select ${columns} from vitrine.report_run where ${condition}`.execute(
    db,
  );
  return rows;
}

/** Puts a run in the queue; one of that id, or an open one of that person, stays instead. */
export async function insertRun(
  db: Db,
  run: Pick<
    ReportRun,
    'id' | 'requestedBy' | 'requestedAt' | 'withCost' | 'mails' | 'asked' | 'cut' | 'fileName' | 'recipients'
  >,
): Promise<void> {
  await sql`
    insert into vitrine.report_run (id, requested_by, requested_at, with_cost, mails, asked, cut, file_name, recipients)
    values (${run.id}, ${run.requestedBy}, ${run.requestedAt}, ${run.withCost}, ${run.mails},
      ${JSON.stringify(run.asked)}::json, ${JSON.stringify(run.cut)}::json, ${run.fileName}, ${run.recipients})
    on conflict do nothing`.execute(db);
}

/** A run that a person asked for or gets by mail; null when it has none of that id. */
export async function findRun(db: Db, id: string, username: string): Promise<ReportRun | null> {
  return (await runsWhere(db, sql`id = ${id} and ${isOf(username)}`))[0] ?? null;
}

/** The run that is being made for a person. */
export async function openRunOf(db: Db, requestedBy: string): Promise<ReportRun | null> {
  return (await runsWhere(db, sql`requested_by = ${requestedBy} and ${isOpen}`))[0] ?? null;
}

/** The newest runs that a person asked for or gets by mail and may have now, newest first. */
export async function newestRuns(
  db: Db,
  { username, administrator }: { username: string; administrator: boolean },
  limit: number,
): Promise<ReportRun[]> {
  const may = sql`${isOf(username)} and (${administrator} or not with_cost)`;
  return runsWhere(db, sql`${may} order by requested_at desc, id limit ${limit}`);
}

/** The run that has waited longest for the job, also one that a killed process left. */
export async function nextOpenRun(db: Db): Promise<ReportRun | null> {
  return (await runsWhere(db, sql`${isOpen} order by requested_at, id limit 1`))[0] ?? null;
}

/** Notes that a run is begun, or taken up again. */
export async function noteStart(db: Db, id: string): Promise<void> {
  await sql`
    update vitrine.report_run set state = 'READING', done = 0, total = null, attempts = attempts + 1
    where id = ${id} and ${isOpen}`.execute(db);
}

/** Notes what is done of a step. */
export async function noteProgress(
  db: Db,
  id: string,
  { step, done, total }: { step: 'READING' | 'WRITING'; done: number; total: number },
): Promise<void> {
  await sql`
    update vitrine.report_run set state = ${step}, done = ${done}, total = ${total}
    where id = ${id} and ${isOpen}`.execute(db);
}

/** Lets a mail announce the end of a run that has not ended. */
export async function letMail(db: Db, id: string): Promise<void> {
  await sql`update vitrine.report_run set mails = true where id = ${id} and ${isOpen}`.execute(db);
}

/** How a run ended. */
export type RunEnd = { state: 'DONE'; fileKey: string; size: number } | { state: 'FAILED'; failure: string };

/** Notes how a run ended, and says whether mails announce it; null when another process has noted it before. */
export async function noteEnd(
  db: Db,
  id: string,
  finishedAt: Date,
  end: RunEnd,
): Promise<Pick<ReportRun, 'mails'> | null> {
  const [fileKey, size, failure] =
    end.state === 'DONE' ? [end.fileKey, end.size, null] : [null, null, end.failure];
  const { rows } = await sql<Pick<ReportRun, 'mails'>>`
    update vitrine.report_run set state = ${end.state}, finished_at = ${finishedAt}, file_key = ${fileKey},
      size = ${size}, failure = ${failure}
    where id = ${id} and ${isOpen} returning mails`.execute(db);
  return rows[0] ?? null;
}

/** Runs that ended before an instant. */
export async function runsEndedBefore(db: Db, before: Date): Promise<ReportRun[]> {
  return runsWhere(db, sql`finished_at < ${before} order by finished_at limit 100`);
}

export async function deleteRun(db: Db, id: string): Promise<void> {
  await sql`delete from vitrine.report_run where id = ${id}`.execute(db);
}

/** How many reports wait for the job or are being made, and how many could not be made. */
export const reportRunCounts = (db: Db): Promise<JobCounts> =>
  jobCounts(db, 'vitrine.report_run', { open: isOpen, failed: sql`state = 'FAILED'` });
