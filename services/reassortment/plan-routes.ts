import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { workbookReply } from '#contracts/api/downloads.ts';
import { templateRequest } from '#contracts/api/reassortment.ts';
import {
  planJob,
  planReply,
  planSummary,
  whatIfReply,
  whatIfRequest,
  type PlanJobReply,
  type PlanReply,
  type PlanSummary,
  type WhatIfReply,
} from '#contracts/api/reassortment-jobs.ts';
import { planDifference as planDifferenceReply } from '#contracts/api/reassortment-plans.ts';
import type { IdealTemplate, MadePlan } from '#contracts/reassortment/reassortment.ts';
import {
  callGroup,
  chosenCustomer,
  minPosition,
  sendWorkbook,
  type App,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { readBody } from './bodies.ts';
import { requirePlan } from './commands/require-plan.ts';
import { loadReassortment, type ReassortmentContext } from './handlers.ts';
import { findJob, noteEnd, openPlanJobs, type PlanJob } from './jobs/job-store.ts';
import { jobWhenEnded, requestPlan, requestWhatIf, type Asking } from './jobs/request-plan.ts';
import { planFileSchema } from './plan-file.ts';
import { planDifference } from './plan/plan-difference.ts';
import { storeNames } from './store-names.ts';
import { shipmentsWorkbook } from './shipments-workbook.ts';

const forStaff = callGroup({ access: 'staff', surface: 'rest', tags: ['reassortment'] });
const ofPlans = callGroup({
  access: 'staff',
  surface: 'rest',
  wholesale: 'Plans are',
  tags: ['reassortment'],
});

/** How long a caller waits for a plan, in milliseconds; it continues in the background (rule: Plan answer). */
const ANSWERED_WITHIN_MS = 2_000;
const params = z.object({ id: z.string() });

/** The chosen customer's plans, the jobs that make them, and what-if questions (rule: Plan answer). */
export function registerPlanRoutes(app: App, context: ReassortmentContext): void {
  app.post(
    '/api/reassortment/plans',
    ofPlans({
      summary: 'Have a plan made of an ideal inventory and its current stock',
      description:
        'Answers the plan when it is ready within two seconds, else 202 with the job that makes it.',
      body: templateRequest,
      response: { 200: planReply, 202: planJob },
    }),
    async (request, reply) => {
      const job = await requestPlan(context, askingOf(request), request.body.templateId);
      return answerPlan(context, job, request, reply);
    },
  );

  app.get(
    '/api/reassortment/plans',
    forStaff({
      summary: "The customer's plans that count, newest first",
      response: { 200: z.array(planSummary) },
    }),
    async ({ caller }) => {
      const { templates } = await loadReassortment(context, chosenCustomer(caller));
      return templates
        .flatMap((template) => template.plans.map((plan) => summaryOf(template, plan)))
        .filter(({ retired }) => !retired)
        .toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
    },
  );

  app.get(
    '/api/reassortment/plans/:id',
    ofPlans({ summary: 'A plan, also one that was cleared', params, response: { 200: planReply } }),
    async (request) => planOf(context, chosenCustomer(request.caller), request.params.id),
  );

  app.get(
    '/api/reassortment/plans/:id/shipments',
    ofPlans({
      summary: "A plan's suggested shipments as a workbook",
      params,
      response: { 200: workbookReply },
    }),
    async (request, reply) => {
      const customerId = chosenCustomer(request.caller);
      const plan = await planOf(context, customerId, request.params.id);
      const bytes = await shipmentsWorkbook(plan, storeNames(await loadReassortment(context, customerId)));
      await sendWorkbook(reply, 'Suggested Shipments.xlsx', Readable.from([bytes]));
    },
  );

  app.get(
    '/api/reassortment/plans/:id/difference',
    ofPlans({
      summary: 'What another plan does differently',
      params,
      querystring: z.object({ to: z.string().min(1) }),
      response: { 200: planDifferenceReply },
    }),
    async (request) => {
      const customerId = chosenCustomer(request.caller);
      const first = await planOf(context, customerId, request.params.id);
      return planDifference(first, await planOf(context, customerId, request.query.to));
    },
  );

  app.post(
    '/api/reassortment/plans/:id/what-if',
    ofPlans({
      summary: 'What the plan would be with other quantities and locks, of the same stones',
      description: 'Answers it when it is ready within two seconds, else 202 with the job that makes it.',
      params,
      body: whatIfRequest,
      response: { 200: whatIfReply, 202: planJob },
    }),
    async (request, reply) => {
      const { params: asked, body, signal } = request;
      const job = await requestWhatIf(context, askingOf(request), asked.id, body);
      const now = await jobWhenEnded(context, job, { timeoutMs: ANSWERED_WITHIN_MS, signal });
      return answerOf(now) ?? reply.code(202).send(jobWire(now));
    },
  );

  const jobOf = async (request: FastifyRequest<{ Params: { id: string } }>): Promise<PlanJob> => {
    const { id } = request.params;
    const job = await findJob(context.db, chosenCustomer(request.caller), id);
    if (!job) throw new Refusal(404, `This customer has no job ${id}.`, { code: 'UNKNOWN_JOB', field: 'id' });
    return job;
  };

  app.get(
    '/api/reassortment/jobs',
    forStaff({
      summary: 'The plans that are being made for the customer',
      response: { 200: z.array(planJob) },
    }),
    async ({ caller }) => (await openPlanJobs(context.db, chosenCustomer(caller))).map(jobWire),
  );

  app.get(
    '/api/reassortment/jobs/:id',
    forStaff({ summary: 'A plan that is being made, with its progress', params, response: { 200: planJob } }),
    async (request) => jobWire(await jobOf(request)),
  );

  app.get(
    '/api/reassortment/jobs/:id/answer',
    ofPlans({
      summary: 'What a what-if question found; 202 while it is still being computed',
      params,
      response: { 200: whatIfReply, 202: planJob },
    }),
    async (request, reply) => {
      const job = await jobOf(request);
      if (job.kind === 'PLAN')
        throw new Refusal(422, 'A plan is read by its own id.', { code: 'NO_QUESTION', field: 'id' });
      return answerOf(job) ?? reply.code(202).send(jobWire(job));
    },
  );

  app.post(
    '/api/reassortment/jobs/:id/stop',
    forStaff({ summary: 'Stop a plan that is being made', params, response: { 200: planJob } }),
    async (request) => {
      const { id } = await jobOf(request);
      const failure = `Stopped by ${request.caller.actor.username}.`;
      await noteEnd(context.db, id, context.clock(), { state: 'STOPPED', failure });
      return jobWire(await jobOf(request));
    },
  );
}

/**
 * Who asks for a plan, up to which log position they know the log, and the id of the job that it may begin. Throws Refusal
 * 400 for a `min-position` that is not a log position.
 */
export const askingOf = (request: FastifyRequest): Asking => {
  const { caller, server } = request;
  return {
    id: server.newId(),
    actor: caller.actor,
    customerId: chosenCustomer(caller),
    atLeast: minPosition(request),
  };
};

/**
 * The answer to a requested plan: the plan when it is ready within two seconds, else 202 with the job. Throws Refusal
 * 422 when it could not be made.
 */
export async function answerPlan(
  context: ReassortmentContext,
  job: PlanJob,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PlanReply | PlanJobReply> {
  const { signal } = request;
  const now = await jobWhenEnded(context, job, { timeoutMs: ANSWERED_WITHIN_MS, signal });
  refuseFailed(now);
  if (now.state === 'DONE') return planOf(context, now.customerId, now.id);
  reply.code(202);
  return jobWire(now);
}

function refuseFailed({ state, failure }: PlanJob): void {
  if (state === 'FAILED')
    throw new Refusal(422, `The plan could not be made: ${failure}`, { code: 'PLAN_FAILED' });
}

/** The answer to a what-if question; null until it is ready. Throws Refusal 422 when it failed. */
function answerOf(job: PlanJob): WhatIfReply | null {
  refuseFailed(job);
  return job.answer;
}

async function planOf(context: ReassortmentContext, customerId: number, id: string): Promise<PlanReply> {
  const { template, plan } = requirePlan(await loadReassortment(context, customerId), id);
  const file = await readBody(context.files, plan.planHash, planFileSchema);
  return { ...summaryOf(template, plan), ...file.plan };
}

const summaryOf = (
  { templateId, idealInventoryName }: IdealTemplate,
  { planId, at, by, position, retired }: MadePlan,
): PlanSummary => ({ id: planId, templateId, idealInventoryName, madeAt: at, madeBy: by, position, retired });

function jobWire({ requestedAt, finishedAt, ...job }: PlanJob): PlanJobReply {
  const { id, kind, templateId, state, level, groupsDone, groups, requestedBy, planId, failure } = job;
  return {
    id,
    kind,
    templateId,
    state,
    level,
    groupsDone,
    groups,
    requestedBy,
    planId,
    failure,
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
