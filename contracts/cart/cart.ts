import type { CartEvent, Fold } from '../events/index.ts';
import { cartStreams } from '../events/streams.ts';
import type { Instant } from '../vocabulary/house-time.ts';
import type { Line } from '../vocabulary/lines.ts';

/** One parcel in a cart. */
type CartItem = { readonly parcelName: string; readonly line: Line; readonly since: Instant };

/** What is in a customer's cart, in the order it was put there. */
export type Cart = readonly CartItem[];

/** One more event of the cart. Pure. */
export function evolveCart(cart: Cart, event: CartEvent): Cart {
  if (event.type === 'StonesUncarted') {
    const gone = new Set(event.data.parcelNames);
    return cart.filter((item) => !gone.has(item.parcelName));
  }
  const { line, parcelNames, effectiveAt } = event.data;
  const known = new Set(cart.map((item) => item.parcelName));
  const added = [...new Set(parcelNames)].filter((name) => !known.has(name));
  return [...cart, ...added.map((parcelName) => ({ parcelName, line, since: effectiveAt }))];
}

/** How `cart-{customerId}` becomes the cart. */
export const cartFold: Fold<Cart> = {
  name: 'cart-2',
  initial: () => [],
  evolve: (cart, fact) => evolveCart(cart, cartStreams.own(fact)),
};
