export { AUDITED_STREAMS, auditProjection } from './projector.ts';
export {
  auditEntries,
  auditEntriesAt,
  auditNamesBeginning,
  auditOfStream,
  auditTotal,
  eventAt,
  eventOfId,
  firstRecordedAfter,
  type AuditAxis,
  type AuditEntry,
  type AuditEntryAt,
  type AuditSearch,
} from './queries.ts';
export type { AuditNameKind } from './tables.ts';
