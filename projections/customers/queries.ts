import { sql, type RawBuilder } from 'kysely';
import { holderOfAccount, type CustomerRecord } from '#contracts/customer/index.ts';
import type { CustomerTerms } from '#contracts/events/index.ts';
import { termsAt } from '#contracts/lifecycle/index.ts';
import type { EffectiveAt, HouseDay } from '#contracts/vocabulary/house-time.ts';
import { inOrderOfNames, type Db } from '#services/platform/database/index.ts';
import { anyOf, isPublished } from '../engine/index.ts';
import { accountCodeTable, type CustomerTables } from './tables.ts';

const read = (db: Db) => db.withTables<CustomerTables>();

/** A customer, and the log position of its last change; null when there is none with that number. */
export async function customerById(
  db: Db,
  customerId: number,
): Promise<(CustomerRecord & { changedPosition: number }) | null> {
  const row = await storedCustomer(db, customerId).select('changed_position').executeTakeFirst();
  return row ? { ...row.record, changedPosition: row.changed_position } : null;
}

/** What each of these customers may do; unknown customers are left out. */
export async function accessOfCustomers(
  db: Db,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, CustomerRecord['access']>> {
  const rows = await read(db)
    .selectFrom('read.customer')
    .select(['customer_id', 'record'])
    .where('customer_id', '=', anyOf(customerIds))
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row.record.access]));
}

/** A customer's record, as part of a larger query: no row when there is none with that number. */
export const storedCustomer = (db: Db, customerId: number) =>
  read(db).selectFrom('read.customer').select('record').where('customer_id', '=', customerId);

/**
 * The number of a customer with this name, ignoring case and outer spaces, the lowest first; null when there is none.
 */
export async function customerNamed(db: Db, name: string): Promise<number | null> {
  const row = await read(db)
    .selectFrom('read.customer')
    .select('customer_id')
    .where(
      ({ fn, ref }) => sql<boolean>`lower(trim(${ref('name')})) = ${fn('lower', [sql.val(name.trim())])}`,
    )
    .orderBy('customer_id')
    .limit(1)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** All customers by name. */
export async function allCustomers(db: Db): Promise<CustomerRecord[]> {
  const rows = await read(db)
    .selectFrom('read.customer')
    .select('record')
    .orderBy(inOrderOfNames(sql.ref('name')))
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.record);
}

/** The names of these customers, by number; unknown numbers are left out. */
export async function customerNamesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await read(db)
    .selectFrom('read.customer')
    .select(['customer_id', 'name'])
    .where('customer_id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map(({ customer_id, name }) => [customer_id, name]));
}

/** The terms in force at the end of a house day (rule: Billing terms); null when none were recorded. */
export const customerTermsOf = (
  customer: CustomerRecord,
  day: HouseDay,
  zone: string,
): CustomerTerms | null => (customer.terms.length > 0 ? termsAt(customer.terms, day, zone) : null);

/** The customer that an account of the trading system names in a document of that date (rule: Versions of a document). */
export async function customerByAccountCode(
  db: Db,
  { dxInstance, accountCode }: Account,
  at: EffectiveAt,
  zone: string,
): Promise<number | null> {
  const rows = await read(db)
    .selectFrom('read.customer_account_period')
    .select(['customer_id as customerId', 'assigned_position as position', 'since', 'until'])
    .where('dx_instance', '=', dxInstance)
    .where('account_code', '=', accountCode)
    .execute();
  return holderOfAccount(rows, at, zone);
}

/** Every account that belongs to some customer, in the order of instance and code. */
export async function assignedAccounts(
  db: Db,
): Promise<{ dxInstance: string; accountCode: string; docTypes: string[]; customerId: number }[]> {
  return read(db)
    .selectFrom('read.customer_account')
    .select([
      'dx_instance as dxInstance',
      'account_code as accountCode',
      'doc_types as docTypes',
      'customer_id as customerId',
    ])
    .orderBy('dx_instance')
    .orderBy('account_code')
    .orderBy('customer_id')
    .execute();
}

/** The customers that changed after a log position; all when it is negative. */
export async function customersChangedAfter(
  db: Db,
  position: number,
): Promise<{ record: CustomerRecord; changedPosition: number }[]> {
  return read(db)
    .selectFrom('read.customer')
    .select(['record', 'changed_position as changedPosition'])
    .where('changed_position', '>', position)
    .execute();
}

/** Every customer's number, ascending. */
export async function customerNumbers(db: Db): Promise<number[]> {
  const rows = await read(db)
    .selectFrom('read.customer')
    .select('customer_id')
    .orderBy('customer_id')
    .execute();
  return rows.map((row) => row.customer_id);
}

/** The highest number of a customer; 0 while there is none. */
export async function highestCustomerNumber(db: Db): Promise<number> {
  const row = await read(db)
    .selectFrom('read.customer')
    .select(({ fn }) => fn.max<number | null>('customer_id').as('highest'))
    .executeTakeFirst();
  return row?.highest ?? 0;
}

/** An account of the trading system. */
type Account = { readonly dxInstance: string; readonly accountCode: string };

/**
 * The owners of these accounts; for an account assigned to two customers, the later one. None while no customer was
 * ever projected.
 */
export async function ownersOfAccounts(
  db: Db,
  accounts: readonly Account[],
): Promise<(Account & { customerId: number })[]> {
  if (!(await isPublished(db, accountCodeTable))) return [];
  const instances = accounts.map(({ dxInstance }) => dxInstance);
  const codes = accounts.map(({ accountCode }) => accountCode);
  return read(db)
    .selectFrom('read.customer_account')
    .distinctOn(['dx_instance', 'account_code'])
    .select(['dx_instance as dxInstance', 'account_code as accountCode', 'customer_id as customerId'])
    .where(
      sql<boolean>`(dx_instance, account_code) in (select * from unnest(${instances}::text[], ${codes}::text[]))`,
    )
    .orderBy('dx_instance')
    .orderBy('account_code')
    .orderBy('assigned_position', 'desc')
    .execute();
}

/** Customers' names, to join with plain tables: `left join ${customerNames} as customer on customer.customer_id = …`. */
export const customerNames: RawBuilder<unknown> = sql`(select customer_id, name from read.customer)`;
