import { sql } from 'kysely';
import type { FeedPlace, FeedSourceResource } from '#contracts/api/feed-sources.ts';
import type { FeedSchedule } from '#contracts/vendor/feed-schedule.ts';
import { lockName, type Db } from '#services/platform/database/index.ts';

/** Where a vendor's file comes from by itself, and how it fared. */
export type FeedSource = Pick<FeedSourceResource, 'vendorId' | 'kind' | 'outcome' | 'reason' | 'runId'> & {
  place: FeedPlace;
  schedule: FeedSchedule | null;
  changedAt: Date;
  changedBy: string;
  nextAt: Date | null;
  askedAt: Date | null;
  askedBy: string | null;
  lastTriedAt: Date | null;
  /** The hash of the file that was read last, with its mapping and its kind. */
  readHash: string | null;
  /**
   * When the file that was read last was put into the folder, and the files that came since the one before and were
   * skipped.
   */
  readUntil: Date | null;
  skipped: string[];
  /** When each failed try was, since the last good one; null when the last try was good. */
  failingSince: Date | null;
};

const columns = sql`
  vendor_id as "vendorId", place, kind, schedule, changed_at as "changedAt", changed_by as "changedBy", next_at as "nextAt", asked_at as "askedAt",
  asked_by as "askedBy", last_tried_at as "lastTriedAt", outcome, reason, run_id as "runId", read_hash as "readHash",
  read_until as "readUntil", skipped, failing_since as "failingSince"`;

/** Of a row: it is fetched by a schedule, and could not be when it was tried last (rule: Old feeds). */
export const isFailing = sql`(schedule is not null and failing_since is not null)`;

/** A vendor's source; null: its files are sent by people only. */
export async function findSource(db: Db, vendorId: number): Promise<FeedSource | null> {
  const { rows } = await sql<FeedSource>`
    select ${columns} from vitrine.feed_source where vendor_id = ${vendorId}`.execute(db);
  return rows[0] ?? null;
}

/** Sources whose time has come, or that a person asked for; the longest waiting first. */
export async function dueSources(db: Db, now: Date): Promise<FeedSource[]> {
  const { rows } = await sql<FeedSource>`
    select ${columns} from vitrine.feed_source where asked_at is not null or next_at <= ${now}
    order by least(asked_at, next_at), vendor_id`.execute(db);
  return rows;
}

/**
 * Another vendor that has this folder; null: none, nor will another have it until the transaction ends, in which the
 * caller saves the source.
 */
export async function ownerOfFolder(tx: Db, folder: string, except: number): Promise<number | null> {
  await lockName(tx, `vendor-drops/${folder}`);
  const { rows } = await sql<{ vendorId: number }>`
    select vendor_id as "vendorId" from vitrine.feed_source
    where place->>'type' = 'FOLDER' and place->>'folder' = ${folder} and vendor_id <> ${except}`.execute(tx);
  return rows[0]?.vendorId ?? null;
}

/** Sets where a vendor's file comes from; what is known of the former place is forgotten. */
export async function saveSource(
  db: Db,
  source: Pick<FeedSource, 'vendorId' | 'place' | 'kind' | 'schedule' | 'nextAt' | 'changedAt' | 'changedBy'>,
): Promise<void> {
  const { vendorId, place, kind, schedule, nextAt, changedAt, changedBy } = source;
  await sql`
    insert into vitrine.feed_source as source (vendor_id, place, kind, schedule, next_at, changed_at, changed_by)
    values (${vendorId}, ${JSON.stringify(place)}::jsonb, ${kind}, ${schedule && JSON.stringify(schedule)}::jsonb, ${nextAt},
      ${changedAt}, ${changedBy})
    on conflict (vendor_id) do update set place = excluded.place, kind = excluded.kind, schedule = excluded.schedule,
      next_at = excluded.next_at, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      outcome = case when source.place = excluded.place then source.outcome end,
      reason = case when source.place = excluded.place then source.reason end,
      read_until = case when source.place = excluded.place then source.read_until end,
      skipped = case when source.place = excluded.place then source.skipped else '{}' end,
      failing_since = case when source.place = excluded.place then source.failing_since end`.execute(db);
}

/** Removes the source: from now on the vendor's files are sent by people only. */
export async function removeSource(db: Db, vendorId: number): Promise<void> {
  await sql`delete from vitrine.feed_source where vendor_id = ${vendorId}`.execute(db);
}

/** Lets a person ask for the file as it is from now on, also while it is fetched; false when there is no source. */
export async function askForSource(db: Db, vendorId: number, by: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update vitrine.feed_source set asked_at = ${at}, asked_by = ${by}
    where vendor_id = ${vendorId} returning vendor_id`.execute(db);
  return rows.length > 0;
}

export type TriedSource = Pick<FeedSource, 'outcome' | 'reason' | 'nextAt' | 'failingSince'> & {
  triedAt: Date;
  /** Null: as before. */
  read: ({ runId: string } & Pick<FeedSource, 'readHash' | 'readUntil' | 'skipped'>) | null;
};

/**
 * Notes the result of a try: what a person had asked for when it began is done with. False when a person has changed
 * the source since: it is then due as they set it.
 */
export async function noteTry(db: Db, source: FeedSource, tried: TriedSource): Promise<boolean> {
  const { vendorId, changedAt, askedAt } = source;
  const { outcome, reason, nextAt, failingSince, triedAt, read } = tried;
  const { rows } = await sql`
    update vitrine.feed_source set outcome = ${outcome}, reason = ${reason}, next_at = ${nextAt},
      asked_at = case when asked_at is distinct from ${askedAt}::timestamptz then asked_at end,
      asked_by = case when asked_at is distinct from ${askedAt}::timestamptz then asked_by end,
      last_tried_at = ${triedAt}, failing_since = ${failingSince},
      run_id = coalesce(${read?.runId ?? null}, run_id), read_hash = coalesce(${read?.readHash ?? null}, read_hash),
      read_until = coalesce(${read?.readUntil ?? null}::timestamptz, read_until),
      skipped = coalesce(${read?.skipped ?? null}::text[], skipped)
    where vendor_id = ${vendorId} and changed_at = ${changedAt} returning vendor_id`.execute(db);
  return rows.length > 0;
}
