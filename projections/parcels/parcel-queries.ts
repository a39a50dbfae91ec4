import { sql } from 'kysely';
import type { PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import type { ParcelState } from '#contracts/lifecycle/index.ts';
import { certificateKey } from '#contracts/vocabulary/certificates.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import { anyOf } from '../engine/index.ts';
import { parcelsByName } from './parcels-by-name.ts';
import { parcelOf, STATE_COLUMNS } from './stored-parcel.ts';
import { readParcels } from './tables.ts';

/** Everything recorded of a parcel, as the fold takes it; null when there is no such parcel. */
export async function parcelRecord(db: Db, parcelName: string): Promise<ParcelState | null> {
  const parcel = await readParcels(db)
    .selectFrom('read.parcel as parcel')
    .select(STATE_COLUMNS)
    .where('parcel_name', '=', parcelName)
    .where((eb) => eb.ref('listed'))
    .executeTakeFirst();
  return parcel ? parcelOf(parcel) : null;
}

/** Parcels that wait for a document of the trading system, those that changed longest ago first. */
export async function parcelsAwaitingDocuments(db: Db): Promise<string[]> {
  const waiting: readonly Status[] = ['REQUESTED', 'PENDING_RETURN', 'SOLD'];
  const rows = await readParcels(db)
    .selectFrom('read.parcel as parcel')
    .select('parcel_name')
    .where('status', 'in', waiting)
    .orderBy('last_updated')
    .orderBy('parcel_name')
    .execute();
  return rows.map((row) => row.parcel_name);
}

/** Everything recorded of these parcels, in the order of their names, including those that no vendor has listed. */
export async function parcelRecords(db: Db, names: readonly string[]): Promise<ParcelState[]> {
  const parcels = await readParcels(db)
    .selectFrom('read.parcel as parcel')
    .select(STATE_COLUMNS)
    .where('parcel_name', '=', anyOf(names))
    .orderBy('parcel_name')
    .execute();
  return parcels.map(parcelOf);
}

/** Everything recorded of a parcel, and the log position of the last of it. */
export type RecordedParcel = { parcel: ParcelState; changedPosition: number };

/** How many parcels there are, listed or not. */
export async function countParcels(db: Db): Promise<number> {
  const row = await readParcels(db)
    .selectFrom('read.parcel')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** A page of all parcels in the order of their names, after a name ('' for the first). */
export async function allParcelRecords(db: Db, after: string, limit: number): Promise<RecordedParcel[]> {
  const rows = await readParcels(db)
    .selectFrom('read.parcel as parcel')
    .select(['changed_position as changedPosition', ...STATE_COLUMNS])
    .where('parcel_name', '>', after)
    .orderBy('parcel_name')
    .limit(limit)
    .execute();
  return rows.map(({ changedPosition, ...stored }) => ({ parcel: parcelOf(stored), changedPosition }));
}

/** The parcels with this certificate number, as certificates are compared; one, unless a vendor listed a stone twice. */
export async function parcelsWithCertificate(
  db: Db,
  number: string,
): Promise<{ parcelName: string; line: Line }[]> {
  return readParcels(db)
    .selectFrom('read.parcel')
    .select(['parcel_name as parcelName', 'line'])
    .where('certificate', '=', certificateKey({ certNo: number }) ?? '')
    .where((eb) => eb.ref('listed'))
    .orderBy('parcel_name')
    .limit(20)
    .execute();
}

export type AnomalyRow = { parcelName: string; eventId: string; customerId: number; reason: string };

/** What should not have happened, by parcel: an inbox for administrators (rule: Anomalies). */
export async function anomalies(db: Db): Promise<AnomalyRow[]> {
  return readParcels(db)
    .selectFrom('read.anomaly')
    .select(['parcel_name as parcelName', 'event_id as eventId', 'customer_id as customerId', 'reason'])
    .orderBy('parcel_name')
    .orderBy('event_id')
    .execute();
}

/** The customers that ever had an entry of a parcel, ascending. */
export async function customersOfParcel(db: Db, parcelName: string): Promise<number[]> {
  const rows = await readParcels(db)
    .selectFrom('read.history_entry')
    .distinct()
    .select('customer_id')
    .where('parcel_name', '=', parcelName)
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/** An entry of another customer on a parcel that a customer ever had: its event's id, and those of its corrections. */
export type EntryOfOthers = { parcelName: string; eventIds: string[] };

/** What others have recorded of the parcels of which a customer ever had an entry. */
export async function entriesOfOthers(db: Db, customerId: number): Promise<EntryOfOthers[]> {
  const rows = await readParcels(db)
    .selectFrom('read.history_entry')
    .select(['parcel_name', 'event_id', 'corrections'])
    .where('customer_id', '<>', customerId)
    .where('parcel_name', 'in', (own) =>
      own.selectFrom('read.history_entry').select('parcel_name').where('customer_id', '=', customerId),
    )
    .execute();
  return rows.map(({ parcel_name: parcelName, event_id: eventId, corrections }) => ({
    parcelName,
    eventIds: [
      eventId,
      ...corrections.undone.map(({ correctionId }) => correctionId),
      ...corrections.dateChanges.map(({ correctionId }) => correctionId),
    ],
  }));
}

/** The log position at which a customer last gave a parcel back. */
export type GivenBack = { parcelName: string; customerId: number; position: number };

/**
 * Which of these customers gave which of these parcels back: returned, credited or withdrawn, or with its request
 * undone (rule: Back orders).
 */
export async function givenBack(
  db: Db,
  parcelNames: readonly string[],
  customerIds: readonly number[],
): Promise<GivenBack[]> {
  return readParcels(db)
    .selectFrom('read.history_entry')
    .select(['parcel_name as parcelName', 'customer_id as customerId'])
    .select(
      sql<number>`max(case when live then position else (corrections #>> '{undone,-1,position}')::bigint end)`.as(
        'position',
      ),
    )
    .where('parcel_name', '=', anyOf(parcelNames))
    .where('customer_id', '=', anyOf(customerIds))
    .where(
      sql<boolean>`case when live then type in ('RETURN', 'RETURN_MEMO', 'CREDIT') else type = 'REQUEST' end`,
    )
    .groupBy(['parcel_name', 'customer_id'])
    .execute();
}

/** The customers that ever had an entry of one of the vendor's parcels, ascending. */
export async function customersOfVendor(db: Db, vendorId: number): Promise<number[]> {
  const rows = await readParcels(db)
    .selectFrom('read.history_entry as entry')
    .innerJoin('read.parcel as parcel', 'parcel.parcel_name', 'entry.parcel_name')
    .distinct()
    .select('entry.customer_id')
    .where('parcel.vendor_id', '=', vendorId)
    .orderBy('entry.customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/** The customers that a change of a parcel concerns. */
export type ParcelAudience = {
  parcelName: string;
  line: Line;
  status: Status;
  /** The key of a jewellery piece's model as it is described now; null for a stone. */
  model: string | null;
  /** Every customer that ever had an entry of it, undone ones too. */
  customers: number[];
};

/** In the order of the parcels' names. */
export async function parcelAudiences(db: Db, names: readonly string[]): Promise<ParcelAudience[]> {
  return readParcels(db)
    .selectFrom('read.parcel as parcel')
    .select(['parcel_name as parcelName', 'line', 'status'])
    .select([
      sql<string | null>`parcel.piece->>'model'`.as('model'),
      (eb) =>
        sql<number[]>`array(${eb
          .selectFrom('read.history_entry as entry')
          .distinct()
          .select('entry.customer_id')
          .whereRef('entry.parcel_name', '=', 'parcel.parcel_name')})`.as('customers'),
    ])
    .where('parcel_name', '=', anyOf(names))
    .orderBy('parcel_name')
    .execute();
}

/** The description of a parcel: a stone, or a piece with its stones. */
export type ParcelDescription = {
  parcelName: string;
  attributes: StoneAttributes;
  piece: PieceAttributes | null;
};

/** The descriptions of these parcels; unlisted ones are left out. */
export async function parcelDescriptions(db: Db, names: readonly string[]): Promise<ParcelDescription[]> {
  return readParcels(db)
    .selectFrom(parcelsByName(db, names))
    .select(['parcel_name as parcelName', 'attributes', 'piece'])
    .where((eb) => eb.ref('listed'))
    .execute();
}
