import type { Migration } from '#services/platform/database/index.ts';

export const savedSearchMigrations: readonly Migration[] = [
  {
    name: 'saved-searches-1',
    sql: `
      -- Lists with their filters that users have named; of staff without a customer, customer_id is 0.
      create table vitrine.saved_search (
        id text primary key,
        username text not null,
        customer_id int not null,
        name text not null,
        search json not null,
        mails boolean not null,
        -- Grows with each change, so that of two who change it at the same time one begins again.
        version int not null default 1,
        -- How far in the log matches have been looked for, and with what they were shown then; null: not yet.
        looked_to bigint,
        look text,
        matched text[] not null default '{}',
        -- Of these, those that came to match since the search was last opened, and those not mailed yet.
        fresh text[] not null default '{}',
        unmailed text[] not null default '{}',
        mailed_at timestamptz
      );
      create unique index saved_search_name on vitrine.saved_search (username, customer_id, lower(name));`,
  },
];
