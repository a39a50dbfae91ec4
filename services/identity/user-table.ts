import { sql, type ColumnType, type RawBuilder, type Selectable } from 'kysely';
import type { User } from '#contracts/api/session.ts';
import type { ShowPrices } from '#contracts/vocabulary/price-modes.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { Account } from '#services/platform/http/index.ts';

type UserAccountTable = {
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  customer_id: number | null;
  active: boolean;
  administrator: boolean;
  sales_rep: boolean;
  show_prices: ShowPrices;
  must_change_password: boolean;
  password_hash: string;
  token_version: number;
  second_factor: ColumnType<boolean, boolean | undefined, boolean>;
  version: ColumnType<number, number | undefined, number>;
  changed_by: ColumnType<string, string | undefined, string>;
};

export const userTables = (db: Db) => db.withTables<{ 'vitrine.user_account': UserAccountTable }>();

/** The version of the shown fields, and who made it. */
export type LastChange = { version: string; changedBy: string };

export type StoredUser = Account & { passwordHash: string; last: LastChange };

export function storedUser(row: Selectable<UserAccountTable>): StoredUser {
  return {
    user: {
      username: row.username,
      administrator: row.administrator,
      salesRep: row.sales_rep,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      customerId: row.customer_id,
      active: row.active,
      showPrices: row.show_prices,
      mustChangePassword: row.must_change_password,
    },
    tokenVersion: row.token_version,
    secondFactor: row.second_factor,
    passwordHash: row.password_hash,
    last: { version: String(row.version), changedBy: row.changed_by },
  };
}

/** The account without its credentials. */
export const accountOf = ({ user, tokenVersion, secondFactor }: Account): Account => ({
  user,
  tokenVersion,
  secondFactor,
});

/** The columns of a user, without its credentials. */
export function userColumns(user: User) {
  return {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    customer_id: user.customerId,
    active: user.active,
    administrator: user.administrator,
    sales_rep: user.salesRep,
    show_prices: user.showPrices,
    must_change_password: user.mustChangePassword,
  };
}

/** The next version of a user whose password is set: `mustChangePassword` is the only shown field that may change. */
export function versionWith(mustChangePassword: boolean): RawBuilder<number> {
  return sql<number>`version + (must_change_password <> ${mustChangePassword})::int`;
}

/** Who made the version that `versionWith` gives: the author of the password where it is a new one. */
export function changedByWith(mustChangePassword: boolean, author: string): RawBuilder<string> {
  return sql<string>`case when must_change_password <> ${mustChangePassword} then ${author} else changed_by end`;
}

/** The form in which a username is kept and compared, ignoring case. */
export function normalUsername(username: string): string {
  return username.trim().toLowerCase();
}
