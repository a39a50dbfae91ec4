import type { TableShape } from '../engine/index.ts';

/** Every version of every bill issued, as it was recorded (rule: Closing and adjusting). */
export const billTable: TableShape = {
  name: 'bill',
  key: ['bill_id'],
  columns: [
    'bill_id',
    'customer_id',
    'month',
    'version',
    'total_cents',
    'due_date',
    'issued_at',
    'issued_by',
    'event_id',
    'position',
    'parts_id',
    'bill',
  ],
};

/** The parts of bills that are too large for one event, also those of bills that were never made. */
export const billPartTable: TableShape = {
  name: 'bill_part',
  key: ['part_id'],
  columns: ['part_id', 'parts_id', 'part', 'text'],
};

/** Of bills that came here with their log from another store: what their positions are in this one. */
export const billMovedTable: TableShape = {
  name: 'bill_moved',
  key: ['bill_event_id'],
  columns: ['bill_event_id', 'cut_event_id', 'places'],
};

export function billSchema(table: (name: string) => string): readonly string[] {
  return [
    `create table ${table('bill')} (
      bill_id text primary key, customer_id int not null, month text not null, version int not null, total_cents bigint not null,
      due_date date not null, issued_at timestamptz not null, issued_by text not null, event_id text not null, position bigint not null,
      parts_id text, bill json not null)`,
    `create index on ${table('bill')} (customer_id, month, version)`,
    `create index on ${table('bill')} (month)`,
    `create table ${table('bill_part')} (part_id text primary key, parts_id text not null, part int not null, text text not null)`,
    `create index on ${table('bill_part')} (parts_id, part)`,
    `create table ${table('bill_moved')} (bill_event_id text primary key, cut_event_id text not null, places json not null)`,
  ];
}
