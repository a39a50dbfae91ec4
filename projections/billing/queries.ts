import { sql } from 'kysely';
import type { Bill, BillCreated, MovedBill } from '#contracts/billing/index.ts';
import type { ParcelState } from '#contracts/lifecycle/index.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { CustomerRecord } from '../customers/index.ts';
import type { VendorRecord } from '../vendors/index.ts';
import { inThisLog } from './moved-bill.ts';
import { wholeBill } from './whole-bill.ts';
import type { Month } from '#contracts/vocabulary/months.ts';

type BillRow = {
  bill: BillCreated;
  /** Of a large bill: its parts, one after the other. */
  text: string | null;
  eventId: string;
  position: number;
  issuedAt: Date;
  issuedBy: string;
  /** Of a bill that came with its log from another store; null of one made here. */
  cutEventId: string | null;
  places: MovedBill['places'] | null;
};

const columns = sql`cut_event_id as "cutEventId", places, bill, event_id as "eventId", position, issued_at as "issuedAt", issued_by as "issuedBy",
  case when parts_id is not null then
    (select string_agg(part.text, '' order by part.part) from read.bill_part as part where part.parts_id = bill.parts_id) end as text`;

const bills = sql`read.bill as bill left join read.bill_moved on bill_event_id = event_id`;

function billOf({ bill, text, eventId, position, issuedAt, issuedBy, cutEventId, places }: BillRow): Bill {
  const moved = cutEventId === null || places === null ? null : { billEventId: eventId, cutEventId, places };
  const { effectiveAt: _, ...calculated } = inThisLog(wholeBill(bill, text ?? ''), moved);
  return { ...calculated, eventId, position: String(position), issuedAt: issuedAt.toISOString(), issuedBy };
}

/** Every version of these customers' bills, oldest first. Throws IncompleteBill. */
export async function billsOfCustomers(db: Db, customerIds: readonly number[]): Promise<Bill[]> {
  const { rows } = await sql<BillRow>`
    select ${columns} from ${bills} where customer_id = any(${[...customerIds]}) order by position`.execute(
    db,
  );
  return rows.map(billOf);
}

/** The newest version of each customer's bill of a month, by customer. Throws IncompleteBill. */
export async function billsOfMonth(db: Db, month: Month): Promise<Bill[]> {
  const { rows } = await sql<BillRow>`
    select distinct on (customer_id) ${columns} from ${bills} where month = ${month} order by customer_id, version desc`.execute(
    db,
  );
  return rows.map(billOf);
}

/** A customer's bill of a month, its newest version unless another is asked for; null when there is none. Throws IncompleteBill. */
export async function billOfMonth(
  db: Db,
  customerId: number,
  month: Month,
  version?: number,
): Promise<Bill | null> {
  const { rows } = await sql<BillRow>`
    select ${columns} from ${bills}
    where customer_id = ${customerId} and month = ${month} and (${version === undefined} or version = ${version ?? 0})
    order by version desc limit 1`.execute(db);
  return rows[0] ? billOf(rows[0]) : null;
}

/** What the read models hold of customers' billing, as recorded. */
export type BillingRecords = {
  readonly customers: readonly CustomerRecord[];
  /** By customer: every parcel of which it ever had an entry. */
  readonly parcels: ReadonlyMap<number, readonly ParcelState[]>;
  readonly vendors: readonly VendorRecord[];
  readonly bills: readonly Bill[];
};

/** Everything a bill is made of, of these customers. Throws IncompleteBill. */
export async function billingRecords(db: Db, customerIds: readonly number[]): Promise<BillingRecords> {
  const ids = [...customerIds];
  const [customers, parcels, vendors, bills] = await Promise.all([
    sql<{ record: CustomerRecord }>`
      select record from read.customer where customer_id = any(${ids})`.execute(db),
    sql<{ customerIds: number[]; record: ParcelState }>`
      select touched.ids as "customerIds", parcel.record from read.parcel as parcel join (
        select parcel_name, array_agg(distinct customer_id) as ids from read.history_entry
        where customer_id = any(${ids}) group by parcel_name) as touched using (parcel_name)
      order by parcel.parcel_name collate "C"`.execute(db),
    sql<{ record: VendorRecord }>`select record from read.vendor order by vendor_id`.execute(db),
    billsOfCustomers(db, ids),
  ]);
  const byCustomer = new Map<number, ParcelState[]>(ids.map((id) => [id, []]));
  for (const { customerIds: touching, record } of parcels.rows)
    for (const id of touching) byCustomer.get(id)?.push(record);
  return {
    customers: customers.rows.map((row) => row.record),
    parcels: byCustomer,
    vendors: vendors.rows.map((row) => row.record),
    bills,
  };
}

/** Every customer that can have a bill, ascending. */
export async function billableCustomers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select customer_id as id from read.customer order by customer_id`.execute(db);
  return rows.map((row) => row.id);
}

/** The customers that ever had an entry of a parcel. */
export async function customersOfParcel(db: Db, parcelName: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct customer_id as id from read.history_entry where parcel_name = ${parcelName} order by 1`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** The customers that ever had an entry of one of the vendor's parcels, ascending. */
export async function customersOfVendor(db: Db, vendorId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct entry.customer_id as id from read.history_entry as entry join read.parcel using (parcel_name)
    where vendor_id = ${vendorId} order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * The end of the longest prefix of the log recorded by a time (rule: Knowledge cut): the position of the
 * first event that was recorded later, exclusive; null when nothing was.
 */
export async function firstRecordedAfter(db: Db, time: string): Promise<number | null> {
  const { rows } = await sql<{ position: number | null }>`
    select min(position) as position from read.audit_entry where recorded_at > ${time}::timestamptz`.execute(
    db,
  );
  return rows[0]?.position ?? null;
}
