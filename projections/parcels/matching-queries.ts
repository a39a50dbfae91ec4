import { sql } from 'kysely';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Db } from '#services/platform/database/index.ts';
import { anyOf } from '../engine/index.ts';
import { isAvailable, readParcels } from './tables.ts';

/** A stone for matching: weight in thousandths of a carat, list price in cents. */
export type MatchingRow = {
  parcelName: string;
  changedPosition: number;
  attributes: StoneAttributes;
  totalCents: number;
  fm: boolean;
};

/** A parcel that changed: null when it cannot be requested now. */
export type MatchingChange = { parcelName: string; changedPosition: number; available: MatchingRow | null };

const columns = [
  'parcel_name as parcelName',
  'changed_position as changedPosition',
  'attributes',
  'total_cents as totalCents',
  'fm',
] as const;

const ofLine = (db: Db, line: Line) =>
  readParcels(db).selectFrom('read.parcel').select(columns).where('line', '=', line);
const availableOf = (db: Db, line: Line) => ofLine(db, line).where(isAvailable);

/** A page of the line's available parcels in the order of their names, after a name ('' for the first). */
export async function availableForMatching(
  db: Db,
  line: Line,
  after: string,
  limit: number,
): Promise<MatchingRow[]> {
  return availableOf(db, line).where('parcel_name', '>', after).orderBy('parcel_name').limit(limit).execute();
}

/** What changed in the line after a log position, in the order of the log: as it is now, available or not. */
export async function changedForMatching(
  db: Db,
  line: Line,
  after: number,
  limit: number,
): Promise<MatchingChange[]> {
  const rows = await ofLine(db, line)
    .select(isAvailable.as('available'))
    .where('changed_position', '>', after)
    .orderBy('changed_position')
    .limit(limit)
    .execute();
  return rows.map(({ available, ...row }) => ({
    parcelName: row.parcelName,
    changedPosition: row.changedPosition,
    available: available ? row : null,
  }));
}

/** The line's available parcels of these shapes ('' for none known, null for any) within two weights, straight from the read model. */
export async function matchingWithin(
  db: Db,
  line: Line,
  shapes: readonly string[] | null,
  lightest: number,
  heaviest: number,
): Promise<MatchingRow[]> {
  return availableWithin(db, line, shapes, lightest, heaviest).execute();
}

function availableWithin(
  db: Db,
  line: Line,
  shapes: readonly string[] | null,
  lightest: number,
  heaviest: number,
) {
  const within = availableOf(db, line).where((eb) => eb.between('weight', lightest, heaviest));
  return shapes === null ? within : within.where(sql<string>`coalesce(shape_code, '')`, '=', anyOf(shapes));
}

/** A stone for plans, with what decides who may have it. */
export type RequestableRow = MatchingRow & { vendorId: number; vendorAvailability: string };

/** Like `matchingWithin`, for naturals, with the vendor of each and its availability there. */
export async function requestableWithin(
  db: Db,
  shapes: readonly string[] | null,
  lightest: number,
  heaviest: number,
): Promise<RequestableRow[]> {
  return availableWithin(db, 'natural', shapes, lightest, heaviest)
    .select(['vendor_id as vendorId', 'vendor_availability as vendorAvailability'])
    .execute();
}
