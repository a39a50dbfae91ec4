import { sql, type RawBuilder } from 'kysely';
import type { Cut, Override } from '#contracts/billing/index.ts';
import type { Actor } from '#contracts/events/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { jobCounts, type JobCounts } from '#services/platform/jobs/index.ts';
import type { ShownBill } from '../create-bill.ts';
import type { Postings } from '../calculation/conservation.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

export type RunKind = 'BILLS' | 'VENDORS' | 'VERIFY';

/** The version of a customer's bill that was shown beside what it becomes (rule: Replacing a bill). */
export type ShownVersion = { customerId: number; version: number; willBe?: ShownBill | undefined };

/** A background run over many customers or vendors. */
export type BillRun = {
  id: string;
  kind: RunKind;
  /** Null for VERIFY, which goes through every bill. */
  month: Month | null;
  requestedBy: string;
  requestedRole: Actor['role'];
  requestedAt: Date;
  overrides: Override[];
  /** The versions that its author was shown and that alone are replaced; null: all of the customers that overrides name. */
  replaces: ShownVersion[] | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** One cut for all its bills; null before it starts. */
  cut: Cut | null;
  total: number | null;
  done: number;
  failed: number;
  /** Bills that would differ but were not replaced, each with a message. */
  left: number;
  failure: string | null;
  postings: Postings | null;
};

/**
 * CREATED … NOTHING as `createBill` returns them; MADE: a statement; SAME, DIFFERENT: a bill derived again; FAILED: see
 * the message.
 */
type ItemOutcome =
  'CREATED' | 'REPLACED' | 'UNCHANGED' | 'NOTHING' | 'MADE' | 'SAME' | 'DIFFERENT' | 'FAILED';
export type RunItem = {
  subjectId: number;
  outcome: ItemOutcome;
  message: string | null;
  totalCents: number | null;
};

const select = sql`
  select id, kind, month, requested_by as "requestedBy", requested_role as "requestedRole", requested_at as "requestedAt",
    overrides, replaces, started_at as "startedAt", finished_at as "finishedAt",
    cut_position as "cutPosition", cut_event_id as "cutEventId", cut_at as "cutAt",
    total, failure, postings, coalesce(items.done, 0)::int as done, coalesce(items.failed, 0)::int as failed,
    coalesce(items.left_standing, 0)::int as "left"
  from vitrine.bill_run left join (
    select run_id, count(*) as done, count(*) filter (where outcome in ('FAILED', 'DIFFERENT')) as failed,
      count(*) filter (where outcome = 'UNCHANGED' and message is not null) as left_standing
    from vitrine.bill_run_item group by run_id) as items on items.run_id = id`;

type RunRow = Omit<BillRun, 'cut'> & {
  cutPosition: number | null;
  cutEventId: string | null;
  cutAt: Date | null;
};

function runOf({ cutPosition, cutEventId, cutAt, ...run }: RunRow): BillRun {
  if (cutPosition === null || cutAt === null) return { ...run, cut: null };
  const name = cutEventId === null ? {} : { eventId: cutEventId };
  return { ...run, cut: { position: String(cutPosition), ...name, recordedAt: cutAt.toISOString() } };
}

async function runsWhere(db: Db, condition: RawBuilder<unknown>): Promise<BillRun[]> {
  const { rows } = await sql<RunRow>`${select} where ${condition}`.execute(db);
  return rows.map(runOf);
}

/** Puts a run in the queue, unless there is one with its id, or an open one of its kind and month. */
export async function insertRun(
  db: Db,
  run: Pick<
    BillRun,
    'id' | 'kind' | 'month' | 'requestedBy' | 'requestedRole' | 'requestedAt' | 'overrides'
  > &
    Partial<Pick<BillRun, 'replaces'>>,
): Promise<void> {
  const replaces = run.replaces ? JSON.stringify(run.replaces) : null;
  await sql`
    insert into vitrine.bill_run (id, kind, month, requested_by, requested_role, requested_at, overrides, replaces)
    values (${run.id}, ${run.kind}, ${run.month}, ${run.requestedBy}, ${run.requestedRole}, ${run.requestedAt},
      ${JSON.stringify(run.overrides)}::json, ${replaces}::json) on conflict do nothing`.execute(db);
}

/** A run with its progress; null when there is none of that id. */
export async function findRun(db: Db, id: string): Promise<BillRun | null> {
  return (await runsWhere(db, sql`id = ${id}`))[0] ?? null;
}

/** The oldest open run, also one that a killed process left. */
export async function oldestOpenRun(db: Db): Promise<BillRun | null> {
  return (await runsWhere(db, sql`finished_at is null order by requested_at, id limit 1`))[0] ?? null;
}

/** An open run of that kind and month, if any: asked for twice, it is made once. */
export async function openRunOf(db: Db, kind: RunKind, month: Month | null): Promise<BillRun | null> {
  const open = sql`finished_at is null and kind = ${kind} and month is not distinct from ${month}`;
  return (await runsWhere(db, sql`${open} order by requested_at limit 1`))[0] ?? null;
}

export async function newestRuns(db: Db, limit = 200): Promise<BillRun[]> {
  const { rows } = await sql<RunRow>`${select} order by requested_at desc, id limit ${limit}`.execute(db);
  return rows.map(runOf);
}

/** The outcome for each customer or vendor of a run. */
export async function itemsOf(db: Db, runId: string): Promise<RunItem[]> {
  const { rows } = await sql<RunItem>`
    select subject_id as "subjectId", outcome, message, total_cents as "totalCents"
    from vitrine.bill_run_item where run_id = ${runId} order by subject_id`.execute(db);
  return rows;
}

/**
 * Notes that a run begins at a cut, or continues. False when it must not continue: it has ended, or another process
 * began it at another cut while this one was held up.
 */
export async function noteStart(
  db: Db,
  id: string,
  { at, cut, total }: { at: Date; cut: Cut; total: number },
): Promise<boolean> {
  const { rows } = await sql`
    update vitrine.bill_run set started_at = coalesce(started_at, ${at}), cut_position = ${cut.position}::bigint,
      cut_event_id = ${cut.eventId ?? null}, cut_at = ${cut.recordedAt}::timestamptz, total = ${total}
    where id = ${id} and finished_at is null
      and (cut_position is null or cut_position = ${cut.position}::bigint or cut_event_id = ${cut.eventId ?? null})
    returning id`.execute(db);
  return rows.length > 0;
}

/** When the last completed check of bills was asked for, and the customers for whom it failed; null before the first. */
export async function lastCheck(db: Db): Promise<{ at: Date; failed: ReadonlySet<number> } | null> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, requested_at as at from vitrine.bill_run
    where kind = 'VERIFY' and finished_at is not null and failure is null
    order by requested_at desc, id limit 1`.execute(db);
  if (!rows[0]) return null;
  const { id, at } = rows[0];
  const items = await itemsOf(db, id);
  const failed = items.filter(({ outcome }) => outcome === 'FAILED');
  return { at, failed: new Set(failed.map(({ subjectId }) => subjectId)) };
}

export async function noteItem(db: Db, runId: string, item: RunItem, at: Date): Promise<void> {
  await sql`
    insert into vitrine.bill_run_item (run_id, subject_id, outcome, message, total_cents, done_at)
    values (${runId}, ${item.subjectId}, ${item.outcome}, ${item.message}, ${item.totalCents}, ${at})
    on conflict (run_id, subject_id) do nothing`.execute(db);
}

export async function noteEnd(
  db: Db,
  id: string,
  { at, failure, postings }: { at: Date; failure: string | null; postings: Postings | null },
): Promise<void> {
  await sql`
    update vitrine.bill_run set finished_at = ${at}, failure = ${failure}, postings = ${postings === null ? null : JSON.stringify(postings)}::json
    where id = ${id} and finished_at is null`.execute(db);
}

/** How many bill runs are open, and how many have failed. */
export const billRunCounts = (db: Db): Promise<JobCounts> =>
  jobCounts(db, 'vitrine.bill_run', { open: sql`finished_at is null`, failed: sql`failure is not null` });
