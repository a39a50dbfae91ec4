import type { EffectiveAt, Instant } from '#contracts/vocabulary/house-time.ts';
import {
  bigint,
  column,
  int,
  json,
  nullable,
  readTable,
  text,
  textArray,
  timestamptz,
  type ReadTables,
} from '../engine/index.ts';
import type { Facts } from './recorded-event.ts';

/** A correction of an entry: who, when Vitrine learnt it, why. */
export type CorrectionNote = {
  eventId: string;
  by: string;
  recordedAt: Instant;
  reason?: string | undefined;
};
export type DateChangeNote = CorrectionNote & { newDate: Instant };

/** What an entry is about (in small letters), or who recorded it. */
export type AuditNameKind = 'about' | 'actor';

/** What entries are searched by, each in both orders of time. */
const LOOKED_FOR_BY = ['', 'customer_id, ', 'actor, ', 'type, '] as const;

/** Everything recorded, one row per event, on both time axes: what the audit searches (rule: Two axes). */
export const auditTable = readTable('audit_entry', {
  columns: {
    event_id: text(),
    position: bigint(),
    stream: text(),
    type: text(),
    /** The names and numbers that it is searched by, in small letters. */
    about: textArray(),
    parcel_names: textArray(),
    customer_id: nullable(int()),
    vendor_id: nullable(int()),
    effective_at: text<EffectiveAt>(),
    /** `effective_at` as an instant: a bare day's first. */
    happened_at: timestamptz(),
    recorded_effective_at: text<EffectiveAt>(),
    recorded_at: timestamptz(),
    actor: text(),
    role: text(),
    reason: nullable(text()),
    undone: nullable(json<CorrectionNote>()),
    date_changes: json<DateChangeNote[]>(),
    facts: json<Facts>(),
  },
  key: ['event_id'],
  questionIndexes: [
    // To find the last event at a log position.
    '(position)',
    ...LOOKED_FOR_BY.flatMap((columns) => [
      `(${columns}recorded_at, position)`,
      `(${columns}happened_at, position)`,
    ]),
    // An actor may have half of all entries, and a type many, but together they may have none.
    '(actor, type, recorded_at, position)',
    '(recorded_at, position) where undone is not null',
    'using gin (about)',
  ],
});

/** Every name that entries are about, and every actor, once: read by searches for a prefix. */
export const auditNameTable = readTable('audit_name', {
  columns: {
    kind: text<AuditNameKind>(),
    // Compared by bytes, not by the database's collation, so that the key serves prefixes.
    name: { ...column<string>('text'), collation: 'C' },
  },
  key: ['kind', 'name'],
});

export type AuditTables = ReadTables<typeof auditTable | typeof auditNameTable>;
