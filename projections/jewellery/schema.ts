import type { TableShape } from '../engine/index.ts';

/** A model as it was imported and edited; `record` holds its fields. */
export const modelTable: TableShape = {
  name: 'jewellery_model',
  key: ['model_key'],
  columns: ['model_key', 'name', 'hide', 'changed_position', 'record'],
};

/** Which model a piece is of, and since when it is listed: what it is and where it is stands in `parcel`. */
export const pieceTable: TableShape = {
  name: 'jewellery_piece',
  key: ['parcel_name'],
  columns: ['parcel_name', 'model_key', 'listed_at', 'listed_position', 'changed_position', 'piece'],
};

/** Orders of models, with what is still open of each: the back orders (rule: Back orders). */
export const orderTable: TableShape = {
  name: 'model_order',
  key: ['order_id'],
  columns: ['order_id', 'customer_id', 'model_key', 'open', 'waiting', 'placed_position', 'record'],
};

/** What each request of models was answered, for one repeated long after. */
export const requestTable: TableShape = {
  name: 'models_request',
  key: ['request_id'],
  columns: ['request_id', 'customer_id', 'record'],
};

/** What a customer's orders are folded of, without the closed ones. */
export const customerOrdersTable: TableShape = {
  name: 'customer_model_orders',
  key: ['customer_id'],
  columns: ['customer_id', 'changed_position', 'state'],
};

export function modelSchema(table: (name: string) => string): readonly string[] {
  return [
    `create table ${table('jewellery_model')} (
      model_key text primary key, name text not null, hide boolean not null, changed_position bigint not null, record json not null)`,
  ];
}

export function pieceSchema(table: (name: string) => string): readonly string[] {
  return [
    `create table ${table('jewellery_piece')} (
      parcel_name text primary key, model_key text, listed_at text not null, listed_position bigint not null, changed_position bigint not null,
      piece json not null)`,
    `create index on ${table('jewellery_piece')} (model_key)`,
  ];
}

export function orderSchema(table: (name: string) => string): readonly string[] {
  return [
    `create table ${table('model_order')} (
      order_id text primary key, customer_id int not null, model_key text not null, open int not null, waiting boolean not null,
      placed_position bigint not null, record json not null)`,
    `create index on ${table('model_order')} (model_key, placed_position) where waiting`,
    `create index on ${table('model_order')} (customer_id) where waiting`,
    `create table ${table('models_request')} (request_id text primary key, customer_id int not null, record json not null)`,
    `create table ${table('customer_model_orders')} (customer_id int primary key, changed_position bigint not null, state json not null)`,
  ];
}
