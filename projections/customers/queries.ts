import { sql } from 'kysely';
import type { CustomerRecord } from '#contracts/customer/index.ts';
import type { CustomerTerms } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import type { HouseDay } from '#contracts/vocabulary/house-time.ts';
import type { Db } from '#services/platform/database/index.ts';

/** A customer, and the log position of its last change; null when there is none of that number. */
export async function customerById(
  db: Db,
  customerId: number,
): Promise<(CustomerRecord & { changedPosition: number }) | null> {
  const { rows } = await sql<{ record: CustomerRecord; changed_position: number }>`
    select record, changed_position from read.customer where customer_id = ${customerId}`.execute(db);
  return rows[0] ? { ...rows[0].record, changedPosition: rows[0].changed_position } : null;
}

/** All customers by name; with `salesRepEmail` that representative's own come first (rule: Reps). */
export async function allCustomers(db: Db, salesRepEmail?: string): Promise<CustomerRecord[]> {
  const { rows } = await sql<{ record: CustomerRecord }>`
    select record from read.customer
    order by ${salesRepEmail ? sql`lower(sales_rep_email) <> lower(${salesRepEmail}),` : sql``} lower(name), customer_id`.execute(
    db,
  );
  return rows.map((row) => row.record);
}

/** The names of these customers, by number; unknown numbers are left out. */
export async function customerNamesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ customerId: number; name: string }>`
    select customer_id as "customerId", name from read.customer where customer_id = any(${[...ids]}::int[])`.execute(
    db,
  );
  return new Map(rows.map(({ customerId, name }) => [customerId, name]));
}

/**
 * The terms in force at the end of a house day (rule: Billing terms); null for an unknown customer.
 * @param knownAt only what was recorded up to this log position; everything when left out
 */
export async function customerTermsAt(
  db: Db,
  customerId: number,
  day: HouseDay,
  zone: string,
  knownAt?: bigint,
): Promise<CustomerTerms | null> {
  const customer = await customerById(db, customerId);
  return customer && customerTermsOf(customer, day, zone, knownAt);
}

/** As `customerTermsAt`, of a customer already read. */
export function customerTermsOf(
  customer: CustomerRecord,
  day: HouseDay,
  zone: string,
  knownAt?: bigint,
): CustomerTerms | null {
  const known = customer.terms.filter((row) => knownAt === undefined || BigInt(row.position) <= knownAt);
  return known.length > 0 ? termsAt(known, day, zone) : null;
}

/**
 * The customer that has an account of the trading system, for that kind of document (product: Account code);
 * null when there is none. RETURN_MEMO goes with MEMO and CREDIT with INVOICE. An account assigned to two
 * customers is the later one's.
 */
export async function customerByAccountCode(
  db: Db,
  dxInstance: string,
  accountCode: string,
  docType?: 'MEMO' | 'RETURN_MEMO' | 'INVOICE' | 'CREDIT',
): Promise<number | null> {
  const kind =
    docType === undefined ? null : docType === 'MEMO' || docType === 'RETURN_MEMO' ? 'MEMO' : 'INVOICE';
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from read.customer_account
    where dx_instance = ${dxInstance} and account_code = ${accountCode} and (${kind}::text is null or ${kind}::text = any(doc_types))
    order by assigned_position desc limit 1`.execute(db);
  return rows[0]?.customer_id ?? null;
}

/** Every account that belongs to some customer, in the order of instance and code. */
export async function assignedAccounts(
  db: Db,
): Promise<{ dxInstance: string; accountCode: string; docTypes: string[]; customerId: number }[]> {
  const { rows } = await sql<{
    dxInstance: string;
    accountCode: string;
    docTypes: string[];
    customerId: number;
  }>`
    select dx_instance as "dxInstance", account_code as "accountCode", doc_types as "docTypes", customer_id as "customerId"
    from read.customer_account order by 1, 2, 4`.execute(db);
  return rows;
}

/** The customers that changed after a log position; all when it is negative. */
export async function customersChangedAfter(
  db: Db,
  position: number,
): Promise<{ record: CustomerRecord; changedPosition: number }[]> {
  const { rows } = await sql<{ record: CustomerRecord; changedPosition: number }>`
    select record, changed_position as "changedPosition" from read.customer where changed_position > ${position}`.execute(
    db,
  );
  return rows;
}
