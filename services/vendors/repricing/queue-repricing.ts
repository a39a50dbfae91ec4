import { sql } from 'kysely';
import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Db } from '#services/platform/database/index.ts';
import { jobCounts, type JobCounts } from '#services/platform/jobs/index.ts';

/**
 * Lets the job give parcels of a vendor the tiers that a person set (rule: Accept and reject); asked again, it is
 * queued once.
 */
export async function queueTiers(
  db: Db,
  repricing: { id: string; vendorId: number; dueAt: Instant; parcels: readonly string[] },
): Promise<void> {
  const { id, vendorId, dueAt } = repricing;
  // In the order in which the job compares names.
  const parcels = [...new Set(repricing.parcels)].sort();
  if (parcels.length === 0) return;
  await sql`
    insert into vitrine.repricing (id, vendor_id, kind, due_at, parcels)
    values (${id}, ${vendorId}, 'TIERS', ${dueAt}, ${parcels}::text[]) on conflict do nothing`.execute(db);
}

/** How many repricings are due and not done; one that fails is tried again until it succeeds. */
export const repricingCounts = (db: Db, now: Date): Promise<JobCounts> =>
  jobCounts(db, 'vitrine.repricing', {
    open: sql`finished_at is null and due_at <= ${now}`,
    since: sql`due_at`,
    failed: sql`false`,
  });
