import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { CartTables } from './tables.ts';

const read = (db: Db) => db.withTables<CartTables>();

/** What is in a customer's cart, of one line or of all, longest there first; also as part of a larger query. */
export function itemsInCart(db: Db, customerId: number, line?: Line) {
  const items = read(db)
    .selectFrom('read.cart_item')
    .select(['parcel_name as parcelName', 'line', 'since'])
    .where('customer_id', '=', customerId)
    .orderBy('since')
    .orderBy('parcel_name');
  return line === undefined ? items : items.where('line', '=', line);
}
