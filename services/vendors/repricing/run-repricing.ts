import { sql } from 'kysely';
import { listedCount, listedNames, parcelKeepers } from '#projections/parcels/index.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { alwaysUnderLease, type Leases } from '#services/platform/leases/index.ts';
import { pause } from '#services/platform/pause.ts';
import { markupToday, repriceParcel } from './reprice-parcel.ts';

export type RunRepricingOptions = {
  context: CommandContext;
  /** One process at a time does it. */
  leases: Leases;
  /** Resolves with true when the read model has every parcel that the log has; false when it stays behind. */
  readModelCaughtUp: () => Promise<boolean>;
  log: { info(message: string): void; warn(message: string): void };
  signal: AbortSignal;
};

type Repricing = { id: string; vendorId: number; total: number | null; afterParcel: string };

const LOOK_EVERY_MS = 2_000;
const PAGE = 500;
const SIDE_BY_SIDE = 64;

/**
 * Reprices the parcels of vendors whose markup has changed, and those that come back from a customer, until
 * the signal is aborted; one process at a time (rule: List price and customer price). A run that was killed
 * continues where it was, and prices nothing twice.
 */
export async function runRepricing(options: RunRepricingOptions): Promise<void> {
  const { leases, log, signal } = options;
  await alwaysUnderLease({ leases, name: 'repricing', log, signal }, (held) => whileHeld(options, held));
}

async function whileHeld(options: RunRepricingOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await nextDue(options.context);
    const worked = due !== undefined && (await repriceVendor(options, due, signal));
    if (!(await repriceReturned(options.context)) && !worked) await pause(LOOK_EVERY_MS, signal);
  }
}

async function nextDue({ db, clock }: CommandContext): Promise<Repricing | undefined> {
  const { rows } = await sql<Repricing>`
    select id, vendor_id as "vendorId", total, after_parcel as "afterParcel" from vitrine.repricing
    where finished_at is null and due_at <= ${clock()} order by due_at, id limit 1`.execute(db);
  return rows[0];
}

/** Goes through the vendor's parcels by name, page by page; false when it could not begin yet. */
async function repriceVendor(
  { context, readModelCaughtUp, log }: RunRepricingOptions,
  repricing: Repricing,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock } = context;
  const { id, vendorId } = repricing;
  if (!(await readModelCaughtUp())) return false;
  if (repricing.total === null) {
    const total = await listedCount(db, vendorId);
    await sql`
      update vitrine.repricing set started_at = ${clock()}, total = ${total} where id = ${id}`.execute(db);
  }
  let { afterParcel } = repricing;
  while (!signal.aborted) {
    const names = await listedNames(db, vendorId, afterParcel, PAGE);
    const held = await repriceSideBySide(context, vendorId, names, id);
    const from = afterParcel;
    afterParcel = names.at(-1) ?? afterParcel;
    const last = names.length < PAGE;
    const goesOn = await db.transaction().execute(async (tx) => {
      const { rows: noted } = await sql`
        update vitrine.repricing set done = done + ${names.length}, held = held + ${held.length}, after_parcel = ${afterParcel},
          finished_at = ${last ? clock() : null} where id = ${id} and after_parcel = ${from} and finished_at is null
        returning id`.execute(tx);
      if (noted.length === 0) return false;
      await sql`
        insert into vitrine.repricing_held (parcel_name, since) select name, ${clock()}::timestamptz from unnest(${held}::text[]) as name
        on conflict do nothing`.execute(tx);
      return true;
    });
    // Another process has gone on with it while this one was held up.
    if (!goesOn) return false;
    if (!last) continue;
    log.info(`the parcels of vendor ${vendorId} were repriced`);
    return true;
  }
  return false;
}

/** Parcels that were held and came back; true when there were some. */
async function repriceReturned(context: CommandContext): Promise<boolean> {
  const { db } = context;
  // Without one there may be no read model yet.
  const { rows: someHeld } = await sql`select from vitrine.repricing_held limit 1`.execute(db);
  if (someHeld.length === 0) return false;
  const { rows } = await sql<{ name: string; vendorId: number }>`
    select held.parcel_name as name, parcel.vendor_id as "vendorId" from vitrine.repricing_held as held
    join ${parcelKeepers} as parcel on parcel.parcel_name = held.parcel_name
    where parcel.customer_id is null order by 1 limit ${PAGE}`.execute(db);
  const held: string[] = [];
  for (const vendorId of new Set(rows.map((row) => row.vendorId))) {
    const own = rows.filter((row) => row.vendorId === vendorId).map((row) => row.name);
    held.push(...(await repriceSideBySide(context, vendorId, own, 'returned')));
  }
  const settled = rows.map(({ name }) => name).filter((name) => !held.includes(name));
  await sql`delete from vitrine.repricing_held where parcel_name = any(${settled}::text[])`.execute(db);
  return settled.length > 0;
}

/** Reprices parcels of one vendor; gives the names of those that a customer has. */
async function repriceSideBySide(
  context: CommandContext,
  vendorId: number,
  parcels: readonly string[],
  cause: string,
): Promise<string[]> {
  const markup = await markupToday(context, vendorId);
  const outcomes = await inParallel(parcels, SIDE_BY_SIDE, async (name) => ({
    name,
    outcome: await repriceParcel(context, name, markup, cause),
  }));
  return outcomes.filter(({ outcome }) => outcome === 'held').map(({ name }) => name);
}
