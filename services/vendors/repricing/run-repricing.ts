import { sql } from 'kysely';
import { listedCount, listedNames, parcelKeepers } from '#projections/parcels/index.ts';
import { againAt } from '#services/platform/backoff.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import type { JobTools } from '#services/platform/jobs/index.ts';
import { alwaysUnderLease } from '#services/platform/leases/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';
import { isStoreAway } from '#services/platform/stores/index.ts';
import type { RepricingKind } from './queue-repricing.ts';
import { markupToday, repriceParcel, type Repriced } from './reprice-parcel.ts';
import { rejectingReturned } from './reject-returned.ts';
import { retiering } from './retier-parcel.ts';

export type RunRepricingOptions = JobTools & {
  context: CommandContext;
  /** Resolves with true when the read model has every parcel that the log has; false when it stays behind. */
  readModelCaughtUp: () => Promise<boolean>;
};

type Repricing = {
  id: string;
  vendorId: number;
  kind: RepricingKind;
  /** Null: all of the vendor. */
  parcels: readonly string[] | null;
  total: number | null;
  afterParcel: string;
  /** How often in a row it has failed. */
  attempts: number;
};

/** When no work is announced: a repricing may be due at a later time. */
const LOOK_EVERY_MS = 30_000;
/** While one cannot begin yet, or customers have parcels to be repriced when they come back. */
const LOOK_AGAIN_MS = 2_000;
/** Between two tries of one that fails though the stores answer. */
const AGAIN_AFTER = { firstMs: 5_000, longestMs: 600_000 };
const PAGE = 500;
const SIDE_BY_SIDE = 64;

/**
 * Reprices the parcels of vendors whose markup has changed, gives their tiers to those that people judged or whose
 * vendor's tier has changed, and sees to those that come back from a customer, also those that were rejected meanwhile,
 * until the signal is aborted; one process at a time (rule: List price and customer price; rule: Accept and reject). A run that was killed continues where it was, and writes nothing twice.
 */
export async function runRepricing(options: RunRepricingOptions): Promise<void> {
  const { leases, log, signal } = options;
  await alwaysUnderLease({ leases, name: 'repricing', log, signal }, (held) => whileHeld(options, held));
}

async function whileHeld(options: RunRepricingOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await nextDue(options.context);
    const worked = due !== undefined && (await repriceOrPutOff(options, due, signal));
    const returned = await repriceReturned(options, signal);
    if (worked || returned === 'repriced') continue;
    const waits = due !== undefined || returned === 'held' || (await isPutOff(options.context));
    await options.work.until('repricings', waits ? LOOK_AGAIN_MS : LOOK_EVERY_MS, signal);
  }
}

async function nextDue({ db, clock }: CommandContext): Promise<Repricing | undefined> {
  const { rows } = await sql<Repricing>`
    select id, vendor_id as "vendorId", kind, parcels, total, after_parcel as "afterParcel", attempts
    from vitrine.repricing
    where finished_at is null and due_at <= ${clock()} and (again_at is null or again_at <= ${clock()})
    order by due_at, id limit 1`.execute(db);
  return rows[0];
}

/** Whether one waits for its next try. */
async function isPutOff({ db }: CommandContext): Promise<boolean> {
  const { rows } = await sql`
    select from vitrine.repricing where finished_at is null and again_at is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** One that fails though the stores answer is put off: the other vendors have their turn, and then it is tried again. */
async function repriceOrPutOff(
  options: RunRepricingOptions,
  due: Repricing,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock } = options.context;
  try {
    return await repriceVendor(options, due, signal);
  } catch (error) {
    if (signal.aborted || isStoreAway(error)) throw error;
    options.log.warn(
      `the repricing of vendor ${due.vendorId} failed, and is tried again: ${messageOf(error)}`,
    );
    const attempts = due.attempts + 1;
    await sql`
      update vitrine.repricing set attempts = ${attempts}, again_at = ${againAt(clock(), attempts, AGAIN_AFTER)} where id = ${due.id}`.execute(
      db,
    );
    return true;
  }
}

/** Goes through the parcels by name, page by page; false when it could not begin yet. */
async function repriceVendor(
  { context, readModelCaughtUp, log }: RunRepricingOptions,
  repricing: Repricing,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock } = context;
  const { id, vendorId, kind, parcels } = repricing;
  // Unless parcels are named, the read model decides which there are.
  if (parcels === null && !(await readModelCaughtUp())) return false;
  if (repricing.total === null) {
    const total = parcels?.length ?? (await listedCount(db, vendorId));
    await sql`
      update vitrine.repricing set started_at = ${clock()}, total = ${total} where id = ${id}`.execute(db);
  }
  let { afterParcel } = repricing;
  while (!signal.aborted) {
    const from = afterParcel;
    const names = parcels
      ? parcels.filter((name) => name > from).slice(0, PAGE)
      : await listedNames(db, vendorId, from, PAGE);
    const adjust = await adjustingOf(context, { vendorId, kind }, id, names);
    const outcomes = await adjustEach(names, adjust, signal);
    const held = namesOf(outcomes, 'held');
    const failed = namesOf(outcomes, 'failed');
    warnOf(outcomes, vendorId, log);
    afterParcel = names.at(-1) ?? afterParcel;
    const last = names.length < PAGE;
    const goesOn = await db.transaction().execute(async (tx) => {
      const { rows: noted } = await sql`
        update vitrine.repricing set done = done + ${names.length}, after_parcel = ${afterParcel},
          finished_at = ${last ? clock() : null}, attempts = 0, again_at = null where id = ${id} and after_parcel = ${from} and finished_at is null
        returning id`.execute(tx);
      if (noted.length === 0) return false;
      await sql`
        insert into vitrine.repricing_held (parcel_name, kind, since, repricing_id)
        select name, ${kind}, ${clock()}::timestamptz, ${id} from unnest(${held}::text[]) as name
        on conflict (parcel_name, kind) do update
        set repricing_id = excluded.repricing_id, attempts = 0, again_at = null`.execute(tx);
      await sql`
        insert into vitrine.repricing_held as before (parcel_name, kind, since, attempts, again_at, repricing_id)
        select name, ${kind}, ${clock()}::timestamptz, 1, ${againAt(clock(), 1, AGAIN_AFTER)}::timestamptz, ${id}
        from unnest(${failed}::text[]) as name
        on conflict (parcel_name, kind) do update set repricing_id = excluded.repricing_id,
          attempts = greatest(before.attempts, 1), again_at = coalesce(before.again_at, excluded.again_at)`.execute(
        tx,
      );
      return true;
    });
    // Another process has continued it while this one was held up.
    if (!goesOn) return false;
    if (!last) continue;
    log.info(`the parcels of vendor ${vendorId} ${kind === 'TIERS' ? 'have their tiers' : 'were repriced'}`);
    return true;
  }
  return false;
}

/** What is done with a parcel when it comes back; the last withdraws one that was rejected meanwhile. */
const HELD_KINDS = ['MARKUP', 'TIERS', 'REJECTED'] as const satisfies readonly (RepricingKind | 'REJECTED')[];
/** What is adjusted of which vendor's parcels. */
type Adjusting = { vendorId: number; kind: (typeof HELD_KINDS)[number] };
type Returned = Adjusting & Pick<Repricing, 'attempts'> & { name: string };

/**
 * Reprices the parcels that were held and came back, or withdraws them; one that fails though the stores answer is put off, and holds up
 * none of the others. `held`: customers still have all others, or they are put off.
 */
async function repriceReturned(
  options: RunRepricingOptions,
  signal: AbortSignal,
): Promise<'none' | 'held' | 'repriced'> {
  const { db, clock } = options.context;
  // Without one there may be no read model yet.
  const { rows: someHeld } = await sql`select from vitrine.repricing_held limit 1`.execute(db);
  if (someHeld.length === 0) return 'none';
  const { rows } = await sql<Returned>`
    select held.parcel_name as name, parcel.vendor_id as "vendorId", held.kind, held.attempts
    from vitrine.repricing_held as held
    join ${parcelKeepers} as parcel on parcel.parcel_name = held.parcel_name
    where parcel.customer_id is null and (held.again_at is null or held.again_at <= ${clock()})
    order by 1, 3 limit ${PAGE}`.execute(db);
  let settled = 0;
  for (const kind of HELD_KINDS)
    for (const vendorId of new Set(rows.map((row) => row.vendorId))) {
      const own = rows.filter((row) => row.vendorId === vendorId && row.kind === kind);
      if (own.length > 0) settled += await settleReturned(options, { vendorId, kind }, own, signal);
    }
  return settled > 0 ? 'repriced' : 'held';
}

/** Reprices, retiers or withdraws parcels of one vendor that came back; returns how many need that no more. */
async function settleReturned(
  { context, log }: RunRepricingOptions,
  { vendorId, kind }: Adjusting,
  own: readonly Returned[],
  signal: AbortSignal,
): Promise<number> {
  const { db, clock } = context;
  // Where it fails, as that of an unknown vendor does, all of its parcels do.
  const names = own.map(({ name }) => name);
  const adjusting = adjustingOf(context, { vendorId, kind }, 'returned', names);
  const outcomes = await adjustEach(names, async (name) => (await adjusting)(name), signal);
  warnOf(outcomes, vendorId, log);
  const right = [...namesOf(outcomes, 'repriced'), ...namesOf(outcomes, 'unchanged')];
  await sql`
    delete from vitrine.repricing_held where kind = ${kind} and parcel_name = any(${right}::text[])`.execute(
    db,
  );
  const failed = new Set(namesOf(outcomes, 'failed'));
  for (const { name, attempts } of own.filter((one) => failed.has(one.name)))
    await sql`
      update vitrine.repricing_held set attempts = ${attempts + 1}, again_at = ${againAt(clock(), attempts + 1, AGAIN_AFTER)}
      where parcel_name = ${name} and kind = ${kind}`.execute(db);
  return right.length;
}

type Outcome = { name: string; outcome: Repriced | 'failed'; failure?: string };

const namesOf = (outcomes: readonly Outcome[], wanted: Outcome['outcome']): string[] =>
  outcomes.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);

/** Adjusts parcels side by side. One that fails though the stores answer holds up none of the others. */
async function adjustEach(
  parcels: readonly string[],
  adjust: (parcelName: string) => Promise<Repriced>,
  signal: AbortSignal,
): Promise<Outcome[]> {
  return inParallel(parcels, SIDE_BY_SIDE, async (name) => {
    try {
      return { name, outcome: await adjust(name) };
    } catch (error) {
      if (signal.aborted || isStoreAway(error)) throw error;
      return { name, outcome: 'failed' as const, failure: messageOf(error) };
    }
  });
}

function warnOf(outcomes: readonly Outcome[], vendorId: number, log: ProcessLog): void {
  const failed = outcomes.filter(({ outcome }) => outcome === 'failed');
  const [first] = failed;
  if (first)
    log.warn(
      `the repricing of ${failed.length} parcels of vendor ${vendorId} failed, and is tried again; of ${first.name}: ${first.failure}`,
    );
}

/** What reprices, retiers or withdraws one of these parcels of a vendor, as it is known now. */
async function adjustingOf(
  context: CommandContext,
  { vendorId, kind }: Adjusting,
  cause: string,
  parcelNames: readonly string[],
): Promise<(parcelName: string) => Promise<Repriced>> {
  if (kind === 'REJECTED') return rejectingReturned(context, vendorId);
  if (kind === 'TIERS') return retiering(context, vendorId, cause, parcelNames);
  const markupPpm = await markupToday(context, vendorId);
  return (name) => repriceParcel(context, name, markupPpm, cause);
}
