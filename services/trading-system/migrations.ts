import type { Migration } from '#services/platform/database/index.ts';
import { announcesWork } from '#services/platform/work-notices/index.ts';

export const tradingSystemMigrations: readonly Migration[] = [
  {
    name: 'trading-system-1',
    sql: `
      -- Up to where each instance's documents have been read. A process that moves a cursor states the one it expects to find.
      create table vitrine.trading_cursor (
        instance text primary key,
        cursor text,
        read_at timestamptz,
        -- The last sync's failure, and since when it has been failing; null when it went well.
        failure text,
        failing_since timestamptz
      );
      -- In which parcel's stream a document was recorded, at which highest version: one that is moved to another
      -- parcel by a later version has to be voided in the first. It can be made anew by reading all documents again.
      create table vitrine.trading_document (
        instance text not null, doc_type text not null, doc_no text not null, line int not null,
        parcel_name text not null,
        version int not null,
        primary key (instance, doc_no, doc_type, line, parcel_name)
      );
      -- Documents that cannot be recorded yet: an unknown account code or parcel, or a malformed field.
      create table vitrine.suspense_document (
        instance text not null, doc_type text not null, doc_no text not null, line int not null, version int not null,
        -- As the peer sent it: text, because jsonb refuses some of what JSON allows.
        document text not null,
        reason text not null,
        since timestamptz not null,
        attempts int not null default 1,
        tried_at timestamptz not null,
        primary key (instance, doc_no, doc_type, line, version)
      );
      -- Syncs that an administrator asked for.
      create table vitrine.sync_run (
        id text primary key,
        requested_by text not null,
        requested_at timestamptz not null,
        started_at timestamptz,
        finished_at timestamptz,
        reports jsonb
      );
      create index sync_run_open on vitrine.sync_run (requested_at) where finished_at is null;
      -- What was posted to which instance: an undone intent is taken back from there.
      create table vitrine.trading_instruction (
        instruction_id text not null, parcel_name text not null,
        instance text not null,
        posted_at timestamptz not null,
        withdrawn_at timestamptz,
        primary key (instruction_id, parcel_name)
      );`,
  },
  {
    name: 'trading-system-2',
    // Those who asked while a sync that had not begun served them too.
    sql: "alter table vitrine.sync_run add column also_asked text[] not null default '{}'",
  },
  {
    name: 'suspense-dismissed',
    // Set with its state in the inbox: a sync does not try it.
    sql: 'alter table vitrine.suspense_document add column dismissed boolean not null default false',
  },
  { name: 'syncs-work', sql: announcesWork('vitrine.sync_run', 'syncs') },
];
