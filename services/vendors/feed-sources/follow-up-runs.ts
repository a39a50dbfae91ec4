import { HOUR_MS } from '#contracts/vocabulary/house-time.ts';
import { sql } from 'kysely';
import { againAt } from '#services/platform/backoff.ts';
import type { Db } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { applyFeedRun } from '../feed-runs/apply-run.ts';
import { requireRun } from '../feed-runs/require-run.ts';
import { awaitsDecision, hasOutdatedWaitingRun, isUnderWay, type FeedRun } from '../feed-runs/run-store.ts';
import { currentVendor } from '../require-vendor.ts';
import { notAppliedMail, notYetAppliedMail } from './feed-mails.ts';
import type { FeedSourceContext } from './feed-source-context.ts';

/** The runs from a schedule that were not followed up, the oldest first; none that is put off. */
export async function runsToFollowUp(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from vitrine.feed_run where source = 'SCHEDULE' and followed_up_at is null
      and (follow_up_again_at is null or follow_up_again_at <= ${now})
    order by requested_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Applies a run from a schedule where no guard holds it, the vendor's stones are listed by themselves, and its file did
 * not wait for a person before; mails the house about it otherwise, once. One that is still under way is left for later
 * (rule: Feeds by themselves).
 */
export async function followUpRun(context: FeedSourceContext, id: string): Promise<void> {
  const run = await requireRun(context, id);
  if (!isUnderWay(run)) await followUp(context, run);
}

/** Between two tries of a follow-up that fails though the stores answer. */
const AGAIN_AFTER = { firstMs: 30_000, longestMs: HOUR_MS };

/** Leaves a run whose follow-up has failed alone for a while, longer each time, and mails the house about it once. */
export async function putOffFollowUp(context: FeedSourceContext, id: string, failure: string): Promise<void> {
  const { db, clock, sendMail } = context;
  const { rows } = await sql<{ attempts: number }>`
    select follow_up_attempts + 1 as attempts from vitrine.feed_run where id = ${id}`.execute(db);
  const attempts = rows[0]?.attempts ?? 1;
  await sql`
    update vitrine.feed_run set follow_up_attempts = ${attempts}, follow_up_again_at = ${againAt(clock(), attempts, AGAIN_AFTER)}
    where id = ${id}`.execute(db);
  const run = await requireRun(context, id);
  // Its key lets one of them through.
  await sendMail(notYetAppliedMail(context, await currentVendor(context, run.vendorId), run, failure));
}

async function followUp(context: FeedSourceContext, run: FeedRun): Promise<void> {
  const { db, clock, sendMail } = context;
  const vendor = await currentVendor(context, run.vendorId);
  const reasons = await applyOrWhyNot(context, run, vendor.settings.autoWhitelist);
  await db.transaction().execute(async (tx) => {
    await sql`update vitrine.feed_run set followed_up_at = ${clock()} where id = ${run.id}`.execute(tx);
    if (reasons.length > 0) await sendMail(notAppliedMail(context, vendor, run, reasons), tx);
  });
}

/** Why the run is not applied, in sentences; none when it is, or when a person was faster. */
async function applyOrWhyNot(
  context: FeedSourceContext,
  run: FeedRun,
  autoWhitelist: boolean,
): Promise<string[]> {
  const { id, state, failure, holds, rows, reported, requestedBy, requestedRole } = run;
  if (state === 'FAILED') return [failure ?? 'The file cannot be read.'];
  if (!awaitsDecision(run)) return [];
  if (holds.length > 0) return holds.map(({ message }) => message);
  if (rows === reported) return ['No row of the file can be used.'];
  if (!autoWhitelist)
    return ['The vendor’s stones are not listed automatically: look at the feed and apply it.'];
  // It would undo what a person has applied in its place.
  if (requestedRole === 'system' && (await hasOutdatedWaitingRun(context.db, run)))
    return ['This file waited for a person before another feed was applied: look at it and apply it.'];
  try {
    await applyFeedRun(context, id, { actor: { username: requestedBy, role: requestedRole }, confirmed: [] });
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A person was faster, which needs no mail.
    const { state: now } = await requireRun(context, id);
    return now === state ? [error.message] : [];
  }
}
