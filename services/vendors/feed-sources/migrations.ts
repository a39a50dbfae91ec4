import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const feedSourceMigrations: readonly Migration[] = [
  {
    name: 'feed-sources-1',
    sql: `
      -- Where a vendor's file comes from by itself. It may hold a password, so it is no event: those stay for ever.
      create table vitrine.feed_source (
        vendor_id int primary key,
        place jsonb not null,
        kind text not null,
        schedule jsonb,
        changed_by text not null,
        changed_at timestamptz not null,
        next_at timestamptz,
        -- A person wants it now.
        asked_at timestamptz,
        asked_by text,
        last_tried_at timestamptz,
        outcome text,
        reason text,
        run_id text,
        -- Of the file read last, its mapping and its kind.
        read_hash text,
        failing_since timestamptz
      );
      -- A run from a schedule was applied, or the house has a mail why not.
      alter table vitrine.feed_run add column followed_up_at timestamptz;
      create index feed_run_to_follow_up on vitrine.feed_run (requested_at) where source = 'SCHEDULE' and followed_up_at is null;
      -- The job has to follow up what the job of runs has ended.
      create trigger announce_follow_up after update of state on vitrine.feed_run
        for each statement execute function vitrine.announce_work('feed-sources');
      ${announcesWork('vitrine.feed_source', 'feed-sources', 'insert or update of place, schedule, asked_at')}`,
  },
  {
    name: 'feed-sources-skipped',
    sql: `
      -- Of a folder: when the file read last was put there, and what came since the one before and was not read.
      alter table vitrine.feed_source add column read_until timestamptz, add column skipped text[] not null default '{}';`,
  },
  {
    name: 'feed-sources-follow-up-put-off',
    sql: `
      -- How often its follow-up has failed, and until when it is left alone.
      alter table vitrine.feed_run add column follow_up_attempts int not null default 0,
        add column follow_up_again_at timestamptz;`,
  },
];
