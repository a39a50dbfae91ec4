export { auditProjection } from './projector.ts';
export {
  auditEntries,
  auditOfStream,
  auditTotal,
  type AuditAxis,
  type AuditEntry,
  type AuditSearch,
} from './queries.ts';
