import { sql } from 'kysely';
import type { CartItem } from '#contracts/cart/cart.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Db } from '#services/platform/database/index.ts';

/** What is in a customer's cart, of one line or of all, longest there first. */
export async function cartItems(db: Db, customerId: number, line?: Line): Promise<CartItem[]> {
  const { rows } = await sql<CartItem>`
    select parcel_name as "parcelName", line, since from read.cart_item
    where customer_id = ${customerId} ${line === undefined ? sql`` : sql`and line = ${line}`} order by since, parcel_name`.execute(
    db,
  );
  return rows;
}

/** True when the parcel is in the customer's cart. */
export async function isInCart(db: Db, customerId: number, parcelName: string): Promise<boolean> {
  const { rows } =
    await sql`select from read.cart_item where customer_id = ${customerId} and parcel_name = ${parcelName}`.execute(
      db,
    );
  return rows.length > 0;
}

/** Log position of the last change to the customer's cart; 0 when it never had anything. */
export async function cartVersion(db: Db, customerId: number): Promise<number> {
  const { rows } = await sql<{
    changed_position: number;
  }>`select changed_position from read.cart where customer_id = ${customerId}`.execute(db);
  return rows[0]?.changed_position ?? 0;
}
