import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const repricingMigrations: readonly Migration[] = [
  {
    name: 'repricing-1',
    sql: `
      -- One for each change of a vendor's markup or of stones' tiers; its id is that of the event.
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
  {
    name: 'repricing-tiers',
    sql: `
      -- MARKUP: of all the vendor's parcels, after a change of its markup. TIERS: of those that a person judged, by name.
      alter table vitrine.repricing add column kind text not null default 'MARKUP', add column parcels text[];
      -- A parcel may wait for a customer on both accounts.
      alter table vitrine.repricing_held add column kind text not null default 'MARKUP';
      alter table vitrine.repricing_held drop constraint repricing_held_pkey;
      alter table vitrine.repricing_held add primary key (parcel_name, kind);`,
  },
  {
    name: 'repricing-put-off',
    sql: `
      -- How often in a row it has failed, and until when it is left alone.
      alter table vitrine.repricing add column attempts int not null default 0, add column again_at timestamptz;`,
  },
  {
    name: 'repricing-held-put-off',
    sql: `
      -- How often in a row one that came back has failed, and until when it is left alone.
      alter table vitrine.repricing_held add column attempts int not null default 0, add column again_at timestamptz;`,
  },
  {
    name: 'repricing-held-of',
    sql: `
      -- The repricing that left the parcel last; null where an older version did.
      alter table vitrine.repricing_held add column repricing_id text;`,
  },
  { name: 'repricings-work', sql: announcesWork('vitrine.repricing', 'repricings') },
  // A parcel may be left here by a rejection alone (kind REJECTED).
  { name: 'repricing-held-work', sql: announcesWork('vitrine.repricing_held', 'repricings') },
];
