import { cartEvents, type CartEvent } from '#contracts/events/index.ts';
import type { Line } from '#contracts/vocabulary/lines.ts';
import type { Fact, Fold } from '#services/platform/commands/index.ts';

/** What is in a customer's cart: the line of each parcel. */
export type Cart = { readonly [parcelName: string]: Line };

export const cartFold: Fold<Cart> = {
  name: 'cart-1',
  initial: () => ({}),
  evolve(cart, fact) {
    if (!isCartFact(fact)) throw new Error(`${fact.type} does not belong in a cart's stream`);
    if (fact.type === 'StonesCarted') {
      const { line, parcelNames } = fact.data;
      return { ...cart, ...Object.fromEntries(parcelNames.map((name) => [name, line])) };
    }
    const gone = new Set(fact.data.parcelNames);
    return Object.fromEntries(Object.entries(cart).filter(([name]) => !gone.has(name)));
  },
};

function isCartFact(fact: Fact): fact is Fact & CartEvent {
  return Object.hasOwn(cartEvents, fact.type);
}
