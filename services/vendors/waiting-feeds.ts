import { sql } from 'kysely';
import { isOldFeed } from '#contracts/vendor/old-feed.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { allVendors } from '#projections/vendors/index.ts';
import { vendorsWithStock } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { stateIn } from '#services/platform/jobs/index.ts';
import { AWAITING_DECISION } from './feed-runs/run-store.ts';
import { isFailing } from './feed-sources/source-store.ts';

/** How many feeds are classified or held, and wait for a person to apply or to discard them. */
export async function countWaitingFeeds(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vitrine.feed_run where ${stateIn(AWAITING_DECISION)}`.execute(db);
  return rows[0]!.count;
}

/**
 * The numbers of the vendors whose last feed is too old on a day of the house to tell their stock, and of those whose
 * scheduled feed could not be fetched (rule: Old feeds).
 */
export async function vendorsWithOldFeeds(db: Db, today: HouseDay, zone: string): Promise<Set<number>> {
  const [vendors, failing] = await Promise.all([
    allVendors(db),
    sql<{ vendorId: number }>`
      select vendor_id as "vendorId" from vitrine.feed_source where ${isFailing}`.execute(db),
  ]);
  const notRead = vendors
    .filter(({ lastFeed }) => lastFeed !== null && isOldFeed(lastFeed.at, today, zone))
    .map(({ vendorId }) => vendorId);
  const shown = await vendorsWithStock(db, notRead);
  return new Set([...failing.rows.map(({ vendorId }) => vendorId), ...shown]);
}
