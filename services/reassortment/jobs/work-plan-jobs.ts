import type { PlanBody } from '#contracts/api/reassortment-plans.ts';
import { forgetAttempt, onceAnswered, workInTurn, type JobTools } from '#services/platform/jobs/index.ts';
import { messageOf } from '#services/platform/message-of.ts';
import { pause } from '#services/platform/pause.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { isInterruption } from '#services/platform/stores/index.ts';
import { jsonBody, readBody } from '../bodies.ts';
import { requirePlan } from '../commands/require-plan.ts';
import { requireTemplate } from '../commands/require-template.ts';
import { loadReassortment, recordPlan } from '../handlers.ts';
import { gatherInputs, PLANNING_MODELS, type GatheringContext } from '../inputs/gather-inputs.ts';
import { planningTask, planTaskSchema, type PlanTask } from '../inputs/plan-task.ts';
import { withChanges } from '../inputs/with-changes.ts';
import { planFileSchema } from '../plan-file.ts';
import { planDifference } from '../plan/plan-difference.ts';
import { planInThread } from '../plan/plan-in-thread.ts';
import {
  forgetJobsEndedBefore,
  nextOpenJob,
  noteEnd,
  noteProgress,
  noteStart,
  type JobEnd,
  type JobProgress,
  type PlanJob,
} from './job-store.ts';

export type WorkPlanJobs = JobTools & {
  context: GatheringContext & {
    /** Waits a while for these read models to catch up with the log; false when they have not. */
    caughtUp(readModels: readonly string[]): Promise<boolean>;
  };
};

const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
const NOTE_EVERY_MS = 300;
const MOST_ATTEMPTS = 5;
const AGAIN_AFTER = { firstMs: 1_000, longestMs: 10_000 };

/** Somebody stopped the job, or another one replaced it. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/**
 * Makes the requested plans until the signal is aborted, one at a time in one process. A plan that a killed process
 * left is made again, unless it was recorded before.
 */
export async function workPlanJobs(options: WorkPlanJobs): Promise<void> {
  const { db, clock } = options.context;
  // A job that could not be done now, as while read models are behind the log, holds up no other.
  let putOff: string | undefined;
  await workInTurn(options, { name: 'plans', againAfter: AGAIN_AFTER }, async (held) => {
    const job = await nextOpenJob(db, putOff);
    putOff = job?.id;
    if (job) await carryOutJob(options, job, held);
    else await forgetJobsEndedBefore(db, new Date(clock().getTime() - KEPT_DAYS * DAY_MS));
    putOff = undefined;
    return job !== undefined;
  });
}

/**
 * Carries a job out and notes its end. A failure is tried again until the job is given up; an attempt is counted when it
 * begins, for one may end its process, and not when a store broke it off. Throws what the attempt threw.
 */
async function carryOutJob(options: WorkPlanJobs, job: PlanJob, held: AbortSignal): Promise<void> {
  const { context, signal } = options;
  const { db } = context;
  if (job.attempts >= MOST_ATTEMPTS) return giveUp(options, job, 'its process ended each time');
  try {
    await noteStart(db, job.id);
    const end = await unlessStopped(options, job, held, (watched) =>
      job.kind === 'PLAN' ? makeJobsPlan(options, job, watched) : answerQuestion(options, job, watched),
    );
    await noteEnd(db, job.id, context.clock(), end);
  } catch (error) {
    if (error instanceof Stopped) return;
    const isInterrupted = held.aborted || isInterruption(error);
    if (isInterrupted) await onceAnswered(() => forgetAttempt(db, 'vitrine.plan_job', job), signal);
    // A refusal stays one, however often it is tried.
    if (isInterrupted || (!(error instanceof Refusal) && job.attempts + 1 < MOST_ATTEMPTS)) throw error;
    await giveUp(options, job, messageOf(error));
  }
}

async function giveUp({ context, log }: WorkPlanJobs, { id }: PlanJob, failure: string): Promise<void> {
  log.warn(`the plan ${id} is given up: ${failure}`);
  await noteEnd(context.db, id, context.clock(), { state: 'FAILED', failure });
}

/** How a job is watched: its signal is aborted when the job is stopped; progress is noted now and then. */
type Watched = { signal: AbortSignal; onProgress(progress: JobProgress): void };

async function unlessStopped(
  { context: { db } }: WorkPlanJobs,
  { id }: PlanJob,
  held: AbortSignal,
  work: (watched: Watched) => Promise<JobEnd>,
): Promise<JobEnd> {
  const over = new AbortController();
  const stop = new AbortController();
  let progress: JobProgress | null = null;
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      if (!(await noteProgress(db, id, progress))) return stop.abort(new Stopped('the job was stopped'));
      await pause(NOTE_EVERY_MS, over.signal);
    }
  };
  // When progress cannot be noted, the job fails with the reason.
  const watching = watch().catch((error: unknown) => stop.abort(error));
  try {
    return await work({
      signal: AbortSignal.any([held, stop.signal]),
      onProgress: (now) => {
        progress = now;
      },
    });
  } finally {
    over.abort();
    await watching;
  }
}

const solve = (task: PlanTask, watched: Watched): Promise<PlanBody> =>
  planInThread(planningTask(task), watched);

/** Gathers, plans and records; a plan that was recorded before its process was killed is not made again. */
async function makeJobsPlan(
  { context }: WorkPlanJobs,
  job: PlanJob & { kind: 'PLAN' },
  watched: Watched,
): Promise<JobEnd> {
  const { id: planId, customerId, templateId, asked } = job;
  const done: JobEnd = { state: 'DONE', planId };
  const state = await loadReassortment(context, customerId);
  const template = requireTemplate(state, templateId);
  if (template.plans.some((plan) => plan.planId === planId)) return done;
  // An interruption, however often: it says nothing about the plan.
  if (!(await context.caughtUp(PLANNING_MODELS)))
    throw new Refusal(503, 'The read models are behind the log.', { code: 'READ_MODEL_BEHIND' });
  const { stockHash, binsHash, locked } = asked;
  const { task, position } = await gatherInputs(context, customerId, state, {
    templateString: template.templateString,
    binsHash,
    stockHash,
    locked,
  });
  const plan = await solve(task, watched);
  watched.signal.throwIfAborted();
  const kept = jsonBody(task);
  const file = jsonBody({ taskHash: kept.hash, plan });
  const actor = { username: job.requestedBy, role: job.requestedRole };
  await recordPlan(
    context,
    { commandId: planId, actor },
    customerId,
    {
      templateId,
      planId,
      position: String(position),
      planHash: file.hash,
      binsHash,
      stockHash,
      locked: [...locked],
    },
    [kept, file],
  );
  return done;
}

/** Answers a what-if question: the plan for another's inputs with changes, and the difference. */
async function answerQuestion(
  { context }: WorkPlanJobs,
  { customerId, planId, asked }: PlanJob & { kind: 'WHAT_IF' },
  watched: Watched,
): Promise<JobEnd> {
  const { files } = context;
  const { plan } = requirePlan(await loadReassortment(context, customerId), planId ?? '');
  const made = await readBody(files, plan.planHash, planFileSchema);
  const task = withChanges(await readBody(files, made.taskHash, planTaskSchema), asked);
  const other = await solve(task, watched);
  return { state: 'DONE', answer: { plan: other, difference: planDifference(made.plan, other) } };
}
