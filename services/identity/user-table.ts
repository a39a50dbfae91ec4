import type { Selectable } from 'kysely';
import type { ShowPrices, User } from '#contracts/api/session.ts';
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
};

export const userTables = (db: Db) => db.withTables<{ 'vitrine.user_account': UserAccountTable }>();

export type StoredUser = Account & { passwordHash: string };

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
    passwordHash: row.password_hash,
  };
}

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

/** A username as it is kept and compared: letters of any case are the same user. */
export function normalUsername(username: string): string {
  return username.trim().toLowerCase();
}
