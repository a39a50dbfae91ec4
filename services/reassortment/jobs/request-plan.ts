import { isDeepStrictEqual } from 'node:util';
import type { WhatIfRequest } from '#contracts/api/reassortment-jobs.ts';
import type { Actor } from '#contracts/events/index.ts';
import { HOUSE_CUSTOMER } from '#contracts/reassortment/reassortment.ts';
import { whenEnded } from '#services/platform/jobs/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { readBody } from '../bodies.ts';
import { requirePlan } from '../commands/require-plan.ts';
import { requireStock, requireTemplate } from '../commands/require-template.ts';
import { loadReassortment, type ReassortmentContext } from '../handlers.ts';
import { planTaskSchema } from '../inputs/plan-task.ts';
import { taskWithChanges } from '../inputs/task-with-changes.ts';
import { planFileSchema } from '../plan-file.ts';
import {
  findJob,
  insertJob,
  isUnderWay,
  noteEnd,
  openJobLike,
  type NewJob,
  type PlanJob,
} from './job-store.ts';

/**
 * The author and the customer; `id` is the id of a job that is begun, `atLeast` the log position up to which the author
 * knows the log (null: none is named).
 */
export type Asking = { id: string; actor: Actor; customerId: number; atLeast: bigint | null };

const LOOK_EVERY_MS = 50;

/**
 * Puts a plan of a template in the queue, made of its current bins, stock and locks. Asking again for the same while it
 * is being made returns that job; a job with other inputs, or older ones than the author knows, is stopped (rule: Read
 * your own writes). Throws Refusal 422 for the house, an unknown template, and one without stock.
 */
export async function requestPlan(
  context: ReassortmentContext,
  asking: Asking,
  templateId: string,
): Promise<PlanJob> {
  if (asking.customerId === HOUSE_CUSTOMER)
    throw new Refusal(422, 'The house has no plan: check its current stock instead.', {
      code: 'HOUSE_STOCK',
    });
  const template = requireTemplate(await loadReassortment(context, asking.customerId), templateId);
  const { binsHash, locked } = template;
  const asked = { binsHash, stockHash: requireStock(template).stockHash, locked };
  const job: NewJob = { ...jobOf(context, asking, templateId), kind: 'PLAN', asked, planId: null };
  return enqueue(context, job, asking.atLeast);
}

/**
 * Puts a what-if question in the queue: the plan with other quantities and locks, for the same stock and stones of the
 * house. Another question of the same person is stopped. Throws Refusal 422 for an unknown plan, and for changes that
 * cannot be applied.
 */
export async function requestWhatIf(
  context: ReassortmentContext,
  asking: Asking,
  planId: string,
  asked: WhatIfRequest,
): Promise<PlanJob> {
  const { template, plan } = requirePlan(await loadReassortment(context, asking.customerId), planId);
  const { taskHash } = await readBody(context.files, plan.planHash, planFileSchema);
  taskWithChanges(await readBody(context.files, taskHash, planTaskSchema), asked);
  const job: NewJob = {
    ...jobOf(context, asking, template.templateId),
    kind: 'WHAT_IF',
    asked,
    planId,
  };
  return enqueue(context, job, asking.atLeast);
}

const jobOf = ({ clock }: ReassortmentContext, { id, actor, customerId }: Asking, templateId: string) => ({
  id,
  customerId,
  templateId,
  requestedBy: actor.username,
  requestedRole: actor.role,
  requestedAt: clock(),
});

async function enqueue(context: ReassortmentContext, job: NewJob, atLeast: bigint | null): Promise<PlanJob> {
  const { db, clock } = context;
  for (;;) {
    await insertJob(db, job);
    const inserted = await findJob(db, job.customerId, job.id);
    if (inserted) return inserted;
    const open = await openJobLike(db, job);
    const isSame = open && isDeepStrictEqual(open.asked, job.asked) && open.planId === job.planId;
    if (isSame && mayBeJoined(open, atLeast)) return open;
    if (open)
      await noteEnd(db, open.id, clock(), { state: 'STOPPED', failure: 'Another one was asked for.' });
  }
}

/**
 * Whether an open job shows what its caller knows of the log: a plan that waits reads its inputs later, one that has read
 * them does so from their position on. A question is of the inputs of its plan. Pure.
 */
export function mayBeJoined(
  { kind, state, position }: Pick<PlanJob, 'kind' | 'state' | 'position'>,
  atLeast: bigint | null,
): boolean {
  if (kind === 'WHAT_IF' || state === 'WAITING' || atLeast === null) return true;
  return position !== null && BigInt(position) >= atLeast;
}

/** The job once it has ended, or as it is when the time is up or the caller has gone. */
export const jobWhenEnded = (
  { db }: Pick<ReassortmentContext, 'db'>,
  job: PlanJob,
  waiting: { timeoutMs: number; signal: AbortSignal },
): Promise<PlanJob> =>
  whenEnded(async () => (await findJob(db, job.customerId, job.id)) ?? job, isUnderWay, {
    ...waiting,
    lookEveryMs: LOOK_EVERY_MS,
  });
