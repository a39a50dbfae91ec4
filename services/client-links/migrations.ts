import type { Migration } from '#services/platform/database/index.ts';

export const clientLinkMigrations: readonly Migration[] = [
  {
    name: 'client-links-1',
    sql: `
      -- Links by which jewellers' clients see stones. A token is signed anew whenever it is shown: no reader of the table
      -- can make one.
      create table vitrine.client_link (
        id uuid primary key,
        customer_id int not null,
        made_by text not null,
        made_at timestamptz not null,
        expires_at timestamptz not null,
        prices text not null,
        title text not null,
        message text not null,
        -- In the order shown: a client names a stone by its place.
        parcels text[] not null,
        first_opened_at timestamptz,
        opened_at timestamptz,
        revoked_by text,
        revoked_at timestamptz,
        -- How much the client did, and how much of it the jeweller has seen.
        activity int not null default 0,
        seen int not null default 0
      );
      create index client_link_customer on vitrine.client_link (customer_id);
      create table vitrine.client_like (
        link_id uuid not null references vitrine.client_link on delete cascade,
        place int not null,
        -- One that was taken back stays: liked again it is nothing new.
        liked boolean not null,
        primary key (link_id, place)
      );
      create table vitrine.client_question (
        id uuid primary key,
        link_id uuid not null references vitrine.client_link on delete cascade,
        place int,
        question text not null,
        asked_at timestamptz not null
      );
      create index client_question_link on vitrine.client_question (link_id);`,
  },
];
