import type { Migration } from '#services/platform/database/index.ts';

export const inboxMigrations: readonly Migration[] = [
  {
    name: 'inboxes',
    sql: `
      -- How far a person is with an anomaly or a suspended document; one of which nothing was done has no row.
      create table vitrine.inbox_item (
        inbox text not null,
        item_id text not null,
        state text not null,
        owner text,
        note text,
        changed_by text not null,
        changed_at timestamptz not null,
        primary key (inbox, item_id)
      );
      -- Everything that was done, by whom and when: rows are added and never changed.
      create table vitrine.inbox_step (
        id bigserial primary key,
        inbox text not null,
        item_id text not null,
        action text not null,
        owner text,
        note text,
        changes jsonb not null default '[]',
        by text not null,
        at timestamptz not null
      );
      create index inbox_step_item on vitrine.inbox_step (inbox, item_id, id);`,
  },
];
