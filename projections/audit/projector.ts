import {
  cartStreams,
  customerStreams,
  desireStreams,
  judgementStreams,
  reassortmentStreams,
  modelStreams,
  parcelStreams,
  vendorStreams,
} from '#contracts/events/index.ts';
import { earliestInstant, type EffectiveAt, type Instant } from '#contracts/vocabulary/house-time.ts';
import {
  loadRows,
  upsertRows,
  type AnyProjection,
  type ProjectedEvent,
  type Projection,
  type ReadRow,
  type WrittenRow,
} from '../engine/index.ts';
import { describeEvent, type EventDescription } from './recorded-event.ts';
import {
  auditNameTable,
  auditTable,
  type AuditNameKind,
  type CorrectionNote,
  type DateChangeNote,
} from './tables.ts';

/** An entry of the audit, with the corrections that came after it. */
type AuditRecord = Omit<EventDescription, 'names'> & {
  eventId: string;
  position: string;
  stream: string;
  type: string;
  about: readonly string[];
  effectiveAt: EffectiveAt;
  recordedEffectiveAt: EffectiveAt;
  recordedAt: Instant;
  actor: string;
  role: string;
  undone: CorrectionNote | null;
  dateChanges: DateChangeNote[];
};

type AuditRow = ReadRow<typeof auditTable>;

/** The streams of which the audit has every event: all but the parts of large bills, which mean nothing alone. */
export const AUDITED_STREAMS = [
  parcelStreams,
  customerStreams,
  vendorStreams,
  judgementStreams,
  reassortmentStreams,
  desireStreams,
  cartStreams,
  modelStreams,
].map(({ prefix }) => prefix);

/**
 * Every event of every stream as a row that can be searched on both time axes; the row of an undone or re-dated entry
 * shows it. An event is kept under its own id; a correction also touches its target's row, which comes from the same
 * stream.
 */
export function auditProjection(zone: string): AnyProjection {
  const projection: Projection<AuditRecord | null> = {
    name: 'audit',
    version: 5,
    zone,
    tables: [auditTable, auditNameTable],
    streams: AUDITED_STREAMS,
    keysOf: (event) => (isCorrection(event) ? [event.id, event.data.eventId] : [event.id]),
    async load(tx, eventIds) {
      const rows = await loadRows(tx, auditTable, 'event_id', eventIds);
      return new Map(rows.map((row) => [row.event_id, recordOf(row)]));
    },
    apply(state, event, key) {
      if (key === event.id) return state ?? recorded(event);
      // A correction without a target corrects nothing, as in the fold of the parcel.
      return state && isCorrection(event) ? corrected(state, event) : null;
    },
    save(tx, changed) {
      const records = [...changed.values()].filter((record) => record !== null);
      upsertRows(
        tx,
        auditTable,
        records.map((record) => rowOf(withCustomerOfTarget(record, changed), zone)),
      );
      upsertRows(tx, auditNameTable, [
        ...namesOf(
          'about',
          records.flatMap(({ about }) => about),
        ),
        ...namesOf(
          'actor',
          records.map(({ actor }) => actor),
        ),
      ]);
    },
  };
  return projection;
}

type CorrectionEvent = Extract<ProjectedEvent, { type: 'EventUndone' | 'EventDateChanged' }>;

function isCorrection(event: ProjectedEvent): event is CorrectionEvent {
  return event.type === 'EventUndone' || event.type === 'EventDateChanged';
}

function recorded(event: ProjectedEvent): AuditRecord {
  const { parcelNames, customerId, vendorId, names, reason, facts } = describeEvent(event.stream, event);
  const { recordedAt, actor } = event.metadata;
  const about = [...parcelNames, ...names].map((name) => name.toLowerCase());
  return {
    // Field by field: this runs for every event of a rebuild, and a rest spread costs several times as much.
    parcelNames,
    customerId,
    vendorId,
    reason,
    facts,
    eventId: event.id,
    position: event.position.toString(),
    stream: event.stream,
    type: event.type === 'DocumentReceived' ? event.data.docType : event.type,
    about: [...new Set(about)],
    effectiveAt: event.data.effectiveAt,
    recordedEffectiveAt: event.data.effectiveAt,
    recordedAt,
    actor: actor.username,
    role: actor.role,
    undone: null,
    dateChanges: [],
  };
}

/**
 * A correction also belongs to its target's customer. Both rows are touched by the same event, and so saved together.
 */
function withCustomerOfTarget(
  record: AuditRecord,
  changed: ReadonlyMap<string, AuditRecord | null>,
): AuditRecord {
  const target = record.facts['eventId'];
  if (record.customerId !== null || typeof target !== 'string') return record;
  return { ...record, customerId: changed.get(target)?.customerId ?? null };
}

function corrected(record: AuditRecord, event: CorrectionEvent): AuditRecord {
  const note = {
    eventId: event.id,
    by: event.metadata.actor.username,
    recordedAt: event.metadata.recordedAt,
    reason: event.data.reason,
  };
  if (event.type === 'EventUndone') return { ...record, undone: record.undone ?? note };
  const { newDate } = event.data;
  return { ...record, effectiveAt: newDate, dateChanges: [...record.dateChanges, { ...note, newDate }] };
}

/** Each name once: one statement cannot write the same row twice. */
function namesOf(kind: AuditNameKind, names: readonly string[]): WrittenRow<typeof auditNameTable>[] {
  return [...new Set(names)].map((name) => ({ kind, name }));
}

function rowOf(record: AuditRecord, zone: string): WrittenRow<typeof auditTable> {
  return {
    event_id: record.eventId,
    position: record.position,
    stream: record.stream,
    type: record.type,
    about: record.about,
    parcel_names: record.parcelNames,
    customer_id: record.customerId,
    vendor_id: record.vendorId,
    effective_at: record.effectiveAt,
    happened_at: earliestInstant(record.effectiveAt, zone),
    recorded_effective_at: record.recordedEffectiveAt,
    recorded_at: record.recordedAt,
    actor: record.actor,
    role: record.role,
    reason: record.reason,
    undone: record.undone,
    date_changes: record.dateChanges,
    facts: record.facts,
  };
}

function recordOf(row: AuditRow): AuditRecord {
  return {
    eventId: row.event_id,
    position: String(row.position),
    stream: row.stream,
    type: row.type,
    about: row.about,
    parcelNames: row.parcel_names,
    customerId: row.customer_id,
    vendorId: row.vendor_id,
    effectiveAt: row.effective_at,
    recordedEffectiveAt: row.recorded_effective_at,
    recordedAt: row.recorded_at.toISOString(),
    actor: row.actor,
    role: row.role,
    reason: row.reason ?? undefined,
    undone: row.undone,
    dateChanges: row.date_changes,
    facts: row.facts,
  };
}
