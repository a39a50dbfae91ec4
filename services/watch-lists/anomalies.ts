import { sql } from 'kysely';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { selectAnomalies } from '#projections/parcels/index.ts';
import { HANDLED_COLUMNS, handledItems } from '#services/inboxes/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { RestSelect } from '#services/platform/http/index.ts';

/** Anomalies with how far a person is with each (rule: Anomalies; rule: Inboxes). */
const selectHandled = (today: HouseDay, zone: string) => sql`
  select anomaly.*, ${HANDLED_COLUMNS}
  from (${selectAnomalies(today, zone)}) as anomaly
  left join ${handledItems('ANOMALY')} as handled on handled.item_id = anomaly.id`;

export const anomalies = (today: HouseDay, zone: string): RestSelect => ({
  select: selectHandled(today, zone),
  sortedBy: ['date', 'since', 'parcelName', 'customerName', 'type', 'reason', 'overdue', 'state', 'owner'],
  order: ['date', 'DESC'],
  names: ['parcelName', 'customerName', 'reason', 'owner'],
  filteredBy: ['customerId', 'line', 'overdue', 'type', 'parcelName', 'state', 'owner', 'old'],
  searched: ['parcelName', 'customerName', 'reason', 'note'],
});

/** How many are neither acknowledged nor dismissed. */
export async function countOpenAnomalies(db: Db, today: HouseDay, zone: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${selectHandled(today, zone)}) as anomaly where state = 'OPEN'`.execute(
    db,
  );
  return rows[0]!.count;
}

export async function isAnomaly(db: Db, today: HouseDay, zone: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from (${selectAnomalies(today, zone)}) as anomaly where id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}
