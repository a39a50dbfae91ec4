import { sql } from 'kysely';
import type { Db } from '#services/platform/database/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { applyFeedRun, isUnderWay, requireRun } from '../feed-runs/run-commands.ts';
import type { FeedRun } from '../feed-runs/run-store.ts';
import { currentVendor } from '../require-vendor.ts';
import { notAppliedMail } from './feed-mails.ts';
import type { FeedSourceContext } from './feed-source-context.ts';

/** The runs from a schedule that were not followed up, the oldest first. */
export async function runsToFollowUp(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from vitrine.feed_run where source = 'SCHEDULE' and followed_up_at is null
    order by requested_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Applies a run from a schedule where no guard holds it and the vendor's stones are listed by themselves; mails the
 * house about it otherwise, once. One that is still under way is left for later (rule: Feeds by themselves).
 */
export async function followUpRun(context: FeedSourceContext, id: string): Promise<void> {
  const run = await requireRun(context, id);
  if (!isUnderWay(run)) await followUp(context, run);
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
  if (state !== 'CLASSIFIED' && state !== 'HELD') return [];
  if (holds.length > 0) return holds.map(({ message }) => message);
  if (rows === reported) return ['No row of the file can be used.'];
  if (!autoWhitelist)
    return ['The vendor’s stones are not listed by themselves: look at the feed and apply it.'];
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
