import type { TableShape } from '../engine/index.ts';

/** A customer as it is now; `record` is what it is folded of, with its terms through time. */
export const customerTable: TableShape = {
  name: 'customer',
  key: ['customer_id'],
  columns: ['customer_id', 'name', 'email', 'sales_rep_email', 'changed_position', 'record'],
};

/** Which customer an account of the trading system belongs to, by kind of document. */
export const accountCodeTable: TableShape = {
  name: 'customer_account',
  key: ['dx_instance', 'account_code', 'customer_id'],
  columns: ['dx_instance', 'account_code', 'customer_id', 'doc_types', 'assigned_position'],
};

export function customerSchema(table: (name: string) => string): readonly string[] {
  return [
    `create table ${table('customer')} (
      customer_id int primary key, name text not null, email text not null, sales_rep_email text not null,
      changed_position bigint not null, record json not null)`,
    `create table ${table('customer_account')} (
      dx_instance text not null, account_code text not null, customer_id int not null, doc_types text[] not null, assigned_position bigint not null,
      primary key (dx_instance, account_code, customer_id))`,
    `create index on ${table('customer_account')} (customer_id)`,
  ];
}
