import type { TableShape } from '../engine/index.ts';

/** A customer's cart as a whole; its position changes also when something is taken out. */
export const cartTable: TableShape = {
  name: 'cart',
  key: ['customer_id'],
  columns: ['customer_id', 'changed_position'],
};

/** What is in the carts. */
export const cartItemTable: TableShape = {
  name: 'cart_item',
  key: ['customer_id', 'parcel_name'],
  columns: ['customer_id', 'parcel_name', 'line', 'since'],
};

export function cartSchema(table: (name: string) => string): readonly string[] {
  return [
    `create table ${table('cart')} (customer_id int primary key, changed_position bigint not null)`,
    // `since` is an instant as the wire writes it.
    `create table ${table('cart_item')} (
      customer_id int not null, parcel_name text not null, line text not null, since text not null, primary key (customer_id, parcel_name))`,
    `create index on ${table('cart_item')} (parcel_name)`,
  ];
}
