import type { Migration } from '#services/platform/database/index.ts';

export const repricingMigrations: readonly Migration[] = [
  {
    name: 'repricing-1',
    sql: `
      -- One for each change of a vendor's markup; its id is that of the event.
      create table vitrine.repricing (
        id text primary key,
        vendor_id int not null,
        -- When the new terms begin to count.
        due_at timestamptz not null,
        started_at timestamptz,
        finished_at timestamptz,
        -- Parcels of the vendor, how many of them were looked at, and how many of those a customer had.
        total int,
        done int not null default 0,
        held int not null default 0,
        -- Where a killed one goes on.
        after_parcel text not null default ''
      );
      create index repricing_open on vitrine.repricing (due_at) where finished_at is null;
      -- Parcels that a customer had when they were to be repriced: they are when they come back.
      create table vitrine.repricing_held (parcel_name text primary key, since timestamptz not null);`,
  },
];
