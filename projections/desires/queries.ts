import { sql } from 'kysely';
import type { Desire, DesireStatus } from '#contracts/lifecycle/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { DesireTables } from './tables.ts';

const read = (db: Db) => db.withTables<DesireTables>();

export type DesireRecord = Desire & { desireId: string };

/** A customer's desires of a status, longest there first. */
export async function desiresOf(db: Db, customerId: number, status: DesireStatus): Promise<DesireRecord[]> {
  const rows = await read(db)
    .selectFrom('read.desire')
    .select(['desire_id as desireId', 'record'])
    .where('customer_id', '=', customerId)
    .where('status', '=', status)
    .orderBy('carted_at')
    .orderBy('desire_id')
    .execute();
  return rows.map(({ desireId, record }) => ({ desireId, ...record }));
}

/** Every open desire of every customer, the oldest first. */
export async function openDesires(db: Db): Promise<DesireRecord[]> {
  const rows = await read(db)
    .selectFrom('read.desire')
    .select(['desire_id as desireId', 'record'])
    .where('status', '=', 'ACTIVE')
    .orderBy(sql`record->>'requestedAt'`)
    .orderBy('desire_id')
    .execute();
  return rows.map(({ desireId, record }) => ({ desireId, ...record }));
}

/** One desire; null when there is none with that id. */
export async function desireById(db: Db, desireId: string): Promise<DesireRecord | null> {
  const row = await read(db)
    .selectFrom('read.desire')
    .select('record')
    .where('desire_id', '=', desireId)
    .executeTakeFirst();
  return row ? { desireId, ...row.record } : null;
}

/** Log position of the newest change to any desire of the customer, for a list's ETag; 0 when it has none. */
export async function desiresVersion(db: Db, customerId: number): Promise<number> {
  const row = await read(db)
    .selectFrom('read.desire')
    .select(({ fn }) => fn.max<number | null>('changed_position').as('version'))
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.version ?? 0;
}
