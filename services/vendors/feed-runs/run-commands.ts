import { stopsTheRun, type FeedHold, type FeedRunResource } from '#contracts/api/vendor-feeds.ts';
import type { Actor, VendorSettings } from '#contracts/events/index.ts';
import type { FeedMapping } from '#contracts/vendor/feed-mapping.ts';
import { deriveId, hashBody, underItsKey } from '#services/platform/commands/index.ts';
import { whenEnded } from '#services/platform/jobs/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { currentVendor } from '../require-vendor.ts';
import type { FeedRunContext } from './feed-run-context.ts';
import { refuseWithoutRows } from './remove-old-rows.ts';
import { countRows } from './row-store.ts';
import {
  AWAITING_DECISION,
  changeState,
  decision,
  findRun,
  lockDecisions,
  insertRun,
  isStockWrittenSince,
  lastAppliedRun,
  type FeedRun,
  type FeedRunState,
} from './run-store.ts';
import { CLASSES_TO_WRITE, OUTCOMES_TO_UNDO } from './write-rows.ts';

export type StartFeedRun = Pick<FeedRunResource, 'vendorId' | 'fileId' | 'fileName' | 'source'> & {
  /** What the file is marked as; of a vendor that is marked 'additions only' each file is (rule: Full feeds). */
  kind: FeedRunResource['kind'];
  actor: Actor;
  /** The `Idempotency-Key`: the same one starts one run. */
  key: string;
  /** The vendor's own mapping when undefined. */
  mapping?: FeedMapping | undefined;
  /** Whether the schedule reads a file anew that was applied before; not, when undefined. */
  readsAgain?: boolean | undefined;
};

/** What a file of the vendor is read as, by how it is marked (rule: Full feeds). */
export const kindOf = (
  { additionsOnly }: Pick<VendorSettings, 'additionsOnly'>,
  kind: StartFeedRun['kind'],
): StartFeedRun['kind'] => (additionsOnly ? 'ADDITIONS' : kind);

/** The id of the run that is started, or was, under a person's key. */
export const startedRunId = ({ actor, key }: Pick<StartFeedRun, 'actor' | 'key'>): string =>
  deriveId('feed-run', actor.username, key);

/**
 * Puts the reading of a kept file in the queue, with the vendor's current mapping, and returns the run; it applies
 * nothing. Throws Refusal 404 for an unknown vendor, 422 for one without a mapping, 409 when the key was used for
 * another request (rule: Repeated commands).
 */
export async function startFeedRun(context: FeedRunContext, start: StartFeedRun): Promise<FeedRun> {
  // What is known of the file by now makes the same request no other.
  const { actor, key, readsAgain: _, ...asked } = start;
  const id = startedRunId(start);
  return underItsKey(context, { commandId: id, bodyHash: hashBody(asked) }, async () => {
    return (await findRun(context.db, id)) ?? queueRun(context, id, start);
  });
}

async function queueRun(context: FeedRunContext, id: string, start: StartFeedRun): Promise<FeedRun> {
  const { vendorId, fileId, fileName, source, kind, actor } = start;
  const { columns, conventions, settings } = await currentVendor(context, vendorId);
  const mapping = start.mapping ?? { columns, conventions };
  if (mapping.columns.length === 0)
    throw new Refusal(422, 'Map the columns of the vendor first: nothing tells what its file holds.', {
      code: 'NO_MAPPING',
      field: 'vendorId',
    });
  await insertRun(context.db, {
    id,
    vendorId,
    fileId,
    fileName,
    source,
    kind: kindOf(settings, kind),
    requestedBy: actor.username,
    requestedRole: actor.role,
    requestedAt: context.clock(),
    mapping,
    readsAgain: start.readsAgain ?? false,
  });
  return requireRun(context, id);
}

/** The run. Throws Refusal 404 when there is none of that id. */
export async function requireRun({ db }: Pick<FeedRunContext, 'db'>, id: string): Promise<FeedRun> {
  const run = await findRun(db, id);
  if (!run) throw new Refusal(404, `There is no feed run ${id}.`, { code: 'UNKNOWN_RUN', field: 'id' });
  return run;
}

/** What a person lets become of a run: from which states it may, and in which it is then. */
type Step = { what: string; from: readonly FeedRunState[]; to: readonly FeedRunState[] };
const APPLY: Step = { what: 'applied', from: AWAITING_DECISION, to: ['APPLYING', 'APPLIED'] };
const DISCARD: Step = { what: 'discarded', from: AWAITING_DECISION, to: ['DISCARDED'] };
const TAKE_BACK: Step = { what: 'taken back', from: ['APPLIED'], to: ['TAKING_BACK', 'TAKEN_BACK'] };

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
  const run = await requireRun(context, id);
  const passed = run.holds.flatMap(({ reason }) => (confirmed.includes(reason) ? [reason] : []));
  const isRepeated = (now: FeedRun): boolean =>
    isTaken(now, APPLY, actor) && now.confirmed.join() === passed.join();
  if (isRepeated(run)) return run;
  refuseUnlessIn(run, APPLY);
  const withdraws = run.holds.every(({ reason }) => stopsTheRun({ reason }) || confirmed.includes(reason));
  const at = clock();
  const total = await countRows(db, id, { classes: CLASSES_TO_WRITE });
  const { lastFeed } = await currentVendor(context, run.vendorId);
  const changed = await db.transaction().execute(async (tx) => {
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
      confirmed: passed,
    });
  });
  return afterStep(context, id, APPLY, { changed, isRepeated });
}

/**
 * Discards a classified run; its file and rows are kept as those of other runs. Repeated by the same person it gives the
 * run as it is (rule: Repeated commands). Throws Refusal 404, and 409 when it does not wait for a decision.
 */
export async function discardFeedRun(context: FeedRunContext, id: string, actor: Actor): Promise<FeedRun> {
  const { db, clock } = context;
  const run = await requireRun(context, id);
  const isRepeated = (now: FeedRun): boolean => isTaken(now, DISCARD, actor);
  if (isRepeated(run)) return run;
  refuseUnlessIn(run, DISCARD);
  const changed = await changeState(db, id, DISCARD.from, 'DISCARDED', decision(actor, clock()));
  return afterStep(context, id, DISCARD, { changed, isRepeated });
}

/**
 * Lets the job take back the vendor's last applied run, by new events (rule: Repeated feeds); repeated by the same person
 * it gives the run as it is (rule: Repeated commands). Throws Refusal 404 for an unknown run or one whose rows were
 * removed, 409 when it is not the last.
 */
export async function takeBackFeedRun(context: FeedRunContext, id: string, actor: Actor): Promise<FeedRun> {
  const { db, clock } = context;
  const run = await requireRun(context, id);
  const isRepeated = (now: FeedRun): boolean => isTaken(now, TAKE_BACK, actor);
  if (isRepeated(run)) return run;
  refuseUnlessIn(run, TAKE_BACK);
  const at = clock();
  const total = await countRows(db, id, { outcomes: OUTCOMES_TO_UNDO });
  const changed = await db.transaction().execute(async (tx) => {
    await lockDecisions(tx, run.vendorId);
    if ((await lastAppliedRun(tx, run.vendorId))?.id !== id)
      throw new Refusal(409, 'Only the feed of the vendor that was applied last can be taken back.', {
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
  return afterStep(context, id, TAKE_BACK, { changed, isRepeated });
}

/** What a run has when a person has let the job write so many of its rows. */
const begun = (total: number, actor: Actor, at: Date) => ({
  total,
  done: 0,
  attempts: 0,
  startedAt: at,
  finishedAt: null,
  ...decision(actor, at),
});

/** True when it is where this step leads because this person took it: what comes again answers what the first did. */
const isTaken = ({ state, decidedBy }: FeedRun, { to }: Step, { username }: Actor): boolean =>
  to.includes(state) && decidedBy === username;

function refuseUnlessIn({ state }: FeedRun, { what, from }: Step): void {
  if (from.includes(state)) return;
  throw new Refusal(409, `The feed cannot be ${what}: it is ${state.toLowerCase().replace('_', ' ')}.`, {
    code: 'WRONG_STATE',
    field: 'id',
  });
}

/**
 * The run after its step.
 * @param changed whether the call took it; `isRepeated` judges the run where something else was faster: that may have
 *   been the same call
 */
async function afterStep(
  context: FeedRunContext,
  id: string,
  step: Step,
  { changed, isRepeated }: { changed: boolean; isRepeated: (now: FeedRun) => boolean },
): Promise<FeedRun> {
  const run = await requireRun(context, id);
  if (!changed && !isRepeated(run)) refuseUnlessIn(run, step);
  return run;
}

const UNDER_WAY: ReadonlySet<FeedRunState> = new Set(['WAITING', 'READING', 'APPLYING', 'TAKING_BACK']);

/** True while the run has a step for the job. */
export const isUnderWay = ({ state }: Pick<FeedRun, 'state'>): boolean => UNDER_WAY.has(state);

/**
 * The run when its step has ended, or as it is after `timeoutMs` milliseconds (without it, it waits for ever) or an
 * abort. Throws Refusal 404 for an unknown id.
 */
export const runWhenSettled = (
  context: Pick<FeedRunContext, 'db'>,
  id: string,
  waiting: { timeoutMs?: number; signal?: AbortSignal },
): Promise<FeedRun> => whenEnded(() => requireRun(context, id), isUnderWay, waiting);
