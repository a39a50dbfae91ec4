import { sql } from 'kysely';
import {
  STOCK_CLASSES,
  type FeedRunRow,
  type StockClass,
  type WireFeedProblem,
} from '#contracts/api/vendor-feeds.ts';
import type { StockJudgements } from '#contracts/vendor/stock-judgements.ts';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { encodeTextArray, textOf, type Db } from '#services/platform/database/index.ts';
import type { Offer } from '../feed/check-row.ts';
import type { StockRecord } from '../feed/decide-stock.ts';
import { lockRun } from './run-store.ts';

/** A row of a run as it was classified. Prices in cents. */
export type ClassifiedRow = Pick<
  FeedRunRow,
  'id' | 'row' | 'vendorStockId' | 'parcelName' | 'stone' | 'changes' | 'problems'
> & {
  class: StockClass;
  costBefore: Cents | null;
  costAfter: Cents | null;
  totalBefore: Cents | null;
  totalAfter: Cents | null;
  offer: Offer | null;
  known: StockRecord | null;
};

/** The outcome of a row. A customer's parcel (`held`) and rows that wait for a person are not changed. */
export type RowOutcome =
  'listed' | 'changed' | 'withdrawn' | 'unchanged' | 'held' | 'waiting' | 'clash' | 'taken back';

/** A row for a step of a run. */
export type WorkRow = Pick<
  ClassifiedRow,
  'id' | 'row' | 'vendorStockId' | 'parcelName' | 'class' | 'problems' | 'offer' | 'known'
> & {
  passed: boolean;
  outcome: RowOutcome | null;
  /** When a doubt was found that came after the classification: a yes of before did not know it. */
  setAsideAt: Date | null;
};

/** What of a row decides what applying it does; `offer` and `known` null where there is none. */
export type JudgedRow = Pick<WorkRow, 'vendorStockId' | 'class' | 'problems' | 'passed'> & {
  offer: unknown;
  known: Pick<StockRecord, 'withdrawn'> | null;
};

const CHUNK = 2_000;

/** The columns that a classification fills, with their values. */
const ROW_COLUMNS = [
  ['id', 'text', 'id'],
  ['row', 'int', 'row'],
  ['vendor_stock_id', 'text', 'vendorStockId'],
  ['parcel_name', 'text', 'parcelName'],
  ['class', 'text', 'class'],
  ['stone', 'text', 'stone'],
  ['cost_before', 'bigint', 'costBefore'],
  ['cost_after', 'bigint', 'costAfter'],
  ['total_before', 'bigint', 'totalBefore'],
  ['total_after', 'bigint', 'totalAfter'],
  ['changes', 'json', 'changes'],
  ['problems', 'json', 'problems'],
  ['offer', 'json', 'offer'],
  ['known', 'json', 'known'],
] as const satisfies readonly (readonly [string, string, keyof ClassifiedRow])[];

/** Replaces a run's rows. Run it inside the transaction that ends the classification. */
export async function replaceRows(tx: Db, runId: string, rows: readonly ClassifiedRow[]): Promise<void> {
  await sql`delete from vitrine.feed_run_row where run_id = ${runId}`.execute(tx);
  const names = sql.join(ROW_COLUMNS.map(([name]) => sql.ref(name)));
  const given = sql.join(ROW_COLUMNS.map(([name, type]) => sql`given.${sql.ref(name)}::${sql.raw(type)}`));
  const encoded = (start: number) => {
    const chunk = rows.slice(start, start + CHUNK);
    return ROW_COLUMNS.map(([, type, field]) => {
      const column = encodeTextArray(chunk.map((row) => textOf(row[field], type)));
      return sql`${column}::text[]`;
    });
  };
  let next = encoded(0);
  for (let start = 0; start < rows.length; start += CHUNK) {
    const written = sql`
      insert into vitrine.feed_run_row (run_id, ${names})
      select ${runId}, ${given} from unnest(${sql.join(next)}) as given (${names})`.execute(tx);
    // The next rows are encoded while Postgres writes these.
    next = encoded(start + CHUNK);
    await written;
  }
}

const workColumns = sql`
  id, row, vendor_stock_id as "vendorStockId", parcel_name as "parcelName", class, problems, offer, known, passed,
  outcome, set_aside_at as "setAsideAt"`;

/** Rows of these classes without an outcome yet, in the order of their ids, after one ('' for the first). */
export async function rowsToWrite(
  db: Db,
  runId: string,
  classes: readonly StockClass[],
  after: string,
  limit: number,
): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select ${workColumns} from vitrine.feed_run_row
    where run_id = ${runId} and id > ${after} and class = any(${[...classes]}::text[]) and outcome is null
    order by id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Rows of these classes that applying does the same to, in groups: one of each, and how many they are. A run may have
 * half a million; the offers themselves are left where they are.
 */
export async function rowGroups(
  db: Db,
  runId: string,
  classes: readonly StockClass[],
  judgements: StockJudgements,
): Promise<(JudgedRow & { count: number })[]> {
  const judged = Object.entries(judgements);
  const ids = encodeTextArray(judged.map(([id]) => id));
  const words = encodeTextArray(
    judged.map(([, { status, leftUnlisted }]) => JSON.stringify([status, leftUnlisted])),
  );
  const { rows } = await sql<JudgedRow & { count: number }>`
    with alike as (
      select min(row.id) as id, count(*)::int as count from vitrine.feed_run_row as row
      left join unnest(${ids}::text[], ${words}::text[]) as judged (id, word) on judged.id = row.vendor_stock_id
      where run_id = ${runId} and class = any(${[...classes]}::text[])
      group by class, json_array_length(problems) > 0, passed, offer is null, known is null, known->>'withdrawn',
        judged.word)
    select vendor_stock_id as "vendorStockId", class, problems, passed, nullif(offer is not null, false) as offer,
      case when known is not null then json_build_object('withdrawn', known->'withdrawn') end as known, count
    from alike join vitrine.feed_run_row as row on row.run_id = ${runId} and row.id = alike.id`.execute(db);
  return rows;
}

/** Rows with one of these outcomes, in the order of their ids, after one ('' for the first). */
export async function writtenRows(
  db: Db,
  runId: string,
  outcomes: readonly RowOutcome[],
  after: string,
  limit: number,
): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select ${workColumns} from vitrine.feed_run_row
    where run_id = ${runId} and id > ${after} and outcome = any(${[...outcomes]}::text[])
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** How many rows there are of these classes, or with these outcomes. */
export async function countRows(
  db: Db,
  runId: string,
  { classes, outcomes }: { classes?: readonly StockClass[]; outcomes?: readonly RowOutcome[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vitrine.feed_run_row where run_id = ${runId}
      and (${classes === undefined} or class = any(${[...(classes ?? [])]}::text[]))
      and (${outcomes === undefined} or outcome = any(${[...(outcomes ?? [])]}::text[]))`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Notes the outcomes of rows, in the transaction of `tx`. One that was written, by the run or by a later judgement, is not noted as left alone by
 * work that found it before; one whose offer was written waits for nothing any more, and one that waited and was accepted
 * while a customer had it is held.
 */
export async function noteOutcomes(
  tx: Db,
  runId: string,
  outcomes: readonly { id: string; outcome: RowOutcome }[],
): Promise<void> {
  await lockRun(tx, runId);
  await sql`
    update vitrine.feed_run_row as row set outcome = done.outcome,
      set_aside_at = case when done.outcome in ('listed', 'changed') then null else row.set_aside_at end
    from unnest(${outcomes.map(({ id }) => id)}::text[], ${outcomes.map(({ outcome }) => outcome)}::text[]) as done (id, outcome)
    where row.run_id = ${runId} and row.id = done.id
      and (row.outcome is null or done.outcome in ('listed', 'changed', 'withdrawn', 'taken back')
        or (row.outcome = 'waiting' and done.outcome = 'held'))`.execute(tx);
}

/** A further reason for which a row is to wait for a person, found while it had this outcome. */
export type Doubt = Pick<WorkRow, 'id' | 'outcome'> & { problem: WireFeedProblem };

/**
 * Lets rows of a run wait for a person after all, from this moment on; none that was written since the doubt was found.
 * One that a customer had when it was classified is still known as held. The counts of a run that has ended follow.
 */
export async function setAside(db: Db, runId: string, doubts: readonly Doubt[], at: Date): Promise<void> {
  const ids = doubts.map(({ id }) => id);
  const outcomes = doubts.map(({ outcome }) => outcome);
  const problems = doubts.map(({ problem }) => JSON.stringify([problem]));
  await db.transaction().execute(async (tx) => {
    await lockRun(tx, runId);
    await sql`
      update vitrine.feed_run_row as row set class = 'WAITING', passed = false, set_aside_at = ${at},
        outcome = case when row.class = 'HELD' and row.outcome is null then 'held' else row.outcome end,
        problems = case when row.problems::jsonb @> doubt.problem::jsonb then row.problems
          else (row.problems::jsonb || doubt.problem::jsonb)::json end
      from unnest(${ids}::text[], ${outcomes}::text[], ${problems}::text[]) as doubt (id, outcome, problem)
      where row.run_id = ${runId} and row.id = doubt.id
        and (row.outcome is not distinct from doubt.outcome or row.outcome = 'waiting')`.execute(tx);
    await sql`
      update vitrine.feed_run set counts = (${classCounts(runId)})
      where id = ${runId} and state = 'APPLIED'`.execute(tx);
  });
}

const classCounts = (runId: string) => sql<{ counts: Record<StockClass, number> }>`
  select json_object_agg(class, count) as counts from (
    select stock.class, count(row.id)::int as count from unnest(${[...STOCK_CLASSES]}::text[]) as stock (class)
    left join vitrine.feed_run_row as row on row.run_id = ${runId} and row.class = stock.class
    group by stock.class) as counted`;

/** How many rows of a run there are of each class. */
export async function countClasses(db: Db, runId: string): Promise<Record<StockClass, number>> {
  const { rows } = await classCounts(runId).execute(db);
  return rows[0]!.counts;
}

/**
 * The vendor's stock numbers of stones that the run read and did not list, also where the vendor's stones were no longer
 * listed by themselves when it was applied (rule: Accept and reject).
 */
export async function stockNumbersLeftUnlisted(db: Db, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select vendor_stock_id as id from vitrine.feed_run_row
    where run_id = ${runId} and class in ('NEW', 'UNLISTED') and outcome = 'waiting' and known is null
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Lets waiting rows of the vendor's open runs pass, by a person's decision of a moment, or no longer. A row that was set
 * aside since then waits for another decision.
 */
export async function setPassed(
  db: Db,
  vendorId: number,
  stockNumbers: readonly string[],
  { passed, at }: { passed: boolean; at: Instant },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from vitrine.feed_run where vendor_id = ${vendorId} and state in ('CLASSIFIED', 'HELD', 'APPLYING')
      order by id`.execute(tx);
    for (const { id } of rows) {
      await lockRun(tx, id);
      await sql`
        update vitrine.feed_run_row as row set passed = ${passed} from vitrine.feed_run as run
        where run.id = ${id} and row.run_id = run.id and run.state in ('CLASSIFIED', 'HELD', 'APPLYING')
          and row.class in ('WAITING', 'UNLISTED') and row.vendor_stock_id = any(${[...stockNumbers]}::text[])
          and (not ${passed}::boolean or row.set_aside_at is null or row.set_aside_at < ${at})`.execute(tx);
    }
  });
}

/** Whether a yes of a moment was given after a row was set aside, if it was: else it did not know why. */
export const isKnownTo = (at: Instant, { setAsideAt }: Pick<WorkRow, 'setAsideAt'>): boolean =>
  setAsideAt === null || setAsideAt < new Date(at);

/** The vendor's offers of these stones: from its last full feed, if any, and additions without or after it. */
const offersOf = (vendorId: number, stockNumbers: readonly string[]) => sql`
  select row.*, run.applied_at from vitrine.feed_run_row as row join vitrine.feed_run as run on run.id = row.run_id
  where run.vendor_id = ${vendorId} and run.state in ('APPLYING', 'APPLIED')
    and run.applied_at >= coalesce((
      select max(applied_at) from vitrine.feed_run
      where vendor_id = ${vendorId} and state in ('APPLYING', 'APPLIED') and kind = 'FULL'), '-infinity')
    and row.vendor_stock_id = any(${[...stockNumbers]}::text[]) and row.offer is not null`;

/** The newest offer of each of these stones that the vendor's feeds have. */
export async function newestOffers(
  db: Db,
  vendorId: number,
  stockNumbers: readonly string[],
): Promise<(WorkRow & { runId: string })[]> {
  if (stockNumbers.length === 0) return [];
  const { rows } = await sql<WorkRow & { runId: string }>`
    select distinct on (vendor_stock_id) ${workColumns}, run_id as "runId"
    from (${offersOf(vendorId, stockNumbers)}) as offered
    order by vendor_stock_id, applied_at desc`.execute(db);
  return rows;
}

/** The stock numbers of those stones whose newest offer waits for a person, or will when its run comes to it. */
export async function waitingOffers(
  db: Db,
  vendorId: number,
  stockNumbers: readonly string[],
): Promise<Set<string>> {
  if (stockNumbers.length === 0) return new Set();
  // A sheet may accept a whole stock: the offers themselves are left where they are.
  const { rows } = await sql<{ vendorStockId: string }>`
    select "vendorStockId" from (
      select distinct on (vendor_stock_id) vendor_stock_id as "vendorStockId", class, outcome, set_aside_at
      from (${offersOf(vendorId, stockNumbers)}) as offered
      order by vendor_stock_id, applied_at desc) as newest
    where outcome = 'waiting' or (coalesce(outcome, 'held') = 'held' and class = 'WAITING')
      or set_aside_at is not null`.execute(db);
  return new Set(rows.map(({ vendorStockId }) => vendorStockId));
}

/** Those of these stones that a run withdrew although it offers them. */
export async function withdrawnOffers(
  db: Db,
  runId: string,
  stockNumbers: readonly string[],
): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select ${workColumns} from vitrine.feed_run_row
    where run_id = ${runId} and outcome = 'withdrawn' and offer is not null
      and vendor_stock_id = any(${[...stockNumbers]}::text[])`.execute(db);
  return rows;
}

/** How many rows have each outcome so far. */
export async function outcomeCounts(db: Db, runId: string): Promise<Partial<Record<RowOutcome, number>>> {
  const { rows } = await sql<{ outcome: RowOutcome; count: number }>`
    select outcome, count(*)::int as count from vitrine.feed_run_row
    where run_id = ${runId} and outcome is not null group by outcome`.execute(db);
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

/** All faults of a run's file and all rows that wait for a person, in the order of the rows. */
export async function rowProblems(db: Db, runId: string): Promise<WireFeedProblem[]> {
  const { rows } = await sql<{ problems: WireFeedProblem[] }>`
    select problems from vitrine.feed_run_row where run_id = ${runId} and row is not null
      and json_array_length(problems) > 0 order by row, id`.execute(db);
  return rows.flatMap(({ problems }) => problems);
}

/** A row as people read it. */
export type ShownRow = Omit<ClassifiedRow, 'offer' | 'known'>;

const SHOWN_PAGE = 2_000;

/** All rows of a run, in the order of the file; parcels missing from it at the end. */
export async function* shownRows(db: Db, runId: string): AsyncGenerator<ShownRow> {
  let last: { place: number; id: string } = { place: 0, id: '' };
  for (;;) {
    const { rows } = await sql<ShownRow & { place: number }>`
      select * from (
        select id, row, vendor_stock_id as "vendorStockId", parcel_name as "parcelName", class, stone,
          cost_before as "costBefore", cost_after as "costAfter", total_before as "totalBefore",
          total_after as "totalAfter", changes, problems, coalesce(row, 2147483647) as place
        from vitrine.feed_run_row where run_id = ${runId}) as row
      where (place, id) > (${last.place}, ${last.id}) order by place, id limit ${SHOWN_PAGE}`.execute(db);
    yield* rows;
    last = rows.at(-1) ?? last;
    if (rows.length < SHOWN_PAGE) return;
  }
}
