import type { CartItem } from '#contracts/cart/cart.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { CartTables } from './tables.ts';

const read = (db: Db) => db.withTables<CartTables>();

/** What is in a customer's cart, of one line or of all, longest there first. */
export async function cartItems(db: Db, customerId: number, line?: Line): Promise<CartItem[]> {
  return itemsInCart(db, customerId, line).execute();
}

/** The same as a part of a larger question. */
export function itemsInCart(db: Db, customerId: number, line?: Line) {
  const items = read(db)
    .selectFrom('read.cart_item')
    .select(['parcel_name as parcelName', 'line', 'since'])
    .where('customer_id', '=', customerId)
    .orderBy('since')
    .orderBy('parcel_name');
  return line === undefined ? items : items.where('line', '=', line);
}
