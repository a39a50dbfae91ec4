import type { Actor } from '#contracts/events/index.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { AWAITING_DECISION, changeState, decision, type FeedRun } from './run-store.ts';
import { isTaken, takeStep, type Step } from './take-step.ts';

const DISCARD: Step = { what: 'discarded', from: AWAITING_DECISION, to: ['DISCARDED'] };

/**
 * Discards a classified run; its file and rows are kept as those of other runs. Repeated by the same person it gives the
 * run as it is (rule: Repeated commands). Throws Refusal 404, and 409 when it does not wait for a decision.
 */
export async function discardFeedRun(context: FeedRunContext, id: string, actor: Actor): Promise<FeedRun> {
  const { db, clock } = context;
  return takeStep(
    context,
    id,
    DISCARD,
    (run) => isTaken(run, DISCARD, actor),
    () => changeState(db, id, DISCARD.from, 'DISCARDED', decision(actor, clock())),
  );
}
