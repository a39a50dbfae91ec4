import type { Instant } from '#contracts/vocabulary/house-time.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import { deleteRows, loadRows, upsertRows, type Projection } from '../engine/index.ts';
import { cartItemTable, cartTable } from './tables.ts';

const PREFIX = 'cart-';

/** One parcel in a cart. */
export type CartItem = { readonly parcelName: string; readonly line: Line; readonly since: Instant };

type CartState = { readonly items: readonly CartItem[]; readonly changedPosition: number };

/** Carts, which belong to the customer and are shared by its users (rule: Acting for a customer). */
export const cartsProjection: Projection<CartState> = {
  name: 'carts',
  version: 1,
  tables: [cartTable, cartItemTable],
  streams: [PREFIX],
  keysOf: (event) => [event.stream.slice(PREFIX.length)],
  async load(tx, customerIds) {
    const carts = await loadRows(tx, cartTable, 'customer_id', customerIds);
    const items = await loadRows(tx, cartItemTable, 'customer_id', customerIds);
    return new Map(
      carts.map((cart) => [
        String(cart.customer_id),
        {
          changedPosition: cart.changed_position,
          items: items
            .filter((item) => item.customer_id === cart.customer_id)
            .map((item) => ({ parcelName: item.parcel_name, line: item.line, since: item.since })),
        },
      ]),
    );
  },
  apply(state = { items: [], changedPosition: 0 }, event) {
    const changedPosition = Number(event.position);
    if (event.type === 'StonesCarted') {
      const { line, parcelNames, effectiveAt } = event.data;
      const known = new Set(state.items.map((item) => item.parcelName));
      const added = [...new Set(parcelNames)]
        .filter((name) => !known.has(name))
        .map((parcelName) => ({ parcelName, line, since: effectiveAt }));
      return { items: [...state.items, ...added], changedPosition };
    }
    if (event.type !== 'StonesUncarted') throw new Error(`${event.type} does not belong in ${event.stream}`);
    const gone = new Set(event.data.parcelNames);
    return { items: state.items.filter((item) => !gone.has(item.parcelName)), changedPosition };
  },
  async save(tx, changed) {
    const carts = [...changed].map(([customerId, cart]) => ({ customerId: Number(customerId), ...cart }));
    await upsertRows(
      tx,
      cartTable,
      carts.map((cart) => ({ customer_id: cart.customerId, changed_position: cart.changedPosition })),
    );
    await deleteRows(
      tx,
      cartItemTable,
      'customer_id',
      carts.map((cart) => cart.customerId),
    );
    await upsertRows(
      tx,
      cartItemTable,
      carts.flatMap((cart) =>
        cart.items.map((item) => ({
          customer_id: cart.customerId,
          parcel_name: item.parcelName,
          line: item.line,
          since: item.since,
        })),
      ),
    );
  },
};
