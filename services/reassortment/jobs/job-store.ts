import { sql, type RawBuilder } from 'kysely';
import type { PlanJobReply, WhatIfReply, WhatIfRequest } from '#contracts/api/reassortment-jobs.ts';
import type { Actor } from '#contracts/events/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import { jobCounts, stateIn, type JobCounts } from '#services/platform/jobs/index.ts';

/** The inputs of a plan: asking again for the same while it is being made returns that job. */
type AskedPlan = { binsHash: string; stockHash: string; locked: readonly string[] };
type AskedQuestion = WhatIfRequest;

/** One plan or what-if question that a person asked for. */
export type PlanJob = Pick<
  PlanJobReply,
  'id' | 'templateId' | 'state' | 'level' | 'groupsDone' | 'groups' | 'requestedBy' | 'planId' | 'failure'
> & {
  customerId: number;
  requestedRole: Actor['role'];
  requestedAt: Date;
  attempts: number;
  /** The log position at which a plan's inputs were read; null until they are. */
  position: string | null;
  finishedAt: Date | null;
  answer: WhatIfReply | null;
} & ({ kind: 'PLAN'; asked: AskedPlan } | { kind: 'WHAT_IF'; asked: AskedQuestion });

const columns = sql`
  id, kind, customer_id as "customerId", template_id as "templateId", requested_by as "requestedBy",
  requested_role as "requestedRole", requested_at as "requestedAt", asked, state, level, groups_done as "groupsDone",
  groups, attempts, position::text, finished_at as "finishedAt", plan_id as "planId", answer, failure`;

const OPEN: readonly PlanJob['state'][] = ['WAITING', 'GATHERING', 'PLANNING'];
const isOpen = stateIn(OPEN);

/** True while a job waits or is worked on. */
export const isUnderWay = ({ state }: Pick<PlanJob, 'state'>): boolean => OPEN.includes(state);

async function jobsWhere(db: Db, condition: RawBuilder<unknown>): Promise<PlanJob[]> {
  const { rows } = await sql<PlanJob>`select ${columns} from vitrine.plan_job where ${condition}`.execute(db);
  return rows;
}

export type NewJob = Pick<
  PlanJob,
  'id' | 'customerId' | 'templateId' | 'requestedBy' | 'requestedRole' | 'requestedAt' | 'planId'
> &
  Pick<PlanJob, 'kind' | 'asked'>;

/** Puts a job in the queue, unless one is open in its place. */
export async function insertJob(db: Db, job: NewJob): Promise<void> {
  await sql`
    insert into vitrine.plan_job (id, kind, customer_id, template_id, requested_by, requested_role, requested_at, asked,
      plan_id)
    values (${job.id}, ${job.kind}, ${job.customerId}, ${job.templateId}, ${job.requestedBy}, ${job.requestedRole},
      ${job.requestedAt}, ${JSON.stringify(job.asked)}::json, ${job.planId})
    on conflict do nothing`.execute(db);
}

/** A customer's job; null when it has none of that id. */
export async function findJob(db: Db, customerId: number, id: string): Promise<PlanJob | null> {
  return (await jobsWhere(db, sql`id = ${id} and customer_id = ${customerId}`))[0] ?? null;
}

/** The open job in a new one's place: of the same template and, for a question, the same person. */
export async function openJobLike(db: Db, job: NewJob): Promise<PlanJob | null> {
  const { kind, customerId, templateId, requestedBy } = job;
  const own = kind === 'PLAN' ? sql`true` : sql`requested_by = ${requestedBy}`;
  const like = sql`kind = ${kind} and customer_id = ${customerId} and template_id = ${templateId}`;
  return (await jobsWhere(db, sql`${like} and ${own} and ${isOpen}`))[0] ?? null;
}

/** The plans that are being made for a customer, or wait to be. */
export function openPlanJobs(db: Db, customerId: number): Promise<PlanJob[]> {
  return jobsWhere(
    db,
    sql`kind = 'PLAN' and customer_id = ${customerId} and ${isOpen} order by requested_at, id`,
  );
}

/**
 * The job that has waited longest, or was left by a killed process.
 * @param after a job that could not be done now: those that came after it have their turn first, then those before it
 */
export async function nextOpenJob(db: Db, after?: string): Promise<PlanJob | null> {
  const passed = sql`(requested_at, id) <= (select requested_at, id from vitrine.plan_job where id = ${after ?? null})`;
  return (await jobsWhere(db, sql`${isOpen} order by ${passed}, requested_at, id limit 1`))[0] ?? null;
}

/** Notes that a job is begun, or resumed. */
export async function noteStart(db: Db, id: string): Promise<void> {
  await sql`
    update vitrine.plan_job set state = 'GATHERING', level = null, groups_done = 0, groups = null,
      attempts = attempts + 1, position = null
    where id = ${id} and ${isOpen}`.execute(db);
}

/** Notes at which log position the inputs of a plan were read. */
export async function noteGathered(db: Db, id: string, position: bigint): Promise<void> {
  await sql`update vitrine.plan_job set position = ${position} where id = ${id} and ${isOpen}`.execute(db);
}

/** How far the planning of a job is. */
export type JobProgress = { level: string; groupsDone: number; groups: number };

/** Notes how far a job is; false when somebody has stopped it. */
export async function noteProgress(db: Db, id: string, progress: JobProgress | null): Promise<boolean> {
  const { rows } = await (
    progress === null
      ? sql`select id from vitrine.plan_job where id = ${id} and ${isOpen}`
      : sql`
          update vitrine.plan_job set state = 'PLANNING', level = ${progress.level},
            groups_done = ${progress.groupsDone}, groups = ${progress.groups}
          where id = ${id} and ${isOpen} returning id`
  ).execute(db);
  return rows.length > 0;
}

/** How a job ended. */
export type JobEnd =
  | { state: 'DONE'; planId: string }
  | { state: 'DONE'; answer: WhatIfReply }
  | { state: 'FAILED' | 'STOPPED'; failure: string };

/** Notes how a job ended, unless it has ended already. */
export async function noteEnd(db: Db, id: string, finishedAt: Date, end: JobEnd): Promise<void> {
  const planId = 'planId' in end ? sql`${end.planId}` : sql`plan_id`;
  const answer = 'answer' in end ? JSON.stringify(end.answer) : null;
  const failure = 'failure' in end ? end.failure : null;
  await sql`
    update vitrine.plan_job set state = ${end.state}, finished_at = ${finishedAt}, plan_id = ${planId},
      answer = ${answer}::json, failure = ${failure}
    where id = ${id} and ${isOpen}`.execute(db);
}

/** Forgets jobs that ended before an instant; the plans that they made stay. */
export async function forgetJobsEndedBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from vitrine.plan_job where finished_at < ${before}`.execute(db);
}

/** How many jobs wait or are under way, and how many failed. */
export const planJobCounts = (db: Db): Promise<JobCounts> =>
  jobCounts(db, 'vitrine.plan_job', { open: isOpen, failed: sql`state = 'FAILED'` });
