import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const reassortmentMigrations: readonly Migration[] = [
  {
    name: 'plan-jobs-1',
    sql: `
      -- Plans that people asked for, and questions what would be if. One stays open until it ends, whatever is killed.
      create table vitrine.plan_job (
        id text primary key,
        kind text not null,
        customer_id int not null,
        template_id text not null,
        requested_by text not null,
        requested_role text not null,
        requested_at timestamptz not null,
        -- Of what a plan is asked for; of a question, its changes and the plan that they begin with.
        asked json not null,
        state text not null default 'WAITING',
        level text,
        groups_done int not null default 0,
        groups int,
        -- How often it was begun or taken up again.
        attempts int not null default 0,
        finished_at timestamptz,
        plan_id text,
        -- The answer to a question; plans lie in the file store.
        answer json,
        failure text
      );
      create unique index plan_job_open_plan on vitrine.plan_job (customer_id, template_id)
        where kind = 'PLAN' and state in ('WAITING', 'GATHERING', 'PLANNING');
      create unique index plan_job_open_question on vitrine.plan_job (customer_id, template_id, requested_by)
        where kind = 'WHAT_IF' and state in ('WAITING', 'GATHERING', 'PLANNING');`,
  },
  { name: 'plan-jobs-work', sql: announcesWork('vitrine.plan_job', 'plans') },
  {
    name: 'plan-jobs-2',
    sql: `
      -- At which place in the log the inputs of a plan were read.
      alter table vitrine.plan_job add column position bigint;`,
  },
];
