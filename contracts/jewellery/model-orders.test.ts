import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askedByStaff,
  evolveModelOrders,
  noModelOrders,
  openQuantity,
  withoutClosedOrders,
  type ModelOrderEvent,
  type ModelOrderFact,
  type ModelOrders,
} from './model-orders.ts';

const AT = '2026-04-13T15:00:00.000Z';
const metadata = { actor: { username: 'alder', role: 'customer' as const }, commandId: 'k', bodyHash: 'h' };
const fact = (event: ModelOrderEvent, position = 1): ModelOrderFact => ({
  ...event,
  position: BigInt(position),
  metadata,
});
const after = (...events: ModelOrderEvent[]): ModelOrders =>
  events.reduce((state, event, index) => evolveModelOrders(state, fact(event, index + 1)), noModelOrders());

const requested = (quantity = 3): Extract<ModelOrderEvent, { type: 'ModelsRequested' }> => ({
  type: 'ModelsRequested',
  data: {
    requestId: 'r',
    lines: [{ orderId: 'o', model: 'RS1', quantity }],
    remarks: 'soon',
    effectiveAt: AT,
  },
});
const allotted = (instructionId: string, ...parcelNames: string[]): ModelOrderEvent => ({
  type: 'PiecesAllotted',
  data: { instructionId, allotments: [{ orderId: 'o', parcelNames }], effectiveAt: AT },
});
const finished = (instructionId: string, done: string[], declined: string[] = []): ModelOrderEvent => ({
  type: 'InstructionFinished',
  data: {
    instructionId,
    done,
    declined: declined.map((parcelName) => ({ parcelName, reason: 'taken' })),
    position: '1',
    effectiveAt: AT,
  },
});
const answered = (done: string[], quantity?: number): ModelOrderEvent => ({
  type: 'ModelsRequestFinished',
  data: {
    requestId: 'r',
    done,
    backOrdered: quantity === undefined ? [] : [{ orderId: 'o', model: 'RS1', quantity }],
    effectiveAt: AT,
  },
});

describe('an order of a model', () => {
  test('is open for what is neither requested nor being requested', () => {
    expect(openQuantity(after(requested()).orders[0]!)).toBe(3);
    expect(openQuantity(after(requested(), allotted('i', 'P-1', 'P-2')).orders[0]!)).toBe(1);
  });

  test('given an instruction is finished: what is done fills it, what is declined is open again', () => {
    const state = after(requested(), allotted('i', 'P-1', 'P-2'), finished('i', ['P-1'], ['P-2']));
    expect(state.orders).toMatchObject([
      { filled: ['P-1'], allotted: [], allotments: 1, placedBy: { username: 'alder' }, remarks: 'soon' },
    ]);
    expect(openQuantity(state.orders[0]!)).toBe(2);
  });

  test("given another instruction of the customer's is finished: nothing", () => {
    const state = after(requested(), allotted('i', 'P-1'));
    expect(evolveModelOrders(state, fact(finished('else', ['P-1'])))).toEqual(state);
  });

  test('given its request is answered: the answer is kept, with the place in the log it reached', () => {
    const state = after(requested(), allotted('i', 'P-1'), finished('i', ['P-1']), answered(['P-1'], 2));
    expect(state).toMatchObject({
      requests: [],
      finished: [
        {
          requestId: 'r',
          bodyHash: 'h',
          done: ['P-1'],
          backOrdered: [{ model: 'RS1', quantity: 2 }],
          reached: '4',
        },
      ],
    });
  });

  test('given what is open is cancelled: nothing is open, and it is forgotten', () => {
    const state = after(requested(), answered([], 3), {
      type: 'BackOrderCancelled',
      data: { orderId: 'o', quantity: 3, effectiveAt: AT },
    });
    expect(openQuantity(state.orders[0]!)).toBe(0);
    expect(withoutClosedOrders(state).orders).toEqual([]);
  });

  test.each([
    ['customer', undefined, false],
    ['salesRep', undefined, true],
    ['administrator', undefined, true],
    ['salesRep', true, false],
  ] as const)(
    'of %s, viewing as the customer: %s, has the rights of staff: %s',
    (role, asCustomer, staff) => {
      const { data } = requested();
      const { orders, requests } = evolveModelOrders(noModelOrders(), {
        type: 'ModelsRequested',
        data: { ...data, ...(asCustomer ? { asCustomer } : {}) },
        position: 1n,
        metadata: { ...metadata, actor: { username: 'somebody', role } },
      });
      expect(askedByStaff(orders[0]!.placedBy, orders[0]!.asCustomer)).toBe(staff);
      expect(askedByStaff(requests[0]!.actor, requests[0]!.asCustomer)).toBe(staff);
    },
  );

  test('is kept while its request or an instruction of it is not finished', () => {
    expect(
      withoutClosedOrders(after(requested(1), allotted('i', 'P-1'), finished('i', ['P-1']))).orders,
    ).toHaveLength(1);
    expect(
      withoutClosedOrders(after(requested(1), answered([], 1), allotted('i', 'P-1'))).orders,
    ).toHaveLength(1);
    expect(
      withoutClosedOrders(
        after(requested(1), allotted('i', 'P-1'), finished('i', ['P-1']), answered(['P-1'])),
      ).orders,
    ).toEqual([]);
  });

  test('whatever is allotted and declined in turn, what is filled, open, being requested and cancelled is what was asked for', () => {
    const rounds = fc.array(
      fc.record({
        size: fc.integer({ min: 1, max: 3 }),
        declined: fc.integer({ min: 0, max: 3 }),
        settled: fc.boolean(),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), rounds, (quantity, plan) => {
        let state = after(requested(quantity), answered([], quantity));
        let named = 0;
        for (const [index, { size, declined, settled }] of plan.entries()) {
          const names = Array.from(
            { length: Math.min(size, openQuantity(state.orders[0]!)) },
            () => `P-${++named}`,
          );
          if (names.length === 0) continue;
          state = evolveModelOrders(state, fact(allotted(`i${index}`, ...names)));
          if (settled)
            state = evolveModelOrders(
              state,
              fact(finished(`i${index}`, names.slice(declined), names.slice(0, declined))),
            );
        }
        const [order] = state.orders;
        const underWay = order!.allotted.flatMap((one) => one.parcelNames).length;
        expect(order!.filled.length + underWay + order!.cancelled + openQuantity(order!)).toBe(quantity);
        expect(openQuantity(order!)).toBeGreaterThanOrEqual(0);
        expect(withoutClosedOrders(state).orders.length).toBe(
          openQuantity(order!) > 0 || underWay > 0 ? 1 : 0,
        );
      }),
    );
  });
});

test('of a hundred answers and one the oldest is forgotten', () => {
  const finished = Array.from({ length: 101 }, (_, index) => ({
    requestId: `r${index}`,
    bodyHash: null,
    done: [],
    backOrdered: [],
    reached: '1',
  }));
  const kept = withoutClosedOrders({ ...noModelOrders(), finished }).finished;
  expect([kept.length, kept[0]?.requestId, kept.at(-1)?.requestId]).toEqual([100, 'r1', 'r100']);
});
