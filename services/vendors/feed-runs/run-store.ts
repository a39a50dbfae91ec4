import { sql, type RawBuilder } from 'kysely';
import type { FeedHold, FeedRunResource, StockClass } from '#contracts/api/vendor-feeds.ts';
import type { Actor } from '#contracts/events/index.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import type { VendorRecord } from '#contracts/vendor/vendor.ts';
import type { Clock } from '#services/platform/clock.ts';
import { lockName, type Db } from '#services/platform/database/index.ts';
import { jobCounts, stateIn, type JobCounts } from '#services/platform/jobs/index.ts';

export type FeedRunState = FeedRunResource['state'];
type LastFeed = VendorRecord['lastFeed'];

/** One reading of one kept file (rule: Repeated feeds). */
export type FeedRun = Pick<
  FeedRunResource,
  'id' | 'vendorId' | 'fileId' | 'fileName' | 'source' | 'kind' | 'state'
> & {
  requestedBy: string;
  requestedRole: Actor['role'];
  requestedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  mapping: FeedMapping;
  /** The schedule reads a file anew that was applied before: the vendor has sent nothing newer. */
  readsAgain: boolean;
  fileHash: string | null;
  rows: number | null;
  reported: number | null;
  counts: Partial<Record<StockClass, number>> | null;
  holds: FeedHold[];
  total: number | null;
  done: number;
  /** Who applied, discarded or took it back last, and when. */
  decidedBy: string | null;
  decidedRole: Actor['role'] | null;
  decidedAt: Date | null;
  appliedBy: string | null;
  appliedAt: Date | null;
  /** The holds that were confirmed when it was applied. */
  confirmed: FeedHold['reason'][];
  withdraws: boolean;
  formerFeed: LastFeed;
  failure: string | null;
  /** How often the step under way has failed; of a reading, how often it was begun. */
  attempts: number;
  /** Until when a step that has failed is left alone. */
  againAt: Date | null;
  /** Null while the run has its rows. */
  rowsRemovedAt: Date | null;
};

/**
 * Who applied a run. A process of the release before this was kept notes only who decided it, which is the same until it
 * is taken back.
 */
export const appliedBy = sql`
  coalesce(applied_by, case when state in ('APPLYING', 'APPLIED') then decided_by end)`;

const columns = sql`
  id, vendor_id as "vendorId", file_id as "fileId", file_name as "fileName", source, kind, state,
  requested_by as "requestedBy", requested_role as "requestedRole", requested_at as "requestedAt",
  started_at as "startedAt", finished_at as "finishedAt", mapping, reads_again as "readsAgain",
  file_hash as "fileHash", rows, reported, counts, holds, total, done, decided_by as "decidedBy", decided_role as "decidedRole", decided_at as "decidedAt",
  ${appliedBy} as "appliedBy", applied_at as "appliedAt", confirmed, withdraws, former_feed as "formerFeed", failure,
  attempts, again_at as "againAt", rows_removed_at as "rowsRemovedAt"`;

/** The states of a run that waits for a person to apply or discard it. */
export const AWAITING_DECISION: readonly FeedRunState[] = ['CLASSIFIED', 'HELD'];

/** Whether a run waits for a person, to be applied or discarded. */
export const awaitsDecision = ({ state }: Pick<FeedRun, 'state'>): boolean =>
  AWAITING_DECISION.includes(state);

const OPEN: readonly FeedRunState[] = ['WAITING', 'READING', 'APPLYING', 'TAKING_BACK'];
const isOpen = stateIn(OPEN);

/** True while the run has a step for the job. */
export const isUnderWay = ({ state }: Pick<FeedRun, 'state'>): boolean => OPEN.includes(state);

const since = sql`coalesce(decided_at, requested_at)`;

async function runsWhere(db: Db, condition: RawBuilder<unknown>): Promise<FeedRun[]> {
  const { rows } = await sql<FeedRun>`select ${columns} from vitrine.feed_run where ${condition}`.execute(db);
  return rows;
}

/** Puts a run in the queue, unless there is one with its id. */
export async function insertRun(
  db: Db,
  run: Pick<
    FeedRun,
    | 'id'
    | 'vendorId'
    | 'fileId'
    | 'fileName'
    | 'source'
    | 'kind'
    | 'requestedBy'
    | 'requestedRole'
    | 'requestedAt'
    | 'mapping'
    | 'readsAgain'
  >,
): Promise<void> {
  await sql`
    insert into vitrine.feed_run (id, vendor_id, file_id, file_name, source, kind, state, requested_by, requested_role,
      requested_at, mapping, reads_again)
    values (${run.id}, ${run.vendorId}, ${run.fileId}, ${run.fileName}, ${run.source}, ${run.kind}, 'WAITING',
      ${run.requestedBy}, ${run.requestedRole}, ${run.requestedAt}, ${JSON.stringify(run.mapping)}::json,
      ${run.readsAgain})
    on conflict do nothing`.execute(db);
}

/** A run with its progress; null when there is none of that id. */
export async function findRun(db: Db, id: string): Promise<FeedRun | null> {
  return (await runsWhere(db, sql`id = ${id}`))[0] ?? null;
}

/** The run that has waited longest for the job, or was left by a killed process; none that is put off. */
export async function nextOpenRun({ db, clock }: { db: Db; clock: Clock }): Promise<FeedRun | null> {
  const isDue = sql`(again_at is null or again_at <= ${clock()})`;
  return (await runsWhere(db, sql`${isOpen} and ${isDue} order by ${since}, id limit 1`))[0] ?? null;
}

/**
 * Locks a run until the transaction of `db` ends: its state and the classes of its rows change together. Of several rows
 * none is changed before their run is locked, so that no two transactions wait for each other's rows.
 */
export async function lockRun(db: Db, id: string): Promise<void> {
  await sql`select from vitrine.feed_run where id = ${id} for update`.execute(db);
}

/** Notes why the step of an open run has failed, and until when it is left alone. */
export async function putOff(
  db: Db,
  id: string,
  { attempts, againAt, failure }: Pick<FeedRun, 'attempts' | 'failure'> & { againAt: Date },
): Promise<void> {
  await sql`
    update vitrine.feed_run set attempts = ${attempts}, again_at = ${againAt}, failure = ${failure}
    where id = ${id} and ${isOpen}`.execute(db);
}

/** Whether a run of the vendor is under way or waits for a person. */
export async function hasWaitingRun(db: Db, vendorId: number): Promise<boolean> {
  const waiting = sql`vendor_id = ${vendorId} and state not in ('APPLIED', 'TAKEN_BACK', 'DISCARDED', 'FAILED') limit 1`;
  return (await runsWhere(db, waiting)).length > 0;
}

/** The run of the vendor that was applied last and not taken back; null when there is none. */
export async function lastAppliedRun(db: Db, vendorId: number): Promise<FeedRun | null> {
  const applied = sql`vendor_id = ${vendorId} and applied_at is not null and state in ('APPLYING', 'APPLIED', 'TAKING_BACK')
    order by applied_at desc, id desc limit 1`;
  return (await runsWhere(db, applied))[0] ?? null;
}

/** Whether a full feed of the vendor was applied and not taken back. */
export async function hasSentFull(db: Db, vendorId: number): Promise<boolean> {
  const full = sql`vendor_id = ${vendorId} and kind = 'FULL' and state in ('APPLYING', 'APPLIED', 'TAKING_BACK') limit 1`;
  return (await runsWhere(db, full)).length > 0;
}

/**
 * Locks the decisions on a vendor's runs until the transaction ends: of two that are given at once, the second sees what
 * the first has decided.
 */
export async function lockDecisions(tx: Db, vendorId: number): Promise<void> {
  await lockName(tx, `vitrine feed of vendor ${vendorId}`);
}

/** True when another run of the vendor was applied or taken back after a run was classified, or is about to be. */
export async function isStockWrittenSince(
  db: Db,
  { id, vendorId, finishedAt }: Pick<FeedRun, 'id' | 'vendorId' | 'finishedAt'>,
): Promise<boolean> {
  if (finishedAt === null) return false;
  const written = sql`vendor_id = ${vendorId} and id <> ${id} and (state in ('APPLYING', 'TAKING_BACK')
    or (state in ('APPLIED', 'TAKEN_BACK') and finished_at > ${finishedAt})) limit 1`;
  return (await runsWhere(db, written)).length > 0;
}

/**
 * True when a run waits for a person and can be applied no more: the vendor's stock was written since (rule: Repeated
 * feeds).
 */
export const isOutdated = async (db: Db, run: FeedRun): Promise<boolean> =>
  awaitsDecision(run) && (await isStockWrittenSince(db, run));

/**
 * True when an earlier run of the same file waited for a person while another of the vendor was applied or taken back,
 * and the file was not applied since.
 */
export async function hasOutdatedWaitingRun(
  db: Db,
  { id, vendorId, fileId, requestedAt }: Pick<FeedRun, 'id' | 'vendorId' | 'fileId' | 'requestedAt'>,
): Promise<boolean> {
  // The run that takes its place is started before it is discarded.
  const waited = [...AWAITING_DECISION, 'DISCARDED'];
  const { rows } = await sql`
    select from vitrine.feed_run as waiting
    where vendor_id = ${vendorId} and file_id = ${fileId} and id <> ${id} and requested_at <= ${requestedAt}
      and state = any(${waited}::text[])
      and exists (select from vitrine.feed_run as other where other.vendor_id = waiting.vendor_id
        and other.state in ('APPLIED', 'TAKEN_BACK') and other.finished_at > waiting.finished_at)
      and not exists (select from vitrine.feed_run as same where same.vendor_id = waiting.vendor_id
        and same.file_id = waiting.file_id and same.state = 'APPLIED' and same.finished_at > waiting.finished_at)
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The fields of a run that a step changes. */
type RunChanges = Partial<
  Pick<
    FeedRun,
    | 'startedAt'
    | 'finishedAt'
    | 'fileHash'
    | 'rows'
    | 'reported'
    | 'counts'
    | 'holds'
    | 'total'
    | 'done'
    | 'decidedBy'
    | 'decidedRole'
    | 'decidedAt'
    | 'appliedBy'
    | 'appliedAt'
    | 'confirmed'
    | 'withdraws'
    | 'formerFeed'
    | 'failure'
    | 'attempts'
    | 'againAt'
  >
>;

/** Who has decided what becomes of a run, and when. */
export const decision = (
  { username, role }: Actor,
  at: Date,
): Pick<FeedRun, 'decidedBy' | 'decidedRole' | 'decidedAt'> => ({
  decidedBy: username,
  decidedRole: role,
  decidedAt: at,
});

const JSON_COLUMNS: ReadonlySet<string> = new Set(['counts', 'holds', 'formerFeed']);
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Moves a run from one of these states to another, with further changes; false when another process or person was
 * faster. What an attempt before has failed on is forgotten.
 */
export async function changeState(
  db: Db,
  id: string,
  from: readonly FeedRunState[],
  to: FeedRunState,
  changes: RunChanges = {},
): Promise<boolean> {
  const sets = Object.entries({ failure: null, againAt: null, ...changes }).map(
    ([field, value]) =>
      sql`, ${sql.ref(columnOf(field))} = ${JSON_COLUMNS.has(field) && value !== null ? sql`${JSON.stringify(value)}::json` : value}`,
  );
  const { rows } = await sql`
    update vitrine.feed_run set state = ${to} ${sql.join([sql``, ...sets], sql``)}
    where id = ${id} and state = any(${[...from]}::text[]) returning id`.execute(db);
  return rows.length > 0;
}

/** Counts parcels as done in the current step. */
export async function noteProgress(db: Db, id: string, more: number): Promise<void> {
  await sql`update vitrine.feed_run set done = done + ${more} where id = ${id}`.execute(db);
}

/** How many feed runs wait for the job, and how many could not use their file. */
export const feedRunCounts = (db: Db): Promise<JobCounts> =>
  jobCounts(db, 'vitrine.feed_run', { open: isOpen, since, failed: sql`state = 'FAILED'` });
