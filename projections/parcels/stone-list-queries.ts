import { sql, type RawBuilder } from 'kysely';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Status } from '#contracts/vocabulary/statuses.ts';
import type { PieceAttributes, StoneAttributes } from '#contracts/events/index.ts';
import type { SpellEnd } from '#contracts/lifecycle/index.ts';
import type { QueryDb } from './query-db.ts';

/** A parcel as lists need it: prices in cents, weight in thousandths of a carat, `wire` the ready part of its JSON. */
export type ParcelListRow = {
  parcelName: string;
  status: Status;
  vendorId: number;
  costCents: number;
  totalCents: number;
  weight: number;
  giaRound: boolean;
  fm: boolean;
  vendorAvailability: string;
  location: string | null;
  lastUpdated: string;
  wire: string;
  shapeCode: string | null;
  colour: string | null;
  clarity: string | null;
  cut: string | null;
};

const listColumns = sql`
  parcel_name as "parcelName", status, vendor_id as "vendorId", cost_cents as "costCents", total_cents as "totalCents", weight, gia_round as "giaRound",
  fm, vendor_availability as "vendorAvailability", location, last_updated as "lastUpdated", wire,
  shape_code as "shapeCode", colour, clarity, cut`;

/**
 * Parcels looked up by their names, whatever else is asked of them: as long as a fresh read model has no statistics,
 * Postgres would go through the whole line for a handful of names, 100 ms at 50,000 stones. `offset 0` keeps it from it.
 */
function byName(names: readonly string[]): RawBuilder<unknown> {
  return sql`(select * from read.parcel where parcel_name = any(${[...names]}) offset 0) named`;
}

/** Parcels of a line that can be requested now, in the order of their names; of these names only when given. */
export async function availableParcels(
  db: QueryDb,
  line: Line,
  names?: readonly string[],
): Promise<ParcelListRow[]> {
  const { rows } = await sql<ParcelListRow>`
    select ${listColumns} from ${names ? byName(names) : sql`read.parcel`}
    where line = ${line} and status = 'AVAILABLE' and listed order by parcel_name`.execute(db);
  return rows;
}

/** Parcels by name, whatever their status, in no order. */
export async function parcelsNamed(
  db: QueryDb,
  line: Line,
  names: readonly string[],
): Promise<ParcelListRow[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<ParcelListRow>`
    select ${listColumns} from ${byName(names)} where line = ${line} and listed`.execute(db);
  return rows;
}

/** A customer's newest spell of a parcel, with the price and attributes frozen in it (cents). */
export type CustomerParcelRow = {
  parcelName: string;
  status: Status;
  end: SpellEnd | null;
  priceCents: number;
  listPriceCents: number;
  costCents: number;
  attributes: StoneAttributes;
  lastAction: string;
  /** Of jewellery, as it is described now. */
  piece: PieceAttributes | null;
  vendorId: number;
  vendorAvailability: string;
  location: string | null;
  lastUpdated: string;
};

/** Every parcel of the line that the customer has or had, each with its newest spell: My and Past are told apart by its status and end. */
export async function parcelsOfCustomer(
  db: QueryDb,
  customerId: number,
  line: Line,
  names?: readonly string[],
): Promise<CustomerParcelRow[]> {
  const { rows } = await sql<CustomerParcelRow>`
    select c.parcel_name as "parcelName", c.status, c.spell_end as "end", c.price_cents as "priceCents", c.list_price_cents as "listPriceCents",
      c.cost_cents as "costCents", c.attributes, c.last_action as "lastAction",
      case when c.line = 'jewellery' then p.record->'piece' end as piece,
      p.vendor_id as "vendorId", p.vendor_availability as "vendorAvailability", p.location, p.last_updated as "lastUpdated"
    from read.customer_parcel c join read.parcel p using (parcel_name)
    where c.customer_id = ${customerId} and c.line = ${line} ${names ? sql`and c.parcel_name = any(${names})` : sql``}
    order by c.parcel_name`.execute(db);
  return rows;
}

/** The dates of a customer's last actions by parcel, of one line; of these names only when given. */
export async function lastActions(
  db: QueryDb,
  customerId: number,
  line: Line,
  names?: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ parcelName: string; lastAction: string }>`
    select parcel_name as "parcelName", last_action as "lastAction" from read.customer_parcel where customer_id = ${customerId} and line = ${line} ${names ? sql`and parcel_name = any(${[...names]})` : sql``}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.parcelName, row.lastAction]));
}

/** Log position of the newest change to any parcel of the line: what a list's ETag follows. */
export async function lineVersion(db: QueryDb, line: Line): Promise<number> {
  const { rows } = await sql<{
    version: number | null;
  }>`select max(changed_position) as version from read.parcel where line = ${line}`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The lines of some parcels: what changed, for live changes. */
export async function linesOfParcels(db: QueryDb, names: readonly string[]): Promise<Map<string, Line>> {
  const { rows } = await sql<{ parcelName: string; line: Line }>`
    select parcel_name as "parcelName", line from read.parcel where parcel_name = any(${names})`.execute(db);
  return new Map(rows.map((row) => [row.parcelName, row.line]));
}
