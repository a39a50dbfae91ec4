import { sql } from 'kysely';
import type { Desire, DesireStatus } from '#contracts/lifecycle/index.ts';
import type { Db } from '#services/platform/database/index.ts';

export type DesireRecord = Desire & { desireId: string };

/** A customer's desires of a status, longest there first. */
export async function desiresOf(db: Db, customerId: number, status: DesireStatus): Promise<DesireRecord[]> {
  const { rows } = await sql<{ desireId: string; record: Desire }>`
    select desire_id as "desireId", record from read.desire
    where customer_id = ${customerId} and status = ${status} order by carted_at, desire_id`.execute(db);
  return rows.map(({ desireId, record }) => ({ desireId, ...record }));
}

/** Every desire that is open, whoever asks for it, longest there first. */
export async function openDesires(db: Db): Promise<DesireRecord[]> {
  const { rows } = await sql<{ desireId: string; record: Desire }>`
    select desire_id as "desireId", record from read.desire
    where status = 'ACTIVE' order by record->>'requestedAt', desire_id`.execute(db);
  return rows.map(({ desireId, record }) => ({ desireId, ...record }));
}

/** One desire; undefined when there is none of that id. */
export async function desireById(db: Db, desireId: string): Promise<DesireRecord | undefined> {
  const { rows } = await sql<{ record: Desire }>`
    select record from read.desire where desire_id = ${desireId}`.execute(db);
  return rows[0] && { desireId, ...rows[0].record };
}

/** Log position of the newest change to any desire of the customer: what a list's ETag follows; 0 when it has none. */
export async function desiresVersion(db: Db, customerId: number): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`
    select max(changed_position) as version from read.desire where customer_id = ${customerId}`.execute(db);
  return rows[0]?.version ?? 0;
}
