import { sql } from 'kysely';
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
  const { rows } = await sql<ParcelAudience>`
    select p.parcel_name as "parcelName", p.line, p.status,
      exists(select from read.jewellery_piece j join read.jewellery_model m using (model_key)
        where j.parcel_name = p.parcel_name and m.hide) as hidden,
      array(select distinct h.customer_id from read.history_entry h where h.parcel_name = p.parcel_name) as customers
    from read.parcel p where p.parcel_name = any(${[...names]}) order by p.parcel_name`.execute(db);
  return rows;
}
