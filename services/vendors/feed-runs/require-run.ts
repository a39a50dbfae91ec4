import { whenEnded } from '#services/platform/jobs/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { findRun, isUnderWay, type FeedRun } from './run-store.ts';

/** There is no feed run of that id. */
export const unknownRun = (id: string): Refusal =>
  new Refusal(404, `There is no feed run ${id}.`, { code: 'UNKNOWN_RUN', field: 'id' });

/** The run. Throws Refusal 404 when there is none of that id. */
export async function requireRun({ db }: Pick<FeedRunContext, 'db'>, id: string): Promise<FeedRun> {
  const run = await findRun(db, id);
  if (!run) throw unknownRun(id);
  return run;
}

/**
 * The run when its step has ended, or as it is after `timeoutMs` milliseconds (without it, it waits for ever) or an
 * abort. Throws Refusal 404 for an unknown id.
 */
export const runWhenSettled = (
  context: Pick<FeedRunContext, 'db'>,
  id: string,
  waiting: { timeoutMs?: number; signal?: AbortSignal },
): Promise<FeedRun> => whenEnded(() => requireRun(context, id), isUnderWay, waiting);
