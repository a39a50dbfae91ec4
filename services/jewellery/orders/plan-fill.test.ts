import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planFill, type OfferedPiece, type WaitingOrder } from './plan-fill.ts';

const order = (orderId: string, customerId: number, open: number, fm = true): WaitingOrder => ({
  orderId,
  customerId,
  open,
  fm,
  placedPosition: 10,
});
const piece = (parcelName: string, priceCents = 100, fm = false): OfferedPiece => ({
  parcelName,
  priceCents,
  fm,
  givenBack: new Map(),
});
const unlimited = new Map<number, number | null>();
const shown = (matches: ReturnType<typeof planFill>): string[] =>
  matches.map(({ orderId, parcelName }) => `${orderId} ${parcelName}`);

describe('back orders are filled', () => {
  test('first come first served, with the oldest pieces', () => {
    const plan = planFill(
      [order('a', 1, 1), order('b', 2, 2)],
      [piece('old'), piece('mid'), piece('new')],
      unlimited,
    );
    expect(shown(plan)).toEqual(['a old', 'b mid', 'b new']);
  });

  test('as far as there are pieces, never with more than was asked for', () => {
    expect(shown(planFill([order('a', 1, 2)], [piece('p'), piece('q'), piece('r')], unlimited))).toEqual([
      'a p',
      'a q',
    ]);
    expect(shown(planFill([order('a', 1, 2), order('b', 2, 1)], [piece('p')], unlimited))).toEqual(['a p']);
  });

  test('within the room that the customer has, for all its orders together; who has none is passed over', () => {
    const rooms = new Map([
      [1, 150],
      [2, null],
    ]);
    const waiting = [order('a', 1, 1), order('a2', 1, 1), order('b', 2, 1)];
    expect(shown(planFill(waiting, [piece('p'), piece('q')], rooms))).toEqual(['a p', 'b q']);
    expect(shown(planFill([order('a', 1, 1)], [piece('dear', 200), piece('fits', 150)], rooms))).toEqual([
      'a fits',
    ]);
  });

  test('with FM pieces only where they are open', () => {
    expect(
      shown(planFill([order('a', 1, 1, false), order('b', 2, 1)], [piece('fm', 1, true)], unlimited)),
    ).toEqual(['b fm']);
  });

  test('not with what the customer gave back since it ordered; what it gave back before may come again', () => {
    const back = (parcelName: string, position: number): OfferedPiece => ({
      ...piece(parcelName),
      givenBack: new Map([[1, position]]),
    });
    expect(shown(planFill([order('a', 1, 1), order('b', 2, 1)], [back('p', 11)], unlimited))).toEqual([
      'b p',
    ]);
    expect(shown(planFill([order('a', 1, 1)], [back('p', 11), piece('q')], unlimited))).toEqual(['a q']);
    expect(shown(planFill([order('a', 1, 1)], [back('p', 9)], unlimited))).toEqual(['a p']);
  });

  test('not with what was tried', () => {
    const tried = (orderId: string, name: string): boolean => orderId === 'a' && name === 'p';
    expect(
      shown(planFill([order('a', 1, 1), order('b', 2, 1)], [piece('p'), piece('q')], unlimited, tried)),
    ).toEqual(['a q', 'b p']);
  });
});

describe('whatever waits and whatever is there', () => {
  const customers = [1, 2, 3];
  const cases = fc.record({
    orders: fc.array(
      fc.record({ customerId: fc.constantFrom(...customers), open: fc.integer({ min: 0, max: 4 }) }),
      { maxLength: 8 },
    ),
    fm: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    pieces: fc.array(
      fc.record({
        priceCents: fc.integer({ min: 1, max: 300 }),
        fm: fc.boolean(),
        givenBack: fc.array(fc.tuple(fc.constantFrom(...customers), fc.nat({ max: 80 })), { maxLength: 2 }),
      }),
      { maxLength: 12 },
    ),
    rooms: fc.array(fc.option(fc.integer({ min: -50, max: 700 })), { minLength: 3, maxLength: 3 }),
  });

  const planned = (given: typeof cases extends fc.Arbitrary<infer Case> ? Case : never) => {
    const waiting = given.orders.map((row, index) => ({
      orderId: `o${index}`,
      ...row,
      fm: given.fm[row.customerId - 1]!,
      placedPosition: 10 * index,
    }));
    const pieces = given.pieces.map((row, index) => ({
      ...row,
      parcelName: `p${index}`,
      givenBack: new Map(row.givenBack),
    }));
    const rooms = new Map(customers.map((id) => [id, given.rooms[id - 1] ?? null]));
    return { waiting, pieces, rooms, plan: planFill(waiting, pieces, rooms) };
  };
  const priceOf = (pieces: readonly OfferedPiece[], name: string): number =>
    pieces.find((one) => one.parcelName === name)!.priceCents;

  test('no customer gets more than asked for, no piece goes twice, no customer goes over its room', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { waiting, pieces, rooms, plan } = planned(given);
        for (const { orderId, open, customerId, placedPosition } of waiting) {
          const own = plan.filter((match) => match.orderId === orderId);
          expect(own.length).toBeLessThanOrEqual(open);
          for (const { parcelName } of own) {
            const { givenBack } = pieces.find((one) => one.parcelName === parcelName)!;
            expect(givenBack.get(customerId) ?? 0).toBeLessThanOrEqual(placedPosition);
          }
        }
        expect(new Set(plan.map((match) => match.parcelName)).size).toBe(plan.length);
        for (const [customerId, room] of rooms) {
          const taken = plan
            .filter((match) => match.customerId === customerId)
            .reduce((sum, match) => sum + priceOf(pieces, match.parcelName), 0);
          if (room !== null && taken > 0) expect(taken).toBeLessThanOrEqual(room);
        }
      }),
    );
  });

  test('first come first served: no later order has a piece that an earlier one still lacks and could have had', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { waiting, pieces, rooms, plan } = planned(given);
        const left = new Map(rooms);
        for (const [index, one] of waiting.entries()) {
          const own = plan.filter((match) => match.orderId === one.orderId);
          for (const match of own) {
            const room = left.get(one.customerId) ?? null;
            if (room !== null) left.set(one.customerId, room - priceOf(pieces, match.parcelName));
          }
          if (own.length >= one.open) continue;
          const goneBefore = new Set(
            plan
              .filter((match) => waiting.findIndex(({ orderId }) => orderId === match.orderId) <= index)
              .map((match) => match.parcelName),
          );
          const room = left.get(one.customerId) ?? null;
          const couldHave = pieces.filter(
            (candidate) =>
              !goneBefore.has(candidate.parcelName) &&
              (one.fm || !candidate.fm) &&
              (candidate.givenBack.get(one.customerId) ?? 0) <= one.placedPosition &&
              (room === null || candidate.priceCents <= room),
          );
          // What is left, or went to someone later, was not open to this order.
          expect(couldHave).toEqual([]);
        }
      }),
    );
  });

  test('who comes later changes nothing for who came before', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const all = planned(given);
        const fewer = planFill(all.waiting.slice(0, -1), all.pieces, all.rooms);
        const last = all.waiting.at(-1)?.orderId;
        expect(fewer).toEqual(all.plan.filter((match) => match.orderId !== last));
      }),
    );
  });
});
