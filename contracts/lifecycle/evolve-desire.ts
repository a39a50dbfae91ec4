import type { DesireEvent, Fold, Wanted } from '../events/index.ts';
import { desireStreams } from '../events/streams.ts';
import type { Instant } from '../vocabulary/house-time.ts';

/** In the cart, requested, given up or filled, taken out of the cart (rule: Desires). */
export type DesireStatus = 'CART' | 'ACTIVE' | 'CLOSED' | 'CANCELLED';

/** A desire, folded from everything recorded of it. Weights in thousandths of a carat. */
export type Desire = {
  customerId: number;
  status: DesireStatus;
  spec: Wanted;
  cartedAt: Instant;
  requestedAt?: Instant;
  remarks?: string;
  /** When it was given up, filled or taken out of the cart. */
  endedAt?: Instant;
  /** The stone that filled it. */
  fulfilledBy?: string;
};

/**
 * One more event of the desire's stream, in the order recorded; shared by deciders and read model. Throws Error for an
 * event that cannot follow: a stream of a desire begins with DesireCarted, once.
 */
export function evolveDesire(desire: Desire | undefined, event: DesireEvent): Desire {
  const { effectiveAt } = event.data;
  if (event.type === 'DesireCarted') {
    if (desire) throw new Error('the desire is in the cart already');
    const { customerId, spec } = event.data;
    return { customerId, status: 'CART', spec, cartedAt: effectiveAt };
  }
  if (!desire) throw new Error(`${event.type} before DesireCarted`);
  switch (event.type) {
    case 'DesireChanged':
      return { ...desire, spec: event.data.spec };
    case 'DesireRequested': {
      const { remarks } = event.data;
      return {
        ...desire,
        status: 'ACTIVE',
        requestedAt: effectiveAt,
        ...(remarks === undefined ? {} : { remarks }),
      };
    }
    case 'DesireFulfilled':
      return { ...desire, status: 'CLOSED', endedAt: effectiveAt, fulfilledBy: event.data.parcelName };
    case 'DesireClosed':
      return { ...desire, status: 'CLOSED', endedAt: effectiveAt };
    case 'DesireCancelled':
      return { ...desire, status: 'CANCELLED', endedAt: effectiveAt };
  }
}

/** How `desire-{desireId}` becomes the desire; undefined before it is in the cart. */
export const desireFold: Fold<Desire | undefined> = {
  name: 'desire-2',
  initial: () => undefined,
  evolve: (desire, fact) => evolveDesire(desire, desireStreams.own(fact)),
};
