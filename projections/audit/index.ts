export { auditProjection } from './projector.ts';
export {
  auditEntries,
  auditNamesBeginning,
  auditOfStream,
  auditTotal,
  type AuditAxis,
  type AuditEntry,
  type AuditNameKind,
  type AuditSearch,
} from './queries.ts';
