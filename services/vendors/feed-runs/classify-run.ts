import { sql } from 'kysely';
import { stopsTheRun } from '#contracts/api/vendor-feeds.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';
import { openFeedFile } from '../feed/feed-files.ts';
import { readKnownStock } from '../feed/known-stock.ts';
import { parseFeed } from '../feed/parse-feed.ts';
import { vendorReading } from '../feed/vendor-reading.ts';
import { judgementsOf } from '../judgements/judge-stock.ts';
import { currentVendor } from '../require-vendor.ts';
import { classifyStock } from './classify-stock.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { holdsOf } from './hold-run.ts';
import { replaceRows } from './row-store.ts';
import { changeState, type FeedRun } from './run-store.ts';
import { mappedBy } from './write-rows.ts';
import { stonesElsewhere } from './stones-elsewhere.ts';

/**
 * Reads the run's file by its mapping and compares it with the vendor's stock (rule: Classifying rows); writes the
 * rows and the holds, and no event. The attempt is counted when it begins, for a file may end its process. Throws
 * UnreadableFeed or a Refusal where the file cannot be used.
 */
export async function classifyRun(context: FeedRunContext, run: FeedRun): Promise<void> {
  const { db, clock, files } = context;
  const { id, vendorId, kind, mapping } = run;
  const at = clock();
  const begun = { startedAt: at, attempts: run.attempts + 1 };
  if (!(await changeState(db, id, ['WAITING', 'READING'], 'READING', begun))) return;
  const record = await currentVendor(context, vendorId);
  const { vendor, rapOf } = await vendorReading(context, record, at);
  const bytes = await openFeedFile(files, run.fileId);
  // The database reads the stock while this process reads the file.
  const [feed, { known, newElsewhere }] = await Promise.all([
    parseFeed(bytes, mapping, vendor, rapOf),
    readKnownStock(context, vendorId),
  ]);
  const offered = {
    names: feed.offers.map(({ parcelName }) => parcelName),
    stones: feed.offers.map(({ attributes }) => attributes),
  };
  const classified = classifyStock(feed, {
    known,
    elsewhere: await stonesElsewhere(context, vendorId, offered, newElsewhere),
    vendor: { ...vendor, autoWhitelist: record.settings.autoWhitelist, mapped: mappedBy(mapping) },
    judgements: await judgementsOf(context, vendorId),
    kind,
    rapPerCarat: rapOf,
    shapeName: await context.shapeName(),
  });
  const holds = holdsOf(
    {
      ...classified,
      gone: classified.counts.GONE,
      withdrawnThisWeek: await withdrawnThisWeek(context, vendorId),
      rows: feed.rows,
      unidentified: classified.unidentified,
    },
    context.shares,
  );
  await db.transaction().execute(async (tx) => {
    await replaceRows(tx, id, classified.rows);
    await changeState(tx, id, ['READING'], holds.some(stopsTheRun) ? 'HELD' : 'CLASSIFIED', {
      finishedAt: clock(),
      attempts: 0,
      fileHash: feed.fileHash,
      rows: feed.rows,
      reported: classified.counts.REFUSED,
      counts: classified.counts,
      holds,
    });
  });
}

const WEEK_MS = 7 * DAY_MS;

/** Parcels of the vendor that runs applied in the last 7 days withdrew and that no run has brought back since. */
async function withdrawnThisWeek({ db, clock }: FeedRunContext, vendorId: number): Promise<number> {
  const since = new Date(clock().getTime() - WEEK_MS);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select distinct on (row.parcel_name) row.outcome
      from vitrine.feed_run as run join vitrine.feed_run_row as row on row.run_id = run.id
      where run.vendor_id = ${vendorId} and run.state = 'APPLIED' and run.applied_at > ${since}
        and row.outcome in ('withdrawn', 'changed', 'listed')
      order by row.parcel_name, run.applied_at desc) as newest
    where newest.outcome = 'withdrawn'`.execute(db);
  return rows[0]?.count ?? 0;
}
