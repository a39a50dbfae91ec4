import type { TableShape } from '../engine/index.ts';

/** Everything recorded, one row per event, on both time axes: what the audit searches (rule: Two axes). */
export const auditTable: TableShape = {
  name: 'audit_entry',
  key: ['event_id'],
  columns: [
    'event_id',
    'position',
    'stream',
    'type',
    'about',
    'parcel_names',
    'customer_id',
    'vendor_id',
    'effective_at',
    'happened_at',
    'recorded_effective_at',
    'recorded_at',
    'actor',
    'role',
    'reason',
    'undone',
    'date_changes',
    'facts',
  ],
};

/** Every name that entries are about, and everybody who recorded some, once: what a search for a beginning goes through. */
export const auditNameTable: TableShape = {
  name: 'audit_name',
  key: ['kind', 'name'],
  columns: ['kind', 'name'],
};

/** What it is looked for by, each in both orders in time. */
const LOOKED_FOR_BY = ['', 'customer_id, ', 'actor, ', 'type, '] as const;

export function auditSchema(table: (name: string) => string): readonly string[] {
  return [
    // `happened_at` is `effective_at` as an instant: a bare day's first. `about` holds, in small letters, the names and
    // numbers that one looks for it by.
    `create table ${table('audit_entry')} (
      event_id text primary key, position bigint not null, stream text not null, type text not null, about text[] not null,
      parcel_names text[] not null, customer_id int, vendor_id int, effective_at text not null, happened_at timestamptz not null,
      recorded_effective_at text not null, recorded_at timestamptz not null, actor text not null, role text not null, reason text,
      undone json, date_changes json not null, facts json not null)`,
    // In the order of bytes, whatever the database's own: so that the key serves beginnings.
    `create table ${table('audit_name')} (kind text not null, name text collate "C" not null, primary key (kind, name))`,
  ];
}

export function auditQuestionIndexes(table: (name: string) => string): readonly string[] {
  return [
    // Which event is the last at a place of the log.
    `create index on ${table('audit_entry')} (position)`,
    ...LOOKED_FOR_BY.flatMap((column) => [
      `create index on ${table('audit_entry')} (${column}recorded_at, position)`,
      `create index on ${table('audit_entry')} (${column}happened_at, position)`,
    ]),
    // An actor may have half of all entries and a type many, and both together none.
    `create index on ${table('audit_entry')} (actor, type, recorded_at, position)`,
    `create index on ${table('audit_entry')} (recorded_at, position) where undone is not null`,
    `create index on ${table('audit_entry')} using gin (about)`,
  ];
}
