export { AUDITED_STREAMS, auditProjection } from './projector.ts';
export {
  auditEntries,
  auditNamesBeginning,
  auditOfStream,
  auditTotal,
  eventAt,
  eventOfId,
  type AuditAxis,
  type AuditEntry,
  type AuditSearch,
} from './queries.ts';
export type { AuditNameKind, AuditTables } from './tables.ts';
