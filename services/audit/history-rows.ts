import { MONEY_FACTS, type HistoryResource } from '#contracts/api/history.ts';
import type { AuditEntry } from '#projections/audit/index.ts';

/**
 * A row of the search on the wire; fields that do not apply are left out.
 * @param values false for who sees no wholesale prices: without the facts that are money (rule: Price modes)
 */
export function historyRow(entry: AuditEntry, values: boolean): HistoryResource {
  const { recordedEffectiveAt, reason, undone, facts, ...row } = entry;
  const seen = Object.entries(facts).filter(([field]) => values || !MONEY_FACTS.has(field));
  return {
    ...row,
    facts: Object.fromEntries(seen),
    ...(recordedEffectiveAt === row.effectiveAt ? {} : { recordedEffectiveAt }),
    ...(reason === null ? {} : { reason }),
    ...(undone === null ? {} : { undone }),
  };
}
