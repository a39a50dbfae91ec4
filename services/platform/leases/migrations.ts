import type { Migration } from '../database/migration.ts';

/** Run before all others, because everything that one process at a time does needs this table. */
export const leaseMigrations: readonly Migration[] = [
  {
    name: 'leases-1',
    sql: `
      -- What one process at a time does. A row stays when its lease is given back, so that the fence only ever rises.
      create table vitrine.lease (
        name text primary key,
        -- Name of the holder's connections in pg_stat_activity, '/' and what distinguishes two holders in one process.
        -- Null: it is free.
        holder text,
        -- One more each time it changes hands.
        fence bigint not null,
        taken_at timestamptz not null,
        -- When the holder was last heard, by this database's clock.
        beat_at timestamptz not null
      ) with (fillfactor = 50);`,
  },
];
