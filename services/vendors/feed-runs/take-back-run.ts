import type { Actor } from '#contracts/events/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { refuseWithoutRows } from './remove-old-rows.ts';
import { requireRun } from './require-run.ts';
import { countRows } from './row-store.ts';
import { changeState, lastAppliedRun, lockDecisions, type FeedRun } from './run-store.ts';
import { begun, isTaken, takeStep, type Step } from './take-step.ts';
import { OUTCOMES_TO_UNDO } from './write-rows.ts';

const TAKE_BACK: Step = { what: 'taken back', from: ['APPLIED'], to: ['TAKING_BACK', 'TAKEN_BACK'] };

/**
 * Lets the job take back the vendor's last applied run, by new events (rule: Repeated feeds); repeated by the same person
 * it gives the run as it is (rule: Repeated commands). Throws Refusal 404 for an unknown run or one whose rows were
 * removed, 409 when it is not the last.
 */
export async function takeBackFeedRun(context: FeedRunContext, id: string, actor: Actor): Promise<FeedRun> {
  const { db, clock } = context;
  const isRepeated = (run: FeedRun): boolean => isTaken(run, TAKE_BACK, actor);
  return takeStep(context, id, TAKE_BACK, isRepeated, async ({ vendorId }) => {
    const at = clock();
    const total = await countRows(db, id, { outcomes: OUTCOMES_TO_UNDO });
    return db.transaction().execute(async (tx) => {
      await lockDecisions(tx, vendorId);
      if ((await lastAppliedRun(tx, vendorId))?.id !== id)
        throw new Refusal(409, 'Only the vendor’s last applied feed can be taken back.', {
          code: 'NOT_THE_LAST',
          field: 'id',
        });
      const applied = await requireRun({ db: tx }, id);
      refuseWithoutRows(applied);
      return changeState(tx, id, TAKE_BACK.from, 'TAKING_BACK', {
        ...begun(total, actor, at),
        appliedBy: applied.appliedBy,
      });
    });
  });
}
