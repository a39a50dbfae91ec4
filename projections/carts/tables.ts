import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { bigint, int, readTable, text, type ReadTables } from '../engine/index.ts';

/** A customer's cart as a whole; its position changes also when something is taken out. */
export const cartTable = readTable('cart', {
  columns: { customer_id: int(), changed_position: bigint() },
  key: ['customer_id'],
});

/** What is in the carts. */
export const cartItemTable = readTable('cart_item', {
  columns: { customer_id: int(), parcel_name: text(), line: text<Line>(), since: text<Instant>() },
  key: ['customer_id', 'parcel_name'],
  indexes: ['(parcel_name)'],
});

export type CartTables = ReadTables<typeof cartTable | typeof cartItemTable>;
