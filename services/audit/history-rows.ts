import type { HistoryResource } from '#contracts/api/history.ts';
import type { AuditEntry } from '#projections/audit/index.ts';

/** A row of the search on the wire; fields that do not apply are left out. */
export function historyRow(entry: AuditEntry): HistoryResource {
  const { recordedEffectiveAt, reason, undone, ...row } = entry;
  return {
    ...row,
    ...(recordedEffectiveAt === row.effectiveAt ? {} : { recordedEffectiveAt }),
    ...(reason === null ? {} : { reason }),
    ...(undone === null ? {} : { undone }),
  };
}
