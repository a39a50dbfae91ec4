import { evolveCart, type Cart } from '#contracts/cart/cart.ts';
import { cartStreams } from '#contracts/events/index.ts';
import { deleteRows, loadRows, upsertRows, type Projection } from '../engine/index.ts';
import { cartItemTable, cartTable } from './tables.ts';

type CartState = { readonly items: Cart; readonly changedPosition: number };

/** Carts, which belong to the customer and are shared by its users (rule: Acting for a customer). */
export const cartsProjection: Projection<CartState> = {
  name: 'carts',
  version: 1,
  tables: [cartTable, cartItemTable],
  streams: [cartStreams.prefix],
  keysOf: (event) => [cartStreams.keyOf(event.stream)],
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
  apply(state, event) {
    const items = evolveCart(state?.items ?? [], cartStreams.own(event));
    return { items, changedPosition: Number(event.position) };
  },
  save(tx, changed) {
    const carts = [...changed].map(([customerId, cart]) => ({ customerId: Number(customerId), ...cart }));
    upsertRows(
      tx,
      cartTable,
      carts.map((cart) => ({ customer_id: cart.customerId, changed_position: cart.changedPosition })),
    );
    deleteRows(
      tx,
      cartItemTable,
      'customer_id',
      carts.map((cart) => cart.customerId),
    );
    upsertRows(
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
