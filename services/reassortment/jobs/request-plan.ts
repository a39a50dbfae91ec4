import { isDeepStrictEqual } from 'node:util';
import type { WhatIfRequest } from '#contracts/api/reassortment-jobs.ts';
import type { Actor } from '#contracts/events/index.ts';
import { HOUSE_CUSTOMER } from '#contracts/reassortment/reassortment.ts';
import { whenEnded } from '#services/platform/jobs/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { readBody } from '../bodies.ts';
import { requirePlan } from '../commands/require-plan.ts';
import { requireTemplate } from '../commands/require-template.ts';
import { loadReassortment, type ReassortmentContext } from '../handlers.ts';
import { planTaskSchema } from '../inputs/plan-task.ts';
import { withChanges } from '../inputs/with-changes.ts';
import { planFileSchema } from '../plan-file.ts';
import { findJob, insertJob, noteEnd, openJobLike, type NewJob, type PlanJob } from './job-store.ts';

/** The author and the customer; `id` is the id of a job that is begun. */
export type Asking = { id: string; actor: Actor; customerId: number };

const LOOK_EVERY_MS = 50;

/**
 * Puts a plan of a template in the queue, made of its current bins, stock and locks. Asking again for the same while it
 * is being made returns that job; a job with other inputs is stopped. Throws Refusal 422 for the house, an unknown
 * template, and one without stock.
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
  const { binsHash, stock, locked } = template;
  if (!stock)
    throw new Refusal(422, `Upload the current stock for ${template.idealInventoryName} first.`, {
      code: 'NO_STOCK',
      field: 'templateId',
    });
  const asked = { binsHash, stockHash: stock.stockHash, locked };
  return enqueue(context, { ...jobOf(context, asking, templateId), kind: 'PLAN', asked, planId: null });
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
  withChanges(await readBody(context.files, taskHash, planTaskSchema), asked);
  return enqueue(context, {
    ...jobOf(context, asking, template.templateId),
    kind: 'WHAT_IF',
    asked,
    planId,
  });
}

const jobOf = ({ clock }: ReassortmentContext, { id, actor, customerId }: Asking, templateId: string) => ({
  id,
  customerId,
  templateId,
  requestedBy: actor.username,
  requestedRole: actor.role,
  requestedAt: clock(),
});

async function enqueue(context: ReassortmentContext, job: NewJob): Promise<PlanJob> {
  const { db, clock } = context;
  for (;;) {
    await insertJob(db, job);
    const inserted = await findJob(db, job.customerId, job.id);
    if (inserted) return inserted;
    const open = await openJobLike(db, job);
    if (open && isDeepStrictEqual(open.asked, job.asked) && open.planId === job.planId) return open;
    if (open)
      await noteEnd(db, open.id, clock(), { state: 'STOPPED', failure: 'Another one was asked for.' });
  }
}

const isUnderWay = ({ state }: Pick<PlanJob, 'state'>): boolean =>
  state === 'WAITING' || state === 'GATHERING' || state === 'PLANNING';

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
