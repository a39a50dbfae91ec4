import { describe, expect, it } from 'vitest';
import { cardsOf, priceOfPieces } from './order.ts';

describe('Ordered pieces of a model', () => {
  it('count in the inventory as far as they are on hand', () => {
    const model = {
      name: 'A',
      total: 100,
      pieceTotals: [100],
      availableQuantity: 1,
      availableTotalQty: 2,
      additionalQuantity: 1,
    };
    const models = [{ ...model, labGrown: false, hide: false }];
    expect(cardsOf({ A: 3, gone: 2 }, models)).toMatchObject([
      { key: 'A', quantity: 3, onHand: 1, beyond: true, total: 300, onHandTotal: 100 },
    ]);
  });
  it.each([
    ['as many as are on hand: each its own', [1000, 1500], 2, 2500],
    ['fewer: those listed first', [1000, 1500], 1, 1000],
    ['more: each that waits as the first', [1000, 1500], 4, 4500],
    ['none', [1000, 1500], 0, 0],
    ['one of them without a price: none for all', [1000, null], 2, undefined],
  ])('cost what their pieces cost: %s', (_, pieceTotals, pieces, dollars) =>
    expect(priceOfPieces({ total: 1000, pieceTotals }, pieces)).toBe(dollars),
  );
  it('have no price where prices are hidden', () =>
    expect([0, 1].map((pieces) => priceOfPieces({}, pieces))).toEqual([undefined, undefined]));
  it('of which nothing is on hand cost their own price', () =>
    expect(priceOfPieces({ total: 0.1 }, 3)).toBe(0.3));
});
