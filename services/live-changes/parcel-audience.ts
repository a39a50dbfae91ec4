import { sql } from 'kysely';
import { modelKey } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import type { Db } from '#services/platform/database/index.ts';

export type ParcelAudience = {
  parcelName: string;
  line: Line;
  status: Status;
  /** Of a hidden jewellery model: in nobody's Available. */
  hidden: boolean;
  customers: number[];
};

/** The line and status of each parcel, and every customer that ever had an entry of it, undone ones too. */
export async function parcelAudience(db: Db, names: readonly string[]): Promise<ParcelAudience[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<Omit<ParcelAudience, 'hidden'> & { model: string | null }>`
    select p.parcel_name as "parcelName", p.line, p.status, p.record->'piece'->>'model' as model,
      array(select distinct h.customer_id from read.history_entry h where h.parcel_name = p.parcel_name) as customers
    from read.parcel p where p.parcel_name = any(${[...names]}) order by p.parcel_name`.execute(db);
  const hidden = rows.some(({ model }) => model !== null) ? await hiddenModels(db) : new Set();
  return rows.map(({ model, ...parcel }) => ({
    ...parcel,
    hidden: model !== null && hidden.has(modelKey(model)),
  }));
}

async function hiddenModels(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select model_key as key from read.jewellery_model where hide`.execute(db);
  return new Set(rows.map(({ key }) => key));
}
