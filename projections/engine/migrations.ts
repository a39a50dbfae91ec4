/** The engine's bookkeeping: builds with their checkpoints, and what was parked (architecture: Projections). */
export const projectionMigrations: readonly { name: string; sql: string }[] = [
  {
    name: 'projections-1-builds',
    sql: `
      create schema if not exists read;
      create table vitrine.projection_build (
        name text not null,
        build int not null,
        version int not null,
        state text not null check (state in ('live', 'building', 'superseded')),
        -- The checkpoint. Every writer states the position it expects to find, so a stale one finds no row.
        position bigint not null default 0,
        -- Log events read so far: with the position, the measure by which lag is estimated.
        events bigint not null default 0,
        -- Raised by a process that changes rows beside the writer (a retry): the writer must load everything again.
        generation int not null default 0,
        started_at timestamptz not null default now(),
        updated_at timestamptz,
        -- What the comparison with the build before it found; null when none was made.
        differences jsonb,
        primary key (name, build)
      ) with (fillfactor = 50);
      create unique index projection_build_live on vitrine.projection_build (name) where state = 'live';

      create table vitrine.projection_parked (
        name text not null,
        build int not null,
        stream text not null,
        revision bigint not null,
        position bigint not null,
        event_type text not null,
        reason text not null,
        since timestamptz not null default now(),
        primary key (name, build, stream),
        foreign key (name, build) references vitrine.projection_build on delete cascade
      );
      -- Every event not applied, the parked one included: what a retry has to make good.
      create table vitrine.projection_skipped (
        name text not null,
        build int not null,
        stream text not null,
        revision bigint not null,
        position bigint not null,
        primary key (name, build, stream, revision),
        foreign key (name, build, stream) references vitrine.projection_parked on delete cascade
      );`,
  },
  {
    name: 'projections-2-indexed',
    sql: `
      -- False until the indexes that only questions use are made; builds from before had them from the first.
      alter table vitrine.projection_build add column indexed boolean not null default true;
      alter table vitrine.projection_build alter column indexed set default false;`,
  },
  {
    name: 'projections-3-log',
    sql: `
      -- The event log that the position is a place in; null in builds from before logs had an identity, until they are opened.
      alter table vitrine.projection_build add column log_id uuid;`,
  },
  {
    name: 'projections-4-places',
    sql: `
      -- Where a group of live builds has come that read the log together: one row moves with each batch, and of the builds
      -- only those that the batch concerns. A build that follows a place has nothing to do between its own checkpoint
      -- and the place; its own checkpoint stays true by itself.
      create table vitrine.projection_place (
        id uuid primary key,
        position bigint not null,
        updated_at timestamptz not null default now()
      ) with (fillfactor = 50);
      alter table vitrine.projection_build
        add column follows uuid references vitrine.projection_place on delete set null;`,
  },
  {
    name: 'projections-5-stopped',
    sql: `
      -- Since when the live build stands still because its follower had to stop, and why; null while it is followed.
      alter table vitrine.projection_build add column stopped_at timestamptz, add column stopped_why text;`,
  },
  {
    name: 'projections-6-zone',
    sql: `
      -- The time zone whose days its rows hold; null where they hold none, and in builds from before, until they are opened.
      alter table vitrine.projection_build add column zone text;`,
  },
];
