import { sql, type RawBuilder } from 'kysely';
import type { Bill } from '#contracts/billing/index.ts';
import type { ParcelState } from '#contracts/lifecycle/index.ts';
import type { Month } from '#contracts/vocabulary/months.ts';
import { instantOf, type Db } from '#services/platform/database/index.ts';
import type { CustomerRecord, CustomerTables } from '../customers/index.ts';
import { anyOf } from '../engine/index.ts';
import { parcelOf, STATE_COLUMNS, type ParcelTables } from '../parcels/index.ts';
import { allVendors, type VendorRecord } from '../vendors/index.ts';
import { inThisLog } from './moved-bill.ts';
import type { BillTables } from './tables.ts';
import { wholeBill } from './whole-bill.ts';

const read = (db: Db) => db.withTables<BillTables & CustomerTables & ParcelTables>();

/**
 * Bills with the text of their parts when they are large, and with their positions in this log when they came from
 * another store.
 */
const bills = (db: Db) =>
  read(db)
    .selectFrom('read.bill as bill')
    .leftJoin('read.bill_moved as moved', 'moved.bill_event_id', 'bill.event_id')
    .select(['moved.cut_event_id', 'moved.places'])
    .select(['bill.bill', 'bill.event_id', 'bill.position', 'bill.issued_at', 'bill.issued_by'])
    .select((eb) =>
      eb
        .case()
        .when('bill.parts_id', 'is not', null)
        .then(
          eb
            .selectFrom('read.bill_part as part')
            .select(sql<string>`string_agg(part.text, '' order by part.part)`.as('text'))
            .whereRef('part.parts_id', '=', 'bill.parts_id'),
        )
        .end()
        .as('text'),
    );

type BillRow = Awaited<ReturnType<ReturnType<typeof bills>['execute']>>[number];

function billOf({ bill, text, event_id: eventId, cut_event_id: cutEventId, places, ...row }: BillRow): Bill {
  const moved = cutEventId === null || places === null ? null : { billEventId: eventId, cutEventId, places };
  const { effectiveAt: _, ...calculated } = inThisLog(wholeBill(bill, text ?? ''), moved);
  return {
    ...calculated,
    eventId,
    position: String(row.position),
    issuedAt: row.issued_at.toISOString(),
    issuedBy: row.issued_by,
  };
}

/** Every version of these customers' bills, oldest first. Throws IncompleteBill. */
export async function billsOfCustomers(db: Db, customerIds: readonly number[]): Promise<Bill[]> {
  const rows = await bills(db)
    .where('bill.customer_id', '=', anyOf(customerIds))
    .orderBy('bill.position')
    .execute();
  return rows.map(billOf);
}

/**
 * What the columns have of a customer's bills, by the bill's event: 'customerId month version totalCents dueDate'. Used
 * for lists.
 */
export async function billColumns(db: Db, customerId: number): Promise<Map<string, string>> {
  const { rows } = await sql<{ eventId: string; columns: string }>`
    select event_id as "eventId", concat_ws(' ', customer_id, month, version, total_cents, due_date::text) as columns
    from read.bill where customer_id = ${customerId}`.execute(db);
  return new Map(rows.map(({ eventId, columns }) => [eventId, columns]));
}

/**
 * The amount and due date of bills, and the amount of the version before, to join with plain tables by customer and
 * event: `left join ${billTotals} as bill on …`.
 */
export const billTotals: RawBuilder<unknown> = sql`(
  select bill.customer_id, bill.event_id, bill.total_cents, bill.due_date,
    (select former.total_cents from read.bill as former
     where former.customer_id = bill.customer_id and former.month = bill.month and former.version = bill.version - 1)
      as former_cents
  from read.bill as bill)`;

/** The customers to whom a bill was issued since an instant. */
export async function customersBilledSince(db: Db, since: Date): Promise<Set<number>> {
  const { rows } = await sql<{ customerId: number }>`
    select distinct customer_id as "customerId" from read.bill where issued_at >= ${since}`.execute(db);
  return new Set(rows.map(({ customerId }) => customerId));
}

/** The newest version of each customer's bill of a month, by customer. Throws IncompleteBill. */
export async function billsOfMonth(db: Db, month: Month): Promise<Bill[]> {
  const rows = await bills(db)
    .distinctOn('bill.customer_id')
    .where('bill.month', '=', month)
    .orderBy('bill.customer_id')
    .orderBy('bill.version', 'desc')
    .execute();
  return rows.map(billOf);
}

/** The months that are billed to anybody, the newest first, up to a number. */
export async function billedMonths(db: Db, most: number): Promise<Month[]> {
  const { rows } = await sql<{ month: Month }>`
    select distinct month from read.bill order by month desc limit ${most}`.execute(db);
  return rows.map(({ month }) => month);
}

/** The months that are billed to a customer. */
export async function billedMonthsOf(db: Db, customerId: number): Promise<Month[]> {
  const { rows } = await sql<{ month: Month }>`
    select distinct month from read.bill where customer_id = ${customerId}`.execute(db);
  return rows.map(({ month }) => month);
}

/** The first month that is billed to a customer, or to anybody; null without one. */
export async function firstBilledMonth(db: Db, customerId?: number): Promise<Month | null> {
  const billed = read(db)
    .selectFrom('read.bill')
    .select(({ fn }) => fn.min('month').as('month'));
  const row = await (
    customerId === undefined ? billed : billed.where('customer_id', '=', customerId)
  ).executeTakeFirst();
  return row?.month ?? null;
}

/** A customer's bill of a month, its newest version unless another is asked for; null when there is none. Throws IncompleteBill. */
export async function billOfMonth(
  db: Db,
  customerId: number,
  month: Month,
  version?: number,
): Promise<Bill | null> {
  const versions = bills(db)
    .where('bill.customer_id', '=', customerId)
    .where('bill.month', '=', month)
    .orderBy('bill.version', 'desc')
    .limit(1);
  const row = await (
    version === undefined ? versions : versions.where('bill.version', '=', version)
  ).executeTakeFirst();
  return row ? billOf(row) : null;
}

/** What the read models hold of customers' billing, as recorded. */
export type BillingRecords = {
  readonly customers: readonly CustomerRecord[];
  /** By customer: every parcel of which it ever had an entry. */
  readonly parcels: ReadonlyMap<number, readonly ParcelState[]>;
  readonly vendors: readonly VendorRecord[];
  readonly bills: readonly Bill[];
};

/** Everything that these customers' bills depend on. Throws IncompleteBill. */
export async function billingRecords(db: Db, customerIds: readonly number[]): Promise<BillingRecords> {
  const [customers, parcels, vendors, issued] = await Promise.all([
    read(db)
      .selectFrom('read.customer')
      .select('record')
      .where('customer_id', '=', anyOf(customerIds))
      .execute(),
    read(db)
      .selectFrom('read.parcel as parcel')
      .innerJoin(
        (eb) =>
          eb
            .selectFrom('read.history_entry')
            .select(['parcel_name', sql<number[]>`array_agg(distinct customer_id)`.as('ids')])
            .where('customer_id', '=', anyOf(customerIds))
            .groupBy('parcel_name')
            .as('touched'),
        (join) => join.onRef('touched.parcel_name', '=', 'parcel.parcel_name'),
      )
      .select(['touched.ids', ...STATE_COLUMNS])
      .orderBy(sql`parcel.parcel_name collate "C"`)
      .execute(),
    allVendors(db),
    billsOfCustomers(db, customerIds),
  ]);
  const byCustomer = new Map<number, ParcelState[]>(customerIds.map((id) => [id, []]));
  for (const { ids, ...stored } of parcels) {
    const parcel = parcelOf(stored);
    for (const id of ids) byCustomer.get(id)?.push(parcel);
  }
  return {
    customers: customers.map((row) => row.record),
    parcels: byCustomer,
    vendors: vendors.toSorted((one, other) => one.vendorId - other.vendorId),
    bills: issued,
  };
}

/** Bills as the back office lists them, each version once, with `newest` on each month's last; `monthName` as in `monthName()`. */
export const selectBills: RawBuilder<unknown> = sql`
  select bill.customer_id || '-' || bill.month || '-' || bill.version as id, bill.customer_id as "customerId",
    customer.name as "customerName", bill.month, to_char(to_date(bill.month, 'YYYY-MM'), 'FMMonth YYYY') as "monthName",
    bill.version, bill.total_cents / 100.0::float8 as total,
    bill.due_date::text as "dueDate", ${instantOf('bill.issued_at')} as "issuedAt", bill.issued_by as "issuedBy",
    bill.version = max(bill.version) over (partition by bill.customer_id, bill.month) as newest
  from read.bill as bill left join read.customer as customer on customer.customer_id = bill.customer_id`;
