import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const billingMigrations: readonly Migration[] = [
  {
    name: 'billing-1',
    sql: `
      -- 'Generate All' (BILLS), 'Generate Vendors' (VENDORS) and the nightly check (VERIFY).
      create table vitrine.bill_run (
        id text primary key,
        kind text not null,
        -- YYYY-MM; null for VERIFY, which goes through every bill.
        month text,
        requested_by text not null,
        requested_role text not null,
        requested_at timestamptz not null,
        overrides json not null,
        started_at timestamptz,
        finished_at timestamptz,
        -- One cut for all its bills: a resumed run goes on with it.
        cut_position bigint,
        cut_at timestamptz,
        total int,
        -- Why it could not be done at all.
        failure text,
        -- Double entry over all its bills, in cents.
        postings json
      );
      create index bill_run_open on vitrine.bill_run (requested_at) where finished_at is null;
      -- What became of each customer (VENDORS: vendor).
      create table vitrine.bill_run_item (
        run_id text not null references vitrine.bill_run (id),
        subject_id int not null,
        outcome text not null,
        message text,
        total_cents bigint,
        done_at timestamptz not null,
        primary key (run_id, subject_id)
      );
      -- Issued bills that could not be derived again byte for byte.
      create table vitrine.bill_alarm (
        bill_id text primary key,
        customer_id int not null,
        month text not null,
        version int not null,
        message text not null,
        raised_at timestamptz not null,
        cleared_at timestamptz
      );`,
  },
  {
    name: 'billing-2',
    // The name of the run's cut, its last event; runs from before have none.
    sql: 'alter table vitrine.bill_run add column cut_event_id text;',
  },
  {
    name: 'billing-3',
    sql: `
      -- Two that were asked for at once are one: the older is worked off, the others end beside it.
      update vitrine.bill_run set finished_at = now(), failure = 'An older run of the same kind and month was under way.'
      from (select id as of, row_number() over (partition by kind, coalesce(month, '') order by requested_at, id) as place
            from vitrine.bill_run where finished_at is null) as open
      where open.of = id and place > 1;
      create unique index bill_run_one_open on vitrine.bill_run (kind, coalesce(month, '')) where finished_at is null;`,
  },
  {
    name: 'billing-4',
    sql: `
      -- What finance has set, each setting as a row more; the newest of a subject is in force: 'lock', 'accounts',
      -- 'details' of the house on documents, and 'details-7' of customer 7.
      create table vitrine.finance_setting (
        setting_id bigint generated always as identity primary key,
        subject text not null,
        value json not null,
        reason text not null,
        set_by text not null,
        set_at timestamptz not null
      );
      create index finance_setting_newest on vitrine.finance_setting (subject, setting_id desc);
      -- The numbers of issued documents: without a gap within a year, never given twice.
      create table vitrine.document_number (
        year int not null,
        number int not null,
        kind text not null,
        -- The bill that it is of; of a credit note the bill that it takes back.
        bill_event_id text not null,
        customer_id int not null,
        month text not null,
        version int not null,
        amount_cents bigint not null,
        issued_at timestamptz not null,
        primary key (year, number),
        unique (kind, bill_event_id)
      );`,
  },
  {
    name: 'bill-runs-replace',
    // The versions that its author was shown, which alone it replaces; null: whichever bill of a customer of its sheet.
    sql: 'alter table vitrine.bill_run add column replaces json;',
  },
  { name: 'bill-runs-work', sql: announcesWork('vitrine.bill_run', 'bill-runs') },
];
