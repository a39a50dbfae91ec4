import type { Actor } from '#contracts/events/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { requireRun } from './require-run.ts';
import { decision, type FeedRun, type FeedRunState } from './run-store.ts';

/** What a person lets become of a run: from which states it may, and in which it is then. */
export type Step = { what: string; from: readonly FeedRunState[]; to: readonly FeedRunState[] };

/**
 * Takes a step of a run and returns the run after it; where it was taken already by the same call, as it is (rule:
 * Repeated commands). Throws Refusal 404 for an unknown run, 409 for one in another state.
 * @param isRepeated whether a run is as this call would leave it
 * @param work moves the run on; false when something else was faster, which may have been the same call
 */
export async function takeStep(
  context: FeedRunContext,
  id: string,
  step: Step,
  isRepeated: (run: FeedRun) => boolean,
  work: (run: FeedRun) => Promise<boolean>,
): Promise<FeedRun> {
  const run = await requireRun(context, id);
  if (isRepeated(run)) return run;
  refuseUnlessIn(run, step);
  const changed = await work(run);
  const now = await requireRun(context, id);
  if (!changed && !isRepeated(now)) refuseUnlessIn(now, step);
  return now;
}

function refuseUnlessIn({ state }: FeedRun, { what, from }: Step): void {
  if (from.includes(state)) return;
  throw new Refusal(409, `The feed cannot be ${what}: it is ${state.toLowerCase().replace('_', ' ')}.`, {
    code: 'WRONG_STATE',
    field: 'id',
  });
}

/** True when it is where this step leads because this person took it: what comes again answers what the first did. */
export const isTaken = ({ state, decidedBy }: FeedRun, { to }: Step, { username }: Actor): boolean =>
  to.includes(state) && decidedBy === username;

/** What a run has when a person has let the job write so many of its rows. */
export const begun = (total: number, actor: Actor, at: Date) => ({
  total,
  done: 0,
  attempts: 0,
  startedAt: at,
  finishedAt: null,
  ...decision(actor, at),
});
