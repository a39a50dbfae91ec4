import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const reportMigrations: readonly Migration[] = [
  {
    name: 'report-runs-1',
    sql: `
      -- Reports that people asked for. One stays open until it is made, whatever is killed.
      create table vitrine.report_run (
        id text primary key,
        requested_by text not null,
        requested_at timestamptz not null,
        with_cost boolean not null,
        -- A mail announces its end.
        mails boolean not null,
        -- What it is made of, as it was asked for and the cut that this came to.
        asked json not null,
        cut json not null,
        state text not null default 'WAITING',
        -- Of the step under way.
        done int not null default 0,
        total int,
        -- How often it was begun or taken up again.
        attempts int not null default 0,
        finished_at timestamptz,
        file_name text not null,
        file_key text,
        size int,
        failure text
      );
      create unique index report_run_open on vitrine.report_run (requested_by)
        where state in ('WAITING', 'READING', 'WRITING');
      create index report_run_newest on vitrine.report_run (requested_by, requested_at);`,
  },
  { name: 'report-runs-work', sql: announcesWork('vitrine.report_run', 'reports') },
  {
    name: 'report-schedules-1',
    sql: `
      -- Reports that are mailed every week or month: at each of its times a run is put in the queue.
      create table vitrine.report_schedule (
        id text primary key,
        schedule json not null,
        next_at timestamptz not null,
        changed_by text not null,
        changed_at timestamptz not null
      );
      -- Of a run from a schedule: who gets it by mail and may fetch it. Another one is for who asked for it.
      alter table vitrine.report_run add column recipients text[] not null default '{}';`,
  },
];
