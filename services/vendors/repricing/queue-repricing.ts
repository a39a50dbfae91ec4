import { sql } from 'kysely';
import type { VendorTerms } from '#contracts/events/index.ts';
import type { RecordedTerms } from '#contracts/lifecycle/index.ts';
import { earliestInstant, type Instant } from '#contracts/vocabulary/house-time.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { jobCounts, type JobCounts } from '#services/platform/jobs/index.ts';
import type { StockWriting } from '../feed/record-feed.ts';
import { currentVendor } from '../require-vendor.ts';

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

/** Clocks of processes differ by less. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * The newest markup that has begun to count since a moment, also one that counts from earlier and was recorded since.
 * Pure.
 * @param terms a vendor's, the registration first
 */
export function markupBegunSince(
  [, ...terms]: readonly RecordedTerms<VendorTerms>[],
  { since, now }: { since: Instant; now: Instant },
  zone: string,
): RecordedTerms<VendorTerms> | undefined {
  const from = new Date(Date.parse(since) - CLOCKS_DIFFER_MS).toISOString();
  return terms.findLast(({ changes, effectiveAt, recordedAt }) => {
    const counts = earliestInstant(effectiveAt, zone);
    return changes.markupPpm !== undefined && counts <= now && (counts > from || recordedAt > from);
  });
}

/**
 * Lets the job reprice a vendor's parcels once more where another markup has begun to count since a writing was decided
 * (rule: List price and customer price): what was written after the new markup's own repricing still has the former one.
 * For the end of the writing; asked again, it is queued once.
 */
export async function queueMarkupMeanwhile(
  context: CommandContext,
  { cause, vendor: { vendorId }, at }: StockWriting,
): Promise<void> {
  const { db, clock, zone } = context;
  const now = clock();
  const { terms } = await currentVendor(context, vendorId);
  const begun = markupBegunSince(terms, { since: at, now: now.toISOString() }, zone);
  if (!begun) return;
  await sql`
    insert into vitrine.repricing (id, vendor_id, due_at) values (${`${cause} ${begun.eventId}`}, ${vendorId}, ${now})
    on conflict do nothing`.execute(db);
}

/** How many repricings are due and not done; one that fails is tried again until it succeeds. */
export const repricingCounts = (db: Db, now: Date): Promise<JobCounts> =>
  jobCounts(db, 'vitrine.repricing', {
    open: sql`finished_at is null and due_at <= ${now}`,
    since: sql`due_at`,
    failed: sql`false`,
  });
