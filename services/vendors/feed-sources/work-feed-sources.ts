import { inParallel } from '#services/platform/in-parallel.ts';
import { workInTurn, type JobTools } from '#services/platform/jobs/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { isInterruption, isStoreAway } from '#services/platform/stores/index.ts';
import type { FeedSourceContext } from './feed-source-context.ts';
import { fetchSource } from './fetch-source.ts';
import { followUpRun, putOffFollowUp, runsToFollowUp } from './follow-up-runs.ts';
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
    await fetchDueSources(options, held);
    return false;
  });
}

/**
 * One round: due sources are fetched, and classified runs are followed up. What fails though the stores answer holds up
 * none of the others; a follow-up is put off, and what cannot be noted, or what Postgres refuses for the moment, is tried
 * again in the next round.
 */
export async function fetchDueSources(
  { context, log }: Pick<WorkFeedSources, 'context' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const orLater = async (
    what: string,
    work: () => Promise<void>,
    putOff: (failure: string) => Promise<void> = async () => undefined,
  ): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (signal.aborted || isStoreAway(error)) throw error;
      const failure = messageOf(error);
      log.warn(`${what} failed, and is tried again: ${failure}`);
      if (!isInterruption(error)) await putOff(failure);
    }
  };
  const now = context.clock();
  const [due, classified] = await Promise.all([dueSources(context.db, now), runsToFollowUp(context.db, now)]);
  await Promise.all([
    inParallel(due, SIDE_BY_SIDE, (source) =>
      orLater(`the fetch of vendor ${source.vendorId}'s feed`, () => fetchSource(context, source, signal)),
    ),
    inParallel(classified, 1, (id) => {
      const what = `the follow-up of the feed run ${id}`;
      return orLater(
        what,
        () => followUpRun(context, id),
        (reason) => orLater(`putting off ${what}`, () => putOffFollowUp(context, id, reason)),
      );
    }),
  ]);
}
