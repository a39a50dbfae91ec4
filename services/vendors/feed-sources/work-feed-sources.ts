import { inParallel } from '#services/platform/in-parallel.ts';
import { workInTurn, type JobTools } from '#services/platform/jobs/index.ts';
import type { FeedSourceContext } from './feed-source-context.ts';
import { fetchSource } from './fetch-source.ts';
import { followUpRuns } from './follow-up-runs.ts';
import { dueSources } from './source-store.ts';

export type WorkFeedSources = JobTools & { context: FeedSourceContext };

/** The clock announces nothing, so it looks this often. */
const LOOK_EVERY_MS = 30_000;
const SIDE_BY_SIDE = 4;

/**
 * Fetches vendors' feeds when their time has come, and applies what came or mails why not, until the signal is aborted;
 * one process at a time (rule: Feeds by themselves).
 */
export async function workFeedSources(options: WorkFeedSources): Promise<void> {
  await workInTurn(options, { name: 'feed-sources', lookEveryMs: LOOK_EVERY_MS }, async (held) => {
    await fetchDueSources(options.context, held);
    return false;
  });
}

/** One round: due sources are fetched, and classified runs are followed up. */
export async function fetchDueSources(context: FeedSourceContext, signal: AbortSignal): Promise<void> {
  const due = await dueSources(context.db, context.clock());
  await Promise.all([
    inParallel(due, SIDE_BY_SIDE, (source) => fetchSource(context, source, signal)),
    followUpRuns(context),
  ]);
}
