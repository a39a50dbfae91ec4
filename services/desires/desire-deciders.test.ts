import { expect, test } from 'vitest';
import type { DesireEvent, DesireSpec } from '#contracts/events/index.ts';
import { evolveDesire, type Desire } from '#contracts/lifecycle/index.ts';
import { cancelDesire } from './cancel-desire.ts';
import { cartDesire } from './cart-desire.ts';
import { changeDesire } from './change-desire.ts';
import { closeDesire } from './close-desire.ts';
import { specFrom } from './desire-wire.ts';
import { fulfilDesire } from './fulfil-desire.ts';
import { requestRefusal } from './request-desire.ts';

const AT = '2026-04-11T14:05:00.000Z';
const A = { customerId: 1 };
const B = { customerId: 2 };
const spec = specFrom({ weight: { minimum: 0.9, maximum: 1.1 }, shape: ['RD'], colour: ['F', 'G'] });

const carted: DesireEvent = { type: 'DesireCarted', data: { ...A, spec, effectiveAt: AT } };
const requested: DesireEvent = {
  type: 'DesireRequested',
  data: { ...A, instructionId: 'i', effectiveAt: AT },
};
const fulfilled: DesireEvent = {
  type: 'DesireFulfilled',
  data: { ...A, parcelName: 'AR-1', effectiveAt: AT },
};
const closed: DesireEvent = { type: 'DesireClosed', data: { ...A, effectiveAt: AT } };
const cancelled: DesireEvent = { type: 'DesireCancelled', data: { ...A, effectiveAt: AT } };

const given = (...events: DesireEvent[]): Desire | undefined =>
  events.reduce<Desire | undefined>(evolveDesire, undefined);
const wish = (change: Partial<DesireSpec>) => ({
  specOf: (before: DesireSpec) => ({ ...before, ...change }),
});
const types = (events: readonly DesireEvent[]): string[] => events.map(({ type }) => type);

test('a new desire is carted with what it asks for; repeated nothing happens', () => {
  expect(cartDesire(given(), { ...A, spec }, AT)).toEqual([carted]);
  expect(cartDesire(given(carted), { ...A, spec }, AT)).toEqual([]);
});

test('what a desire asks for can be changed in the cart and while it is open, not after its end', () => {
  for (const desire of [given(carted), given(carted, requested)]) {
    expect(changeDesire(desire, { ...A, ...wish({ shape: ['OV'] }) }, AT)).toEqual([
      { type: 'DesireChanged', data: { ...A, spec: { ...spec, shape: ['OV'] }, effectiveAt: AT } },
    ]);
    expect(changeDesire(desire, { ...A, ...wish({}) }, AT)).toEqual([]);
  }
  for (const desire of [given(carted, cancelled), given(carted, requested, closed)]) {
    expect(() => changeDesire(desire, { ...A, ...wish({ shape: [] }) }, AT)).toThrow('has ended');
  }
});

test('a carted desire can be requested, once', () => {
  expect(requestRefusal(given(carted), 1)).toBeNull();
  expect(requestRefusal(given(carted, requested), 1)).toMatch('sent already');
  expect(requestRefusal(given(carted, cancelled), 1)).toMatch('no longer in the cart');
});

test('closing is the return of an open desire: nothing when it is closed, refused from the cart', () => {
  expect(closeDesire(given(carted, requested), A, AT)).toEqual([closed]);
  expect(closeDesire(given(carted, requested, closed), A, AT)).toEqual([]);
  expect(closeDesire(given(carted, requested, fulfilled), A, AT)).toEqual([]);
  expect(() => closeDesire(given(carted), A, AT)).toThrow('take it out of the cart');
  expect(() => closeDesire(given(carted, cancelled), A, AT)).toThrow();
});

test('cancelling takes a desire out of the cart: nothing when it is out, refused once it was sent', () => {
  expect(cancelDesire(given(carted), A, AT)).toEqual([cancelled]);
  expect(cancelDesire(given(carted, cancelled), A, AT)).toEqual([]);
  expect(() => cancelDesire(given(carted, requested), A, AT)).toThrow('return it instead');
  expect(() => cancelDesire(given(carted, requested, closed), A, AT)).toThrow();
});

test("an open desire is fulfilled by one of the customer's stones", () => {
  const open = given(carted, requested)!;
  expect(fulfilDesire(open, { parcelName: 'AR-1', isCustomers: true }, AT)).toEqual([fulfilled]);
  expect(() => fulfilDesire(open, { parcelName: 'AR-1', isCustomers: false }, AT)).toThrow('Request AR-1');
  expect(() => fulfilDesire(given(carted)!, { parcelName: 'AR-1', isCustomers: true }, AT)).toThrow('open');
  const done = given(carted, requested, fulfilled)!;
  expect(fulfilDesire(done, { parcelName: 'AR-1', isCustomers: false }, AT)).toEqual([]);
  expect(() => fulfilDesire(done, { parcelName: 'AR-2', isCustomers: true }, AT)).toThrow();
});

test("another's desire and one that is not there are refused alike", () => {
  for (const desire of [given(), given(carted)]) {
    for (const decide of [
      () => closeDesire(desire, B, AT),
      () => cancelDesire(desire, B, AT),
      () => changeDesire(desire, { ...B, ...wish({}) }, AT),
    ]) {
      expect(decide).toThrow('This request for similar stones was not found. Reload the page.');
    }
    expect(requestRefusal(desire, 2)).toMatch('not found');
  }
});

test('events that cannot follow are no desire', () => {
  expect(() => given(closed)).toThrow('before DesireCarted');
  expect(() => given(carted, carted)).toThrow('in the cart already');
  expect(types([carted, requested])).toEqual(['DesireCarted', 'DesireRequested']);
});
