import type { TableShape } from '../engine/index.ts';

/** The parcel as it is now: what the stone lists show, and the record that it is folded of. */
export const parcelTable: TableShape = {
  name: 'parcel',
  key: ['parcel_name'],
  columns: [
    'parcel_name',
    'line',
    'vendor_id',
    'listed',
    'status',
    'customer_id',
    'cost_cents',
    'total_cents',
    'weight',
    'gia_round',
    'fm',
    'shape_code',
    'colour',
    'clarity',
    'cut',
    'certificate',
    'vendor_availability',
    'location',
    'last_updated',
    'changed_position',
    'wire',
    'record',
  ],
};

/** A customer's newest spell of a parcel: what My and Past list (rule: My and past). */
export const customerParcelTable: TableShape = {
  name: 'customer_parcel',
  key: ['customer_id', 'parcel_name'],
  columns: [
    'customer_id',
    'parcel_name',
    'line',
    'spell_key',
    'status',
    'spell_end',
    'price_cents',
    'list_price_cents',
    'cost_cents',
    'attributes',
    'last_action',
    'changed_position',
  ],
};

/** Every intent, document and repricing ever recorded of a parcel, on both time axes, with its corrections. */
export const historyTable: TableShape = {
  name: 'history_entry',
  key: ['event_id'],
  columns: [
    'event_id',
    'parcel_name',
    'line',
    'customer_id',
    'type',
    'effective_at',
    'house_day',
    'recorded_effective_at',
    'recorded_at',
    'position',
    'actor',
    'remarks',
    'instruction_id',
    'document',
    'document_version',
    'amount_cents',
    'live',
    'corrections',
  ],
};

/**
 * Status of a spell at house days' ends, [from_day, to_day): holdings through time, as known now (rule:
 * Exposure, holding, fee base).
 */
export const holdingTable: TableShape = {
  name: 'holding',
  key: ['parcel_name', 'spell_key', 'from_day'],
  columns: ['parcel_name', 'line', 'spell_key', 'customer_id', 'status', 'from_day', 'to_day', 'price_cents'],
};

/** What should not have happened, with its reason: an inbox for administrators (rule: Anomalies). */
export const anomalyTable: TableShape = {
  name: 'anomaly',
  key: ['parcel_name', 'event_id', 'reason'],
  columns: ['parcel_name', 'event_id', 'customer_id', 'reason'],
};

export function parcelSchema(table: (name: string) => string): readonly string[] {
  return [
    // `record` is json, not jsonb: written and read whole, never searched.
    `create table ${table('parcel')} (
      parcel_name text primary key, line text not null, vendor_id int not null, listed boolean not null, status text not null,
      customer_id int, cost_cents bigint not null, total_cents bigint not null, weight int not null, gia_round boolean not null, fm boolean not null,
      shape_code text, colour text, clarity text, cut text, certificate text, vendor_availability text not null, location text, last_updated text not null,
      changed_position bigint not null, wire text not null, record json not null)`,
    `create table ${table('customer_parcel')} (
      customer_id int not null, parcel_name text not null, line text not null, spell_key text not null, status text not null, spell_end text,
      price_cents bigint not null, list_price_cents bigint not null, cost_cents bigint not null, attributes json not null,
      last_action date not null, changed_position bigint not null, primary key (customer_id, parcel_name))`,
    `create index on ${table('customer_parcel')} (parcel_name)`,
    `create table ${table('history_entry')} (
      event_id text primary key, parcel_name text not null, line text not null, customer_id int not null, type text not null,
      effective_at text not null, house_day date not null, recorded_effective_at text not null, recorded_at timestamptz not null, position bigint not null,
      actor text not null, remarks text, instruction_id text, document text, document_version int, amount_cents bigint,
      live boolean not null, corrections json not null)`,
    `create table ${table('holding')} (
      parcel_name text not null, line text not null, spell_key text not null, customer_id int not null, status text not null,
      from_day date not null, to_day date, price_cents bigint not null, primary key (parcel_name, spell_key, from_day))`,
    `create table ${table('anomaly')} (
      parcel_name text not null, event_id text not null, customer_id int not null, reason text not null, primary key (parcel_name, event_id, reason))`,
  ];
}

/** Writing goes by parcel; customers, lines and days are what one asks by. */
export function parcelQuestionIndexes(table: (name: string) => string): readonly string[] {
  return [
    `create index on ${table('parcel')} (line, changed_position)`,
    `create index on ${table('parcel')} (line, status) where listed`,
    `create index on ${table('parcel')} (vendor_id)`,
    `create index on ${table('parcel')} (certificate)`,
    `create index on ${table('customer_parcel')} (customer_id, line, changed_position)`,
    `create index on ${table('history_entry')} (parcel_name)`,
    `create index on ${table('history_entry')} (customer_id, house_day)`,
    `create index on ${table('history_entry')} (recorded_at)`,
    `create index on ${table('holding')} (customer_id, from_day)`,
  ];
}
