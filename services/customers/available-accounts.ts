import { sql } from 'kysely';
import { availableAccount, type AvailableAccount } from '#contracts/api/customer-edits.ts';
import { assignedAccounts } from '#projections/customers/index.ts';
import type { Db, Migration } from '#services/platform/database/index.ts';

/** The plain tables of customers: known accounts without a customer yet, and numbers given out. */
export const availableAccountMigrations: readonly Migration[] = [
  {
    name: 'customer-number-1',
    sql: 'create table vitrine.customer_number (command_id text primary key, customer_id int not null unique)',
  },
  {
    name: 'available-account-1',
    // Known accounts without a customer yet; the customers' streams hold the others.
    sql: `create table vitrine.available_account (
      dx_instance text not null, account_code text not null, doc_types text[] not null, primary key (dx_instance, account_code))`,
  },
];

type Named = Pick<AvailableAccount, 'dxInstance' | 'accountCode'>;

/** Those entered by hand, in the order of instance and code. */
export async function availableAccounts(db: Db): Promise<AvailableAccount[]> {
  const { rows } = await sql<Omit<AvailableAccount, 'customerId'>>`
    select dx_instance as "dxInstance", account_code as "accountCode", doc_types as "docType"
    from vitrine.available_account order by 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, customerId: null }));
}

/** Keeps an account without a customer, with its kinds of documents. */
export async function keepAvailable(
  db: Db,
  { dxInstance, accountCode, docType }: Omit<AvailableAccount, 'customerId'>,
): Promise<void> {
  await sql`
    insert into vitrine.available_account (dx_instance, account_code, doc_types)
    values (${dxInstance}, ${accountCode}, ${docType}::text[])
    on conflict (dx_instance, account_code) do update set doc_types = excluded.doc_types`.execute(db);
}

/**
 * Keeps the accounts that a customer is about to lose, all but the `wanted` ones: they still exist in the trading
 * system and so become available. Done before the change; an account is not offered as long as it belongs to somebody.
 */
export async function keepWhatIsTaken(db: Db, customerId: number, wanted: readonly Named[]): Promise<void> {
  for (const { docTypes, ...account } of await assignedAccounts(db)) {
    const stays = wanted.some(
      ({ dxInstance, accountCode }) =>
        account.dxInstance === dxInstance && account.accountCode === accountCode,
    );
    if (account.customerId !== customerId || stays) continue;
    await keepAvailable(db, availableAccount.parse({ ...account, docType: docTypes }));
  }
}

/** Removes an account from the available ones, because it belongs to somebody or was deleted. */
export async function forgetAccount(db: Db, { dxInstance, accountCode }: Named): Promise<void> {
  await sql`
    delete from vitrine.available_account where dx_instance = ${dxInstance} and account_code = ${accountCode}`.execute(
    db,
  );
}
