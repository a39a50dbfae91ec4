import { sql } from 'kysely';
import type { ParcelState } from '#contracts/lifecycle/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { QueryDb } from './query-db.ts';

/** Everything recorded of a parcel, as the fold takes it; undefined when there is no such parcel. */
export async function parcelRecord(db: QueryDb, parcelName: string): Promise<ParcelState | undefined> {
  const { rows } = await sql<{
    record: ParcelState;
  }>`select record from read.parcel where parcel_name = ${parcelName} and listed`.execute(db);
  return rows[0]?.record;
}

/**
 * The parcels whose certificate is found by this number (product: Certificates); one, unless a vendor listed
 * a stone twice.
 */
export async function parcelsWithCertificate(
  db: QueryDb,
  number: string,
): Promise<{ parcelName: string; line: Line }[]> {
  const { rows } = await sql<{ parcelName: string; line: Line }>`
    select parcel_name as "parcelName", line from read.parcel where certificate = ${number} and listed order by parcel_name limit 20`.execute(
    db,
  );
  return rows;
}

export type AnomalyRow = { parcelName: string; eventId: string; customerId: number; reason: string };

/** What should not have happened, by parcel: an inbox for administrators (rule: Anomalies). */
export async function anomalies(db: QueryDb): Promise<AnomalyRow[]> {
  const { rows } = await sql<AnomalyRow>`
    select parcel_name as "parcelName", event_id as "eventId", customer_id as "customerId", reason from read.anomaly order by parcel_name, event_id`.execute(
    db,
  );
  return rows;
}
