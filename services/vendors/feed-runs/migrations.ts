import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const feedRunMigrations: readonly Migration[] = [
  {
    name: 'feed-runs-1',
    sql: `
      -- One reading of one kept file of a vendor.
      create table vitrine.feed_run (
        id text primary key,
        vendor_id int not null,
        file_id text not null,
        file_name text not null,
        source text not null,
        kind text not null,
        state text not null,
        requested_by text not null,
        requested_role text not null,
        requested_at timestamptz not null,
        started_at timestamptz,
        finished_at timestamptz,
        -- The vendor's columns and conventions as they were.
        mapping json not null,
        -- Of the file's bytes and the mapping; null before it is read.
        file_hash text,
        rows int,
        reported int,
        counts json,
        holds json not null default '[]',
        -- Of the step under way: parcels to do and done.
        total int,
        done int not null default 0,
        -- Who applied it or takes it back, and when: the business time of everything the step writes.
        decided_by text,
        decided_role text,
        decided_at timestamptz,
        applied_at timestamptz,
        -- Parcels in no row are withdrawn.
        withdraws boolean not null default false,
        -- The vendor's last feed before this one was applied.
        former_feed json,
        failure text
      );
      create index feed_run_vendor on vitrine.feed_run (vendor_id, requested_at);
      create table vitrine.feed_run_row (
        run_id text not null references vitrine.feed_run on delete cascade,
        id text collate "C" not null,
        row int,
        vendor_stock_id text,
        parcel_name text,
        class text not null,
        stone text not null,
        cost_before bigint,
        cost_after bigint,
        total_before bigint,
        total_after bigint,
        changes json not null,
        problems json not null,
        -- What the row offers, and what was known of the parcel; null where there is none.
        offer json,
        known json,
        -- A person lets a row pass that waits.
        passed boolean not null default false,
        -- What the run wrote; null while it has not come to the row.
        outcome text,
        primary key (run_id, id)
      );`,
  },
  {
    name: 'feed-runs-work',
    sql: announcesWork('vitrine.feed_run', 'feed-runs', 'insert or update of state'),
  },
  {
    name: 'feed-runs-without-rows',
    sql: `
      -- Null while the run has its rows.
      alter table vitrine.feed_run add column rows_removed_at timestamptz;`,
  },
  {
    name: 'feed-runs-put-off',
    sql: `
      -- How often the step under way has failed, and until when it is left alone; null: not at all.
      alter table vitrine.feed_run add column attempts int not null default 0, add column again_at timestamptz;`,
  },
  {
    name: 'feed-runs-without-file',
    sql: `
      -- Null while the run's file is kept.
      alter table vitrine.feed_run add column file_removed_at timestamptz;`,
  },
  {
    name: 'feed-runs-offers',
    sql: `
      -- The offers of a few stones are found without reading every row of every run.
      create index feed_run_row_stock on vitrine.feed_run_row (run_id, vendor_stock_id);`,
  },
  {
    name: 'feed-runs-set-aside',
    sql: `
      -- When a new doubt was found; null for none, and again when a later yes has had its way.
      alter table vitrine.feed_run_row add column set_aside_at timestamptz;`,
  },
  {
    name: 'feed-runs-groups',
    sql: `
      -- The tier of an offer is that of its row's group; the vendor's own is no longer kept with it.
      update vitrine.feed_run_row as row set offer = (row.offer::jsonb #- '{attributes,tier}')::json
      from vitrine.feed_run as run
      where run.id = row.run_id and run.state in ('CLASSIFIED', 'HELD', 'APPLYING', 'APPLIED')
        and row.offer->'attributes'->>'tier' is not null
        and not exists (
          select from json_array_elements(run.mapping->'columns') as mapped where mapped->>'attribute' = 'group');`,
  },
  {
    name: 'feed-runs-decisions',
    sql: `
      -- Who applied it, and past which of its holds; decided_by is by whom it was applied, discarded or taken back last.
      alter table vitrine.feed_run add column applied_by text, add column confirmed text[] not null default '{}';
      -- What prevents withdrawals alone was confirmed only where the run withdraws.
      update vitrine.feed_run as run set applied_by = decided_by,
        confirmed = array(
          select hold->>'reason' from json_array_elements(run.holds) with ordinality as held (hold, place)
          where hold->>'reason' <> 'UNIDENTIFIED_ROWS' or run.withdraws order by place)
      where state in ('APPLYING', 'APPLIED');`,
  },
  {
    name: 'feed-runs-read-again',
    sql: `
      -- The schedule has read the file anew, which was applied before: it is no newer feed of the vendor.
      alter table vitrine.feed_run add column reads_again boolean not null default false;`,
  },
];
