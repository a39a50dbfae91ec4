import { sql } from 'kysely';
import type { PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import type { DateChange, Entry, SpellEnd, Undone } from '#contracts/lifecycle/index.ts';
import type { EffectiveAt, Instant } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import type { Db } from '#services/platform/database/index.ts';
import {
  bigint,
  boolean,
  date,
  int,
  json,
  nullable,
  readTable,
  text,
  timestamptz,
  type ReadTables,
} from '../engine/index.ts';
import type { ParcelRecord } from './stored-parcel.ts';

// Rows are written by parcel, and queried by customer, line and day.

/** The parcel as it is now: what the stone lists show, and the fold's record. */
export const parcelTable = readTable('parcel', {
  columns: {
    parcel_name: text(),
    line: text<Line>(),
    vendor_id: int(),
    listed: boolean(),
    status: text<Status>(),
    customer_id: nullable(int()),
    cost_cents: bigint(),
    total_cents: bigint(),
    weight: int(),
    gia_round: boolean(),
    fm: boolean(),
    shape_code: nullable(text()),
    colour: nullable(text()),
    clarity: nullable(text()),
    cut: nullable(text()),
    /** By what certificates are compared. */
    certificate: nullable(text()),
    vendor_availability: text(),
    withdrawn: boolean(),
    override_tier: nullable(text<Tier>()),
    location: nullable(text()),
    last_updated: text<Instant>(),
    changed_position: bigint(),
    attributes: json<StoneAttributes>(),
    piece: nullable(json<PieceAttributes>()),
    /** The inside of its JSON object in whole lists, ready to be sent: nothing reads it back. */
    wire: text(),
    record: json<ParcelRecord>(),
  },
  key: ['parcel_name'],
  questionIndexes: [
    '(line, changed_position)',
    '(line, status) where listed',
    '(vendor_id, parcel_name)',
    '(certificate)',
  ],
});

/** The parcel can be requested now; in a query that has no `status` or `listed` but the parcel's. */
export const isAvailable = sql<boolean>`status = 'AVAILABLE' and listed`;

/** A customer's newest spell of a parcel: what My and Past list (rule: My and past). */
export const customerParcelTable = readTable('customer_parcel', {
  columns: {
    customer_id: int(),
    parcel_name: text(),
    line: text<Line>(),
    spell_key: text(),
    status: text<Status>(),
    spell_end: nullable(text<SpellEnd>()),
    price_cents: bigint(),
    list_price_cents: bigint(),
    cost_cents: bigint(),
    attributes: json<StoneAttributes>(),
    last_action: date(),
    changed_position: bigint(),
  },
  key: ['customer_id', 'parcel_name'],
  indexes: ['(parcel_name)'],
  questionIndexes: ['(customer_id, line, changed_position)', '(status) where spell_end is null'],
});

/** Every intent, document and repricing ever recorded of a parcel, on both time axes, with its corrections. */
export const historyTable = readTable('history_entry', {
  columns: {
    event_id: text(),
    parcel_name: text(),
    line: text<Line>(),
    customer_id: int(),
    type: text<Entry['type']>(),
    effective_at: text<EffectiveAt>(),
    house_day: date(),
    recorded_at: timestamptz(),
    position: bigint(),
    amount_cents: nullable(bigint()),
    live: boolean(),
    corrections: json<{ undone: Undone[]; dateChanges: DateChange[] }>(),
  },
  key: ['event_id'],
  questionIndexes: ['(parcel_name)', '(customer_id, house_day)', '(type, house_day)'],
});

/**
 * Status of a spell at house days' ends, [from_day, to_day): holdings through time, as known now (rule:
 * Exposure, holding, fee base).
 */
export const holdingTable = readTable('holding', {
  columns: {
    parcel_name: text(),
    line: text<Line>(),
    spell_key: text(),
    customer_id: int(),
    status: text<Status>(),
    from_day: date(),
    to_day: nullable(date()),
    price_cents: bigint(),
  },
  key: ['parcel_name', 'spell_key', 'from_day'],
  questionIndexes: ['(customer_id, from_day)'],
});

/** What should not have happened, with its reason: an inbox for administrators (rule: Anomalies). */
export const anomalyTable = readTable('anomaly', {
  columns: { parcel_name: text(), event_id: text(), customer_id: int(), reason: text() },
  key: ['parcel_name', 'event_id', 'reason'],
});

export const parcelTables = [
  parcelTable,
  customerParcelTable,
  historyTable,
  holdingTable,
  anomalyTable,
] as const;
export type ParcelTables = ReadTables<(typeof parcelTables)[number]>;

export const readParcels = (db: Db) => db.withTables<ParcelTables>();
