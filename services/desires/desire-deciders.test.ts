import { expect, test } from 'vitest';
import type { DesireEvent, Wanted } from '#contracts/events/index.ts';
import { evolveDesire, type Desire } from '#contracts/lifecycle/index.ts';
import { givenFrom } from '#services/platform/testing/given.ts';
import { cancelDesire } from './cancel-desire.ts';
import { cartDesire } from './cart-desire.ts';
import { changeDesire } from './change-desire.ts';
import { closeDesire } from './close-desire.ts';
import { wantedFrom } from './desire-wire.ts';
import { fulfilDesire } from './fulfil-desire.ts';
import { requestRefusal } from './request-desire.ts';

const AT = '2026-04-11T14:05:00.000Z';
const A = { customerId: 1 };
const B = { customerId: 2 };
const wanted = wantedFrom({ weight: { minimum: 0.9, maximum: 1.1 }, shape: ['RD'], colour: ['F', 'G'] });

const carted: DesireEvent = { type: 'DesireCarted', data: { ...A, spec: wanted, effectiveAt: AT } };
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

const given = givenFrom<Desire | undefined, DesireEvent>(undefined, evolveDesire);
const changeTo = (change: Partial<Wanted>, customer = A) => ({
  ...customer,
  wantedOf: (before: Wanted) => ({ ...before, ...change }),
});
const ended = [given(carted, cancelled), given(carted, requested, closed)];

test('a new desire is carted with what it asks for; repeated nothing happens', () => {
  given()
    .when(cartDesire, { ...A, wanted }, AT)
    .then([carted]);
  given(carted)
    .when(cartDesire, { ...A, wanted }, AT)
    .then([]);
});

test('what a desire asks for can be changed in the cart and while it is open, not after its end', () => {
  for (const desire of [given(carted), given(carted, requested)]) {
    desire
      .when(changeDesire, changeTo({ shape: ['OV'] }), AT)
      .then([{ type: 'DesireChanged', data: { ...A, spec: { ...wanted, shape: ['OV'] }, effectiveAt: AT } }]);
    desire.when(changeDesire, changeTo({}), AT).then([]);
  }
  for (const desire of ended)
    desire.when(changeDesire, changeTo({ shape: [] }), AT).thenRefused({ status: 402, message: 'has ended' });
});

test('a carted desire can be requested, once', () => {
  expect(requestRefusal(given(carted).state, 1)).toBeNull();
  expect(requestRefusal(given(carted, requested).state, 1)).toMatch('sent already');
  expect(requestRefusal(given(carted, cancelled).state, 1)).toMatch('no longer in the cart');
});

test('closing is the return of an open desire: nothing when it is closed, refused once filled and from the cart', () => {
  given(carted, requested).when(closeDesire, A, AT).then([closed]);
  given(carted, requested, closed).when(closeDesire, A, AT).then([]);
  given(carted, requested, fulfilled)
    .when(closeDesire, A, AT)
    .thenRefused({ status: 402, message: 'was filled meanwhile' });
  given(carted).when(closeDesire, A, AT).thenRefused({ status: 402, message: 'take it out of the cart' });
  given(carted, cancelled).when(closeDesire, A, AT).thenRefused({ status: 402 });
});

test('cancelling takes a desire out of the cart: nothing when it is out, refused once it was sent', () => {
  given(carted).when(cancelDesire, A, AT).then([cancelled]);
  given(carted, cancelled).when(cancelDesire, A, AT).then([]);
  given(carted, requested)
    .when(cancelDesire, A, AT)
    .thenRefused({ status: 402, message: 'return it instead' });
  given(carted, requested, closed).when(cancelDesire, A, AT).thenRefused({ status: 402 });
});

test("an open desire is fulfilled by one of the customer's stones", () => {
  const fulfil = (desire: Desire | undefined, parcelName: string, isCustomers: boolean) =>
    fulfilDesire(desire!, { parcelName, isCustomers }, AT);
  given(carted, requested).when(fulfil, 'AR-1', true).then([fulfilled]);
  given(carted, requested).when(fulfil, 'AR-1', false).thenRefused({ status: 402, message: 'Request AR-1' });
  given(carted).when(fulfil, 'AR-1', true).thenRefused({ status: 402, message: 'open' });
  given(carted, requested, fulfilled).when(fulfil, 'AR-1', false).then([]);
  given(carted, requested, fulfilled).when(fulfil, 'AR-2', true).thenRefused({ status: 402 });
});

test("another's desire and one that is not there are refused alike", () => {
  const notFound = {
    status: 402,
    message: 'This request for similar stones was not found. Reload the page.',
  };
  for (const desire of [given(), given(carted)]) {
    desire.when(closeDesire, B, AT).thenRefused(notFound);
    desire.when(cancelDesire, B, AT).thenRefused(notFound);
    desire.when(changeDesire, changeTo({}, B), AT).thenRefused(notFound);
    expect(requestRefusal(desire.state, 2)).toMatch('not found');
  }
});

test('events that cannot follow are no desire', () => {
  expect(() => given(closed)).toThrow('before DesireCarted');
  expect(() => given(carted, carted)).toThrow('in the cart already');
});
