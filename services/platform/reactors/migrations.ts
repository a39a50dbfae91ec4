import type { Migration } from '../database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const reactorMigrations: readonly Migration[] = [
  {
    name: 'reactors-1',
    sql: `
      create table vitrine.reactor_checkpoint (
        reactor text primary key,
        -- Every writer states the position it expects to find, so a stale process finds no row.
        position bigint not null,
        updated_at timestamptz not null
      );
      -- Events taken from the log and not yet reacted to. A row goes when its reaction has succeeded.
      create table vitrine.reactor_retry (
        reactor text not null references vitrine.reactor_checkpoint on delete cascade,
        position bigint not null,
        stream text not null,
        revision bigint not null,
        event_type text not null,
        since timestamptz not null,
        attempts int not null default 0,
        reason text,
        next_attempt_at timestamptz not null,
        primary key (reactor, position)
      );
      create index reactor_retry_stream on vitrine.reactor_retry (reactor, stream, position);
      create index reactor_retry_due on vitrine.reactor_retry (reactor, next_attempt_at, position);`,
  },
  {
    name: 'reactors-2-log',
    sql: `
      -- The event log that the position is a place in; null from before logs had an identity, until the reactor is started.
      alter table vitrine.reactor_checkpoint add column log_id uuid;`,
  },
  {
    name: 'reactors-3-orders',
    sql: `
      -- Reactors that wait for an order where to begin, and why.
      create table vitrine.reactor_waiting (reactor text primary key, reason text not null, since timestamptz not null);
      -- Logs that this database has known since they held nothing: for them, nothing that it holds was lost.
      create table vitrine.log_known_whole (log_id uuid primary key, since timestamptz not null);`,
  },
  {
    name: 'reactions-work',
    sql: announcesWork('vitrine.reactor_retry', 'reactions', 'update of next_attempt_at'),
  },
];
