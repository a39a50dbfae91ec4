import { sql } from 'kysely';
import { z } from 'zod';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { monthName, monthOf, monthSchema, type Month } from '#contracts/vocabulary/months.ts';
import type { Db } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { BillingContext } from '../billing-context.ts';
import { recordSetting, settingsOf, type Setting } from './settings.ts';

const lockSchema = z.object({ through: monthSchema.nullable() });
export type PeriodLock = Setting<z.infer<typeof lockSchema>>;

/** Every lock and unlock, the newest first. */
export const periodLocks = (db: Db): Promise<PeriodLock[]> => settingsOf(db, 'lock', lockSchema);

/**
 * Locks the months up to and including one, or unlocks (rule: Period lock). Throws Refusal 422 for a month that is not
 * over, 409 while a run still makes bills of a month that would be locked.
 */
export async function setPeriodLock(
  { db, clock, zone }: Pick<BillingContext, 'db' | 'clock' | 'zone'>,
  through: Month | null,
  { reason, by }: { reason: string; by: string },
): Promise<void> {
  const at = clock();
  if (through !== null && through >= monthOf(houseDayOf(at.toISOString(), zone)))
    throw new Refusal(
      422,
      `${monthName(through)} is not over yet: only months that have ended can be locked.`,
      {
        code: 'MONTH_NOT_OVER',
        field: 'through',
      },
    );
  await refuseDuringRun(db, through);
  await recordSetting(db, 'lock', { through }, { reason, by, at });
}

async function refuseDuringRun(db: Db, through: Month | null): Promise<void> {
  const { rows } = await sql<{ month: Month }>`
    select month from vitrine.bill_run where kind = 'BILLS' and finished_at is null and month <= ${through}
    order by month limit 1`.execute(db);
  if (rows[0])
    throw new Refusal(
      409,
      `Generate All of ${monthName(rows[0].month)} is under way: lock once it has ended.`,
      {
        code: 'RUN_UNDER_WAY',
        field: 'through',
      },
    );
}

/** Throws Refusal 402 for a month that is locked, with who locked it and why (rule: Period lock). */
export async function refuseLocked(db: Db, month: Month): Promise<void> {
  const [lock] = await periodLocks(db);
  const through = lock?.value.through;
  if (!lock || through === null || through === undefined || month > through) return;
  throw new Refusal(
    402,
    `${monthName(month)} is locked: ${lock.setBy} locked the months up to ${monthName(through)} (${lock.reason}). Nothing of it is billed, replaced or reset until it is unlocked; what changed goes on the next bill as an adjustment.`,
    { code: 'PERIOD_LOCKED', field: 'month' },
  );
}
