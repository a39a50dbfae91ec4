import { stopsTheRun, type FeedHold } from '#contracts/api/vendor-feeds.ts';
import type { Actor } from '#contracts/events/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { currentVendor } from '../require-vendor.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { countRows } from './row-store.ts';
import {
  AWAITING_DECISION,
  changeState,
  isStockWrittenSince,
  lockDecisions,
  type FeedRun,
} from './run-store.ts';
import { begun, isTaken, takeStep, type Step } from './take-step.ts';
import { CLASSES_TO_WRITE } from './write-rows.ts';

const APPLY: Step = { what: 'applied', from: AWAITING_DECISION, to: ['APPLYING', 'APPLIED'] };

/**
 * Lets the job apply a classified run (rule: Held feeds; rule: Full feeds); repeated by the same person with the same
 * holds confirmed it gives the run as it is (rule: Repeated commands). Throws Refusal 404 for an unknown run, 409 when it
 * does not wait for that or another feed was applied or taken back since, 422 while a hold is not confirmed.
 */
export async function applyFeedRun(
  context: FeedRunContext,
  id: string,
  { actor, confirmed }: { actor: Actor; confirmed: readonly FeedHold['reason'][] },
): Promise<FeedRun> {
  const { db, clock } = context;
  const passed = ({ holds }: FeedRun): FeedHold['reason'][] =>
    holds.flatMap(({ reason }) => (confirmed.includes(reason) ? [reason] : []));
  const isRepeated = (run: FeedRun): boolean =>
    isTaken(run, APPLY, actor) && run.confirmed.join() === passed(run).join();
  return takeStep(context, id, APPLY, isRepeated, async (run) => {
    const withdraws = run.holds.every(({ reason }) => stopsTheRun({ reason }) || confirmed.includes(reason));
    const at = clock();
    const total = await countRows(db, id, { classes: CLASSES_TO_WRITE });
    const { lastFeed } = await currentVendor(context, run.vendorId);
    return db.transaction().execute(async (tx) => {
      await lockDecisions(tx, run.vendorId);
      if (await isStockWrittenSince(tx, run))
        throw new Refusal(
          409,
          'Another feed of the vendor was applied or taken back after this one was classified: classify the file again.',
          { code: 'NEWER_FEED', field: 'id' },
        );
      const open = run.holds.filter((hold) => stopsTheRun(hold) && !confirmed.includes(hold.reason));
      if (open[0])
        throw new Refusal(422, open.map(({ message }) => message).join(' '), {
          code: 'HELD',
          field: 'confirmed',
        });
      return changeState(tx, id, APPLY.from, 'APPLYING', {
        withdraws,
        formerFeed: lastFeed,
        ...begun(total, actor, at),
        appliedBy: actor.username,
        appliedAt: at,
        confirmed: passed(run),
      });
    });
  });
}
