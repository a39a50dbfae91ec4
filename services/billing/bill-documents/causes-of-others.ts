import type { Bill } from '#contracts/billing/index.ts';
import { entriesOfOthers } from '#projections/parcels/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { CausesOfOthers } from './words.ts';

/** Which causes of a bill's adjustments its customer may not read (rule: What one may not see). */
export async function causesOfOthers(
  db: Db,
  { customerId, lines }: Pick<Bill, 'customerId' | 'lines'>,
): Promise<CausesOfOthers> {
  const causes = new Set(
    lines.flatMap((line) =>
      line.kind === 'ADJUSTMENT' ? line.working.causes.map(({ eventId }) => eventId) : [],
    ),
  );
  if (causes.size === 0) return new Map();
  const entries = await entriesOfOthers(db, customerId);
  return new Map(
    entries.flatMap(({ parcelName, eventIds }) =>
      eventIds.filter((id) => causes.has(id)).map((id) => [id, parcelName] as const),
    ),
  );
}
