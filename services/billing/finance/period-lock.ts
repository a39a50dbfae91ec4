import { sql } from 'kysely';
import { z } from 'zod';
import { monthName, monthOf, type Month } from '#contracts/vocabulary/months.ts';
import { monthSchema } from '#contracts/vocabulary/schemas.ts';
import { houseToday } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import { notAsSeen, Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from '../billing-context.ts';
import { recordSetting, settingsOf, type Setting } from './settings.ts';

const lockSchema = z.object({ through: monthSchema.nullable() });
export type PeriodLock = Setting<z.infer<typeof lockSchema>>;

/** Every lock and unlock, the newest first. */
export const periodLocks = (db: Db): Promise<PeriodLock[]> => settingsOf(db, 'lock', lockSchema);

/** Held shared by those who write to a month, while they look at the lock and write; exclusively by those who lock. */
const GUARD = sql`hashtext('vitrine.period_lock')`;

/**
 * Locks the months up to and including one, or unlocks (rule: Period lock), in the caller's transaction. The lock in
 * force, by the same person and for the same reason, is not recorded again. Waits for bills under way. Throws Refusal
 * 422 for a month that is not over, 409 while a run still makes bills of a month that would be locked, and when the lock
 * in force is not the one that was `seen`.
 * @param how.seen what its author knows to be locked; undefined when the call does not say
 */
export async function setPeriodLock(
  { db, clock, zone }: Pick<BillingContext, 'db' | 'clock' | 'zone'>,
  through: Month | null,
  { reason, by, seen }: { reason: string; by: string; seen?: Month | null | undefined },
): Promise<void> {
  if (through !== null && through >= monthOf(houseToday({ clock, zone })))
    throw new Refusal(
      422,
      `${monthName(through)} is not over yet: only months that have ended can be locked.`,
      {
        code: 'MONTH_NOT_OVER',
        field: 'through',
      },
    );
  await sql`select pg_advisory_xact_lock(${GUARD})`.execute(db);
  await refuseDuringRun(db, (month) => through !== null && month <= through, {
    doing: 'lock',
    field: 'through',
  });
  const [newest] = await periodLocks(db);
  const inForce = newest?.value.through === through && newest.reason === reason && newest.setBy === by;
  if (inForce) return;
  refuseUnseen(newest, seen);
  await recordSetting(db, 'lock', { through }, { reason, by, at: clock() });
}

/** Throws Refusal 409 with the lock in force when its author has seen another one (rule: Period lock). */
function refuseUnseen(newest: PeriodLock | undefined, seen: Month | null | undefined): void {
  const through = newest?.value.through ?? null;
  if (seen === undefined || seen === through) return;
  const stands =
    through === null ? 'no month is locked' : `the months up to ${monthName(through)} are locked`;
  const whose = newest ? ` by ${newest.setBy} (${newest.reason})` : '';
  throw notAsSeen('The lock', `${stands}${whose}`);
}

/**
 * While 'Generate All' of one of these months is under way, what its bills are made of stays. Throws Refusal 409.
 * @param concerns the months that the change is about
 * @param doing what is asked for, as in 'lock once it has ended'
 */
export async function refuseDuringRun(
  db: Db,
  concerns: (month: Month) => boolean,
  { doing, field }: { doing: string; field: string },
): Promise<void> {
  const { rows } = await sql<{ month: Month }>`
    select month from vitrine.bill_run where kind = 'BILLS' and finished_at is null order by month`.execute(
    db,
  );
  const under = rows.find(({ month }) => concerns(month));
  if (under)
    throw new Refusal(
      409,
      `Generate All of ${monthName(under.month)} is under way: ${doing} once it has ended.`,
      { code: 'RUN_UNDER_WAY', field },
    );
}

/** Waits until what is being written to months is written; what is written next waits for `work`. */
export async function betweenWrites<Done>(db: Db, work: (transaction: Db) => Promise<Done>): Promise<Done> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${GUARD})`.execute(transaction);
    return work(transaction);
  });
}

/**
 * Writes to a month unless it is locked; a lock set at the same time waits until it is written. One connection of the
 * pool is held for that long, which `write` gets: it should not ask for another. Throws Refusal 402 for a locked month, with who
 * locked it and why (rule: Period lock), and what `write` throws.
 */
export async function unlessLocked<Written>(
  db: Db,
  month: Month,
  write: (transaction: Db) => Promise<Written>,
): Promise<Written> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock_shared(${GUARD})`.execute(transaction);
    await refuseLocked(transaction, month);
    return write(transaction);
  });
}

async function refuseLocked(db: Db, month: Month): Promise<void> {
  const lock = (await lockInForce(db))(month);
  if (lock === null) return;
  throw new Refusal(
    402,
    `${monthName(month)} is locked: ${lock}. Nothing of it is billed, replaced or reset until it is unlocked; what changed goes on the next bill as an adjustment.`,
    { code: 'PERIOD_LOCKED', field: 'month' },
  );
}

/**
 * Who locked a month and why, as in 'finance locked the months up to October 2026 (filed)'; null when it is not locked.
 */
export type LockWords = (month: Month) => string | null;

/** The lock that is in force now. */
export async function lockInForce(db: Db): Promise<LockWords> {
  const [lock] = await periodLocks(db);
  const through = lock?.value.through;
  if (!lock || through === null || through === undefined) return () => null;
  return (month) =>
    month > through ? null : `${lock.setBy} locked the months up to ${monthName(through)} (${lock.reason})`;
}
