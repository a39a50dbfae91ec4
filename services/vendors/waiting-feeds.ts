import { sql } from 'kysely';
import { allVendors } from '#projections/vendors/index.ts';
import { vendorsWithStock } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';

const OLD_AFTER_MS = 7 * 86_400_000;

/** How many feeds are classified or held, and wait for a person to apply or to discard them. */
export async function countWaitingFeeds(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vitrine.feed_run where state in ('CLASSIFIED', 'HELD')`.execute(db);
  return rows[0]!.count;
}

/** The numbers of the vendors whose last feed is too old to tell their stock (rule: Old feeds). */
export async function vendorsWithOldFeeds(db: Db, now: Date): Promise<Set<number>> {
  const [vendors, failing] = await Promise.all([
    allVendors(db),
    sql<{ vendorId: number }>`
      select vendor_id as "vendorId" from vitrine.feed_source where failing_since is not null`.execute(db),
  ]);
  const before = new Date(now.getTime() - OLD_AFTER_MS).toISOString();
  const notRead = vendors
    .filter(({ lastFeed }) => lastFeed !== null && lastFeed.at < before)
    .map(({ vendorId }) => vendorId);
  const shown = await vendorsWithStock(db, notRead);
  return new Set([...failing.rows.map(({ vendorId }) => vendorId), ...shown]);
}
