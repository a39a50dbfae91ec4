import type { PlanBody } from '#contracts/api/reassortment-plans.ts';
import { DAY_MS } from '#contracts/vocabulary/house-time.ts';
import { attemptJob, workInTurn, type JobTools } from '#services/platform/jobs/index.ts';
import { pause } from '#services/platform/pause.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { jsonBody, readBody } from '../bodies.ts';
import { requirePlan } from '../commands/require-plan.ts';
import { requireStock, requireTemplate } from '../commands/require-template.ts';
import { loadReassortment, recordPlan } from '../handlers.ts';
import { gatherInputs, PLANNING_MODELS, type GatheringContext } from '../inputs/gather-inputs.ts';
import { planningTask, planTaskSchema, type PlanTask } from '../inputs/plan-task.ts';
import { taskWithChanges } from '../inputs/task-with-changes.ts';
import { planFileSchema } from '../plan-file.ts';
import { planDifference } from '../plan/plan-difference.ts';
import { planInThread } from '../plan/plan-in-thread.ts';
import {
  forgetJobsEndedBefore,
  nextOpenJob,
  noteEnd,
  noteGathered,
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
const NOTE_EVERY_MS = 300;
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
    return job !== null;
  });
}

/** Carries a job out and notes its end, as `attemptJob` does. */
async function carryOutJob(options: WorkPlanJobs, job: PlanJob, held: AbortSignal): Promise<void> {
  const { context, log, signal } = options;
  const { db } = context;
  await attemptJob(
    { db, table: 'vitrine.plan_job', job },
    { held, signal },
    async () => {
      await noteStart(db, job.id);
      const end = await unlessStopped(options, job, held, (watched) =>
        job.kind === 'PLAN' ? makeJobsPlan(options, job, watched) : answerQuestion(options, job, watched),
      );
      if (end) await noteEnd(db, job.id, context.clock(), end);
    },
    async (failure = 'its process ended each time') => {
      log.warn(`the plan ${job.id} is given up: ${failure}`);
      await noteEnd(db, job.id, context.clock(), { state: 'FAILED', failure });
    },
    // A refusal stays one, however often it is tried.
    (error) => error instanceof Refusal,
  );
}

/** How a job is watched: its signal is aborted when the job is stopped; progress is noted now and then. */
type Watched = { signal: AbortSignal; onProgress(progress: JobProgress): void };

/** How the job ended; undefined when it was stopped. */
async function unlessStopped(
  { context: { db } }: WorkPlanJobs,
  { id }: PlanJob,
  held: AbortSignal,
  work: (watched: Watched) => Promise<JobEnd>,
): Promise<JobEnd | undefined> {
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
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
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
    fileAt: requireStock(template).fileAt,
    locked,
  });
  await noteGathered(context.db, planId, position);
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
  const task = taskWithChanges(await readBody(files, made.taskHash, planTaskSchema), asked);
  const other = await solve(task, watched);
  return { state: 'DONE', answer: { plan: other, difference: planDifference(made.plan, other) } };
}
