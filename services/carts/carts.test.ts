import { test } from 'vitest';
import { evolveCart, type Cart } from '#contracts/cart/cart.ts';
import type { CartEvent } from '#contracts/events/index.ts';
import { givenFrom } from '#services/platform/testing/given.ts';
import { decideCartStones } from './cart-stones.ts';
import { decideUncartStones } from './uncart-stones.ts';

const AT = '2026-04-11T14:05:00.000Z';

const given = givenFrom<Cart, CartEvent>([], evolveCart);
const customerId = 7;
const carted = (...parcelNames: string[]): CartEvent => ({
  type: 'StonesCarted',
  data: { customerId, line: 'natural', parcelNames, effectiveAt: AT },
});
const uncarted = (...parcelNames: string[]): CartEvent => ({
  type: 'StonesUncarted',
  data: { customerId, parcelNames, effectiveAt: AT },
});
const put = (...parcelNames: string[]) => ({ customerId, line: 'natural' as const, parcelNames });
const take = (...parcelNames: string[]) => ({ customerId, parcelNames });

test('stones are put into the cart; those in it stay, and nothing is recorded when all are', () => {
  given()
    .when(decideCartStones, put('A', 'B'), AT)
    .then([carted('A', 'B')]);
  given(carted('A'))
    .when(decideCartStones, put('A', 'B'), AT)
    .then([carted('B')]);
  given(carted('A', 'B')).when(decideCartStones, put('B', 'A'), AT).then([]);
});

test('stones are taken out of the cart; those not in it are ignored', () => {
  given(carted('A', 'B'))
    .when(decideUncartStones, take('B', 'C'), AT)
    .then([uncarted('B')]);
  given(carted('A')).when(decideUncartStones, take('C'), AT).then([]);
  given().when(decideUncartStones, take('A'), AT).then([]);
});

test('a stone that was taken out can be put back', () => {
  given(carted('A'), uncarted('A'))
    .when(decideCartStones, put('A'), AT)
    .then([carted('A')]);
});
