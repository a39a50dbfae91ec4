import { sql, type RawBuilder } from 'kysely';
import type { StoneAttributes } from '#contracts/events/index.ts';
import type { ParcelState } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import { inPortions } from '#contracts/vocabulary/in-portions.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Cents } from '#contracts/vocabulary/money.ts';
import { STOCK_STATUSES, type Status } from '#contracts/vocabulary/statuses.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import type { Db } from '#services/platform/database/index.ts';
import { anyOf, isPublished } from '../engine/index.ts';
import { parcelsByName } from './parcels-by-name.ts';
import { parcelOf, STATE_COLUMNS } from './stored-parcel.ts';
import { isAvailable, parcelTable, readParcels } from './tables.ts';

/** The vendor's listed parcels. */
const listedOf = (db: Db, vendorId: number) =>
  readParcels(db)
    .selectFrom('read.parcel')
    .where('vendor_id', '=', vendorId)
    .where((eb) => eb.ref('listed'));

/** How many parcels of the vendor are listed. */
export async function listedCount(db: Db, vendorId: number): Promise<number> {
  const row = await listedOf(db, vendorId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** A page of the vendor's listed parcels in the order of their names, after a name ('' for the first). */
export async function listedNames(db: Db, vendorId: number, after: string, limit: number): Promise<string[]> {
  const rows = await listedOf(db, vendorId)
    .select('parcel_name')
    .where('parcel_name', '>', after)
    .orderBy('parcel_name')
    .limit(limit)
    .execute();
  return rows.map((row) => row.parcel_name);
}

/** A parcel as far as its vendor's feed describes it. */
export type VendorParcelRow = {
  parcelName: string;
  line: Line;
  costCents: Cents;
  totalCents: Cents;
  vendorAvailability: string;
  attributes: StoneAttributes;
  withdrawn: boolean;
  overrideTier: Tier | null;
  /** The customer of its open spell. */
  holder: number | null;
};

/**
 * Everything recorded of the vendor's parcels, a page of them in the order of their names, after a name ('' for the first).
 * @param only those in one of these statuses now, and with this part in their name, whatever its case
 */
export async function vendorParcelRecords(
  db: Db,
  vendorId: number,
  after: string,
  limit: number,
  only: { statuses?: readonly Status[]; search?: string | undefined } = {},
): Promise<ParcelState[]> {
  let parcels = readParcels(db)
    .selectFrom('read.parcel as parcel')
    .select(STATE_COLUMNS)
    .where('vendor_id', '=', vendorId)
    .where((eb) => eb.ref('listed'))
    .where('parcel_name', '>', after)
    .orderBy('parcel_name')
    .limit(limit);
  if (only.statuses) parcels = parcels.where('status', '=', anyOf(only.statuses));
  if (only.search)
    parcels = parcels.where(sql<boolean>`strpos(lower(parcel_name), ${only.search.toLowerCase()}) > 0`);
  return (await parcels.execute()).map(parcelOf);
}

/** Like `listedNames`, each parcel with its vendor's description; none while no parcel was ever projected. */
export async function vendorParcels(
  db: Db,
  vendorId: number,
  after: string,
  limit: number,
): Promise<VendorParcelRow[]> {
  return listedOf(db, vendorId)
    .select(['parcel_name as parcelName', 'line', 'vendor_availability as vendorAvailability'])
    .select(['cost_cents as costCents', 'total_cents as totalCents', 'attributes', 'customer_id as holder'])
    .select(['withdrawn', 'override_tier as overrideTier'])
    .where('parcel_name', '>', after)
    .orderBy('parcel_name')
    .limit(limit)
    .execute();
}

/** Natural stones in stock of one grade: weight in thousandths of a carat, cut to hundredths; their list value in cents. */
export type NaturalStockRow = {
  round: boolean;
  weight: number;
  colour: string;
  clarity: string;
  stones: number;
  cents: Cents;
};

/**
 * The natural stones in stock (rule: Vendor report), grouped by what a price list distinguishes; empty until a parcel is
 * projected.
 */
export async function naturalStock(db: Db): Promise<NaturalStockRow[]> {
  if (!(await parcelsArePublished(db))) return [];
  const { rows } = await sql<NaturalStockRow>`
    select coalesce(shape_code = 'RD', false) as round, weight / 10 * 10 as weight, colour, clarity,
      count(*)::int as stones, sum(total_cents)::bigint as cents
    from read.parcel
    where listed and line = 'natural' and status = ${anyOf(STOCK_STATUSES)} and colour is not null and clarity is not null
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** A listed parcel of a vendor for an inventory; prices in cents. */
export type InventoryRow = Pick<
  VendorParcelRow,
  'parcelName' | 'line' | 'costCents' | 'totalCents' | 'vendorAvailability' | 'attributes'
> & { status: Status };

/** Like `listedNames`, each parcel for an inventory. */
export async function inventoryPage(
  db: Db,
  vendorId: number,
  after: string,
  limit: number,
): Promise<InventoryRow[]> {
  return listedOf(db, vendorId)
    .select(['parcel_name as parcelName', 'line', 'status', 'vendor_availability as vendorAvailability'])
    .select(['cost_cents as costCents', 'total_cents as totalCents', 'attributes'])
    .where('parcel_name', '>', after)
    .orderBy('parcel_name')
    .limit(limit)
    .execute();
}

/** A listed parcel with the fields that another vendor's row may share. */
export type ParcelOfVendor = {
  parcelName: string;
  vendorId: number;
  lab: string | null;
  /** By what certificates are compared. */
  certificate: string | null;
  withdrawn: boolean;
};

/** Listed parcels of other vendors that have one of these names or certificates. */
export async function parcelsOfOthers(
  db: Db,
  vendorId: number,
  { names, certificates }: { names: readonly string[]; certificates: readonly string[] },
): Promise<ParcelOfVendor[]> {
  return readParcels(db)
    .selectFrom('read.parcel')
    .select(['parcel_name as parcelName', 'vendor_id as vendorId', 'certificate', 'withdrawn'])
    .select([sql<string | null>`attributes->>'lab'`.as('lab')])
    .where('vendor_id', '!=', vendorId)
    .where((eb) => eb.ref('listed'))
    .where((eb) => eb.or([eb('parcel_name', '=', anyOf(names)), eb('certificate', '=', anyOf(certificates))]))
    .execute();
}

/** Several parcels of a vendor in total; money in cents. */
export type VendorStock = { status: Status; count: number; costCents: Cents; totalCents: Cents };

/**
 * The vendor's parcels by their status now, at its cost and at the list price; those in an open spell at what it froze
 * (rule: Vendor report).
 */
export async function stockOfVendor(db: Db, vendorId: number): Promise<VendorStock[]> {
  return readParcels(db)
    .selectFrom('read.parcel as parcel')
    .leftJoin('read.customer_parcel as spell', (join) =>
      join
        .onRef('spell.parcel_name', '=', 'parcel.parcel_name')
        .onRef('spell.customer_id', '=', 'parcel.customer_id')
        .on('spell.spell_end', 'is', null),
    )
    .select(['parcel.status', sql<number>`count(*)::int`.as('count')])
    .select([
      sql<Cents>`sum(coalesce(spell.cost_cents, parcel.cost_cents))::bigint`.as('costCents'),
      sql<Cents>`sum(coalesce(spell.list_price_cents, parcel.total_cents))::bigint`.as('totalCents'),
    ])
    .where('parcel.vendor_id', '=', vendorId)
    .where((eb) => eb.ref('parcel.listed'))
    .groupBy('parcel.status')
    .execute();
}

const NAMES_AT_A_TIME = 2_000;

/**
 * Everything recorded of those of a vendor's parcels that have a live INVOICE on one of these house days, both included;
 * a part of them in memory at a time. The invoices are looked up before the parcels, by the index of their days: a
 * vendor's whole stock may be far more than what it sold.
 */
export async function* invoicedParcels(
  db: Db,
  vendorId: number,
  { from, to }: { from: HouseDay; to: HouseDay },
): AsyncGenerator<ParcelState> {
  const invoiced = await readParcels(db)
    .selectFrom('read.history_entry')
    .distinct()
    .select('parcel_name')
    .where('type', '=', 'INVOICE')
    .where((eb) => eb.ref('live'))
    .where('house_day', '>=', from)
    .where('house_day', '<=', to)
    .execute();
  const names = invoiced.map((row) => row.parcel_name);
  for (const some of inPortions(names, NAMES_AT_A_TIME)) {
    const parcels = await readParcels(db)
      .selectFrom(parcelsByName(db, some))
      .select(STATE_COLUMNS)
      .where('vendor_id', '=', vendorId)
      .execute();
    yield* parcels.map(parcelOf);
  }
}

/** Cost and list price of each of the vendor's parcels outside spells, and how many are with customers. */
export async function pricesOutsideSpells(
  db: Db,
  vendorId: number,
): Promise<{ outside: { costCents: Cents; totalCents: Cents }[]; held: number }> {
  const rows = await listedOf(db, vendorId)
    .select(['cost_cents as costCents', 'total_cents as totalCents', 'customer_id as customerId'])
    .execute();
  const outside = rows.filter(({ customerId }) => customerId === null);
  return { outside, held: rows.length - outside.length };
}

/** False on a database where no parcel was ever projected. */
export const parcelsArePublished = (db: Db): Promise<boolean> => isPublished(db, parcelTable);

/** The vendor of each parcel, and the customer that has it; to join with plain tables. */
export const parcelKeepers: RawBuilder<unknown> = sql`(select parcel_name, vendor_id, customer_id from read.parcel)`;

/** Which of these vendors have stones that are listed and available. */
export async function vendorsWithStock(db: Db, vendorIds: readonly number[]): Promise<number[]> {
  if (vendorIds.length === 0) return [];
  const { rows } = await sql<{ vendorId: number }>`
    select of.vendor_id as "vendorId" from unnest(${[...vendorIds]}::int[]) as of (vendor_id)
    where exists (
      select from read.parcel
      where parcel.vendor_id = of.vendor_id and ${isAvailable})`.execute(db);
  return rows.map(({ vendorId }) => vendorId);
}
