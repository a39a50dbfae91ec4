import { sql } from 'kysely';
import type { RepricingResource } from '#contracts/api/repricings.ts';
import { vendorStream, type VendorTerms } from '#contracts/events/index.ts';
import type { RecordedTerms } from '#contracts/lifecycle/index.ts';
import { earliestInstant, type Instant } from '#contracts/vocabulary/house-time.ts';
import { parseFact, type CommandContext } from '#services/platform/commands/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { jobCounts, type JobCounts } from '#services/platform/jobs/index.ts';
import type { StockWriting } from '../feed/record-feed.ts';
import { currentVendor } from '../require-vendor.ts';

export type RepricingKind = RepricingResource['kind'];

/**
 * Lets the job give parcels of a vendor the tiers that a person set (rule: Accept and reject); asked again, it is
 * queued once.
 */
export async function queueTiers(
  db: Db,
  repricing: { id: string; vendorId: number; dueAt: Instant; parcels: readonly string[] },
): Promise<void> {
  if (repricing.parcels.length > 0) await queueStock(db, { ...repricing, kind: 'TIERS' });
}

/**
 * Lets the job reprice a vendor's parcels, or give them their tiers: all, or those that are named, at least one; asked
 * again, it is queued once.
 */
export async function queueStock(
  db: Db,
  repricing: {
    id: string;
    vendorId: number;
    kind: RepricingKind;
    dueAt: Instant;
    parcels?: readonly string[] | undefined;
  },
): Promise<void> {
  const { id, vendorId, kind, dueAt } = repricing;
  // In the order in which the job compares names.
  const parcels = repricing.parcels ? [...new Set(repricing.parcels)].sort() : null;
  await sql`
    insert into vitrine.repricing (id, vendor_id, kind, due_at, parcels)
    values (${id}, ${vendorId}, ${kind}, ${dueAt}, ${parcels}::text[]) on conflict do nothing`.execute(db);
}

/** Clocks of processes differ by less. */
const CLOCKS_DIFFER_MS = 60_000;
const justBefore = (at: Instant): Instant => new Date(Date.parse(at) - CLOCKS_DIFFER_MS).toISOString();

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
  const from = justBefore(since);
  return terms.findLast(({ changes, effectiveAt, recordedAt }) => {
    const counts = earliestInstant(effectiveAt, zone);
    return changes.markupPpm !== undefined && counts <= now && (counts > from || recordedAt > from);
  });
}

/** The newest change of the vendor's tier that was recorded since a moment. */
async function tierChangedSince(
  { events }: CommandContext,
  vendorId: number,
  since: Instant,
): Promise<{ eventId: string } | undefined> {
  const from = justBefore(since);
  for await (const recorded of events.readStream(vendorStream(vendorId), { direction: 'backwards' })) {
    const event = parseFact(recorded);
    if (event.metadata.recordedAt <= from) return undefined;
    if (event.type === 'VendorSettingsChanged' && event.data.changes.tier !== undefined)
      return { eventId: event.id };
  }
  return undefined;
}

/**
 * Lets the job go through a vendor's parcels once more where another markup has begun to count, or another tier of the
 * vendor, since a writing was decided (rule: List price and customer price; rule: Accept and reject): what was written
 * after the change's own repricing still has the former one. For the end of the writing; asked again, it is queued once.
 * @param parcels what was written, at least one; all of the vendor's when left out
 */
export async function queueChangedMeanwhile(
  context: CommandContext,
  { cause, vendor: { vendorId }, at: since }: StockWriting,
  parcels?: readonly string[],
): Promise<void> {
  const { db, clock, zone } = context;
  const now = clock().toISOString();
  const { terms } = await currentVendor(context, vendorId);
  const changes = {
    MARKUP: markupBegunSince(terms, { since, now }, zone),
    TIERS: await tierChangedSince(context, vendorId, since),
  };
  for (const kind of ['MARKUP', 'TIERS'] as const) {
    const change = changes[kind];
    if (change)
      await queueStock(db, { id: `${cause} ${change.eventId}`, vendorId, kind, dueAt: now, parcels });
  }
}

/**
 * How many repricings are due and not done; one that fails is tried again until it succeeds. As failed count the parcels
 * that wait for another try.
 */
export async function repricingCounts(db: Db, now: Date): Promise<JobCounts> {
  const [due, parcels] = await Promise.all([
    jobCounts(db, 'vitrine.repricing', {
      open: sql`finished_at is null and due_at <= ${now}`,
      since: sql`due_at`,
      failed: sql`false`,
    }),
    jobCounts(db, 'vitrine.repricing_held', {
      open: sql`false`,
      since: sql`since`,
      failed: sql`attempts > 0`,
    }),
  ]);
  return { ...due, failed: parcels.failed };
}
