import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DesireEvent } from '#contracts/events/index.ts';
import { evolveDesire, type Desire, type DesireStatus } from '#contracts/lifecycle/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { cancelDesire } from './cancel-desire.ts';
import { cartDesire } from './cart-desire.ts';
import { changeDesire } from './change-desire.ts';
import { closeDesire } from './close-desire.ts';
import { wantedFrom } from './desire-wire.ts';
import { fulfilDesire } from './fulfil-desire.ts';
import { requestDesire, requestRefusal } from './request-desire.ts';

const AT = '2026-04-11T14:05:00.000Z';
const OWNER = 1;

type Move = {
  command: 'cart' | 'change' | 'request' | 'close' | 'cancel' | 'fulfil';
  customerId: number;
  shape: string[];
};
const move: fc.Arbitrary<Move> = fc.record({
  command: fc.constantFrom('cart', 'change', 'request', 'close', 'cancel', 'fulfil'),
  customerId: fc.constantFrom(OWNER, OWNER, OWNER, 2),
  shape: fc.subarray(['RD', 'OV', 'CU']),
});

function decide(desire: Desire | undefined, { command, customerId, shape }: Move): readonly DesireEvent[] {
  switch (command) {
    case 'cart':
      return cartDesire(desire, { customerId, wanted: wantedFrom({ shape }) }, AT);
    case 'change':
      return changeDesire(desire, { customerId, wantedOf: (before) => wantedFrom({ shape }, before) }, AT);
    case 'request':
      return requestRefusal(desire, customerId) === null
        ? [requestDesire({ customerId, instructionId: 'i', effectiveAt: AT })]
        : [];
    case 'close':
      return closeDesire(desire, { customerId }, AT);
    case 'cancel':
      return cancelDesire(desire, { customerId }, AT);
    case 'fulfil':
      return desire ? fulfilDesire(desire, { parcelName: 'AR-1', isCustomers: true }, AT) : [];
  }
}

/** What a move writes; nothing when it is refused. */
function written(desire: Desire | undefined, one: Move): readonly DesireEvent[] {
  try {
    return decide(desire, one);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** Where each status may lead, itself aside. */
const NEXT: Readonly<Record<DesireStatus, readonly DesireStatus[]>> = {
  CART: ['ACTIVE', 'CANCELLED'],
  ACTIVE: ['CLOSED'],
  CLOSED: [],
  CANCELLED: [],
};

test('whatever is tried, a desire only goes from CART to ACTIVE to CLOSED, or from CART to CANCELLED', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      let desire: Desire | undefined;
      for (const one of moves) {
        const events = written(desire, one);
        expect(events.length).toBeLessThanOrEqual(1);
        const before = desire;
        for (const event of events) desire = evolveDesire(desire, event);
        if (!before || !desire) continue;
        if (before.status !== desire.status) expect(NEXT[before.status]).toContain(desire.status);
        // No other customer's command changes it; an ended desire keeps what it last asked for.
        if (one.customerId !== before.customerId && one.command !== 'fulfil') expect(desire).toEqual(before);
        if (before.endedAt !== undefined) expect(desire).toEqual(before);
        expect(desire.customerId).toBe(before.customerId);
      }
    }),
  );
});

test('a command repeated immediately writes nothing more', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
      let desire: Desire | undefined;
      for (const one of moves) {
        for (const event of written(desire, one)) desire = evolveDesire(desire, event);
        expect(written(desire, one)).toEqual([]);
      }
    }),
  );
});
