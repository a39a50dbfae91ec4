import { sql } from 'kysely';
import { listedCount, listedNames, parcelKeepers } from '#projections/parcels/index.ts';
import type { Ppm } from '#contracts/vocabulary/money.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import type { JobTools } from '#services/platform/jobs/index.ts';
import { alwaysUnderLease } from '#services/platform/leases/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { pauseAfter } from '#services/platform/reactors/index.ts';
import { isStoreAway } from '#services/platform/stores/index.ts';
import { markupToday, repriceParcel, type Repriced } from './reprice-parcel.ts';
import { retiering } from './retier-parcel.ts';

export type RunRepricingOptions = JobTools & {
  context: CommandContext;
  /** Resolves with true when the read model has every parcel that the log has; false when it stays behind. */
  readModelCaughtUp: () => Promise<boolean>;
};

type Kind = 'MARKUP' | 'TIERS';
type Repricing = {
  id: string;
  vendorId: number;
  kind: Kind;
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
 * Reprices the parcels of vendors whose markup has changed, gives those that people judged their tiers, and sees to
 * those that come back from a customer, until the signal is aborted; one process at a time (rule: List price and
 * customer price; rule: Accept and reject). A run that was killed continues where it was, and writes nothing twice.
 */
export async function runRepricing(options: RunRepricingOptions): Promise<void> {
  const { leases, log, signal } = options;
  await alwaysUnderLease({ leases, name: 'repricing', log, signal }, (held) => whileHeld(options, held));
}

async function whileHeld(options: RunRepricingOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await nextDue(options.context);
    const worked = due !== undefined && (await repriceOrPutOff(options, due, signal));
    const returned = await repriceReturned(options.context);
    if (worked || returned === 'repriced') continue;
    const waits = due !== undefined || returned === 'held';
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
    const againAt = new Date(clock().getTime() + pauseAfter(attempts, AGAIN_AFTER));
    await sql`
      update vitrine.repricing set attempts = ${attempts}, again_at = ${againAt} where id = ${due.id}`.execute(
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
    const held = await repriceSideBySide(context, { vendorId, kind }, names, id);
    afterParcel = names.at(-1) ?? afterParcel;
    const last = names.length < PAGE;
    const goesOn = await db.transaction().execute(async (tx) => {
      const { rows: noted } = await sql`
        update vitrine.repricing set done = done + ${names.length}, held = held + ${held.length}, after_parcel = ${afterParcel},
          finished_at = ${last ? clock() : null}, attempts = 0, again_at = null where id = ${id} and after_parcel = ${from} and finished_at is null
        returning id`.execute(tx);
      if (noted.length === 0) return false;
      await sql`
        insert into vitrine.repricing_held (parcel_name, kind, since)
        select name, ${kind}, ${clock()}::timestamptz from unnest(${held}::text[]) as name
        on conflict do nothing`.execute(tx);
      return true;
    });
    // Another process has continued it while this one was held up.
    if (!goesOn) return false;
    if (!last) continue;
    log.info(
      `the parcels of vendor ${vendorId} ${kind === 'TIERS' ? 'that people judged have their tiers' : 'were repriced'}`,
    );
    return true;
  }
  return false;
}

/** Reprices the parcels that were held and came back. `held`: customers still have all others. */
async function repriceReturned(context: CommandContext): Promise<'none' | 'held' | 'repriced'> {
  const { db } = context;
  // Without one there may be no read model yet.
  const { rows: someHeld } = await sql`select from vitrine.repricing_held limit 1`.execute(db);
  if (someHeld.length === 0) return 'none';
  const { rows } = await sql<{ name: string; vendorId: number; kind: Kind }>`
    select held.parcel_name as name, parcel.vendor_id as "vendorId", held.kind from vitrine.repricing_held as held
    join ${parcelKeepers} as parcel on parcel.parcel_name = held.parcel_name
    where parcel.customer_id is null order by 1, 3 limit ${PAGE}`.execute(db);
  let settled = 0;
  for (const kind of ['MARKUP', 'TIERS'] as const)
    for (const vendorId of new Set(rows.map((row) => row.vendorId))) {
      const own = rows
        .filter((row) => row.vendorId === vendorId && row.kind === kind)
        .map(({ name }) => name);
      if (own.length === 0) continue;
      const held = await repriceSideBySide(context, { vendorId, kind }, own, 'returned');
      const right = own.filter((name) => !held.includes(name));
      await sql`
        delete from vitrine.repricing_held where kind = ${kind} and parcel_name = any(${right}::text[])`.execute(
        db,
      );
      settled += right.length;
    }
  return settled > 0 ? 'repriced' : 'held';
}

/** Reprices or retiers parcels of one vendor; returns the names of those that a customer has. */
async function repriceSideBySide(
  context: CommandContext,
  { vendorId, kind }: Pick<Repricing, 'vendorId' | 'kind'>,
  parcels: readonly string[],
  cause: string,
): Promise<string[]> {
  const adjust =
    kind === 'TIERS'
      ? await retiering(context, vendorId, cause)
      : repricingBy(context, await markupToday(context, vendorId), cause);
  const outcomes = await inParallel(parcels, SIDE_BY_SIDE, async (name) => ({
    name,
    outcome: await adjust(name),
  }));
  return outcomes.filter(({ outcome }) => outcome === 'held').map(({ name }) => name);
}

const repricingBy =
  (context: CommandContext, markupPpm: Ppm, cause: string) =>
  (name: string): Promise<Repriced> =>
    repriceParcel(context, name, markupPpm, cause);
