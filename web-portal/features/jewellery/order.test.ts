import { describe, expect, it, vi } from 'vitest';
import { cardsBeside, cardsOf, priceOfPieces, withoutNamed } from './order.ts';

const model = {
  name: 'A',
  total: 100,
  pieceTotals: [100],
  availableQuantity: 1,
  availableTotalQty: 2,
  additionalQuantity: 1,
  labGrown: false,
  hide: false,
};

describe('Ordered pieces of a model', () => {
  it('count in the inventory as far as they are on hand', () => {
    expect(cardsOf({ A: 3, gone: 2 }, [model])).toMatchObject([
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

describe('Pieces that a request names beside models (product: Confirm request)', () => {
  const named = (more: object) => ({ line: 'jewellery', status: 'AVAILABLE', ...more }) as const;
  const three = { ...model, pieceTotals: [100, 90, 100], availableQuantity: 3, availableTotalQty: 4 };
  it('are taken from the model, whatever the case and spacing of its name', () => {
    expect(withoutNamed([three], [named({ model: ' a ', total: 100 })])).toMatchObject([
      { pieceTotals: [90, 100], total: 90, availableQuantity: 2, availableTotalQty: 3 },
    ]);
    expect(withoutNamed([model], [named({ model: 'A', total: 100 })])).toMatchObject([
      { pieceTotals: [], total: 100, availableQuantity: 0, availableTotalQty: 1 },
    ]);
  });
  it.each([
    ['of another model', named({ model: 'B', total: 100 })],
    ['that others have taken', named({ model: 'A', total: 100, status: 'NOT_AVAILABLE' })],
    ['of another line', named({ model: 'A', total: 100, line: 'natural' })],
  ])('leave it as it is: %s', (_, row) => expect(withoutNamed([three], [row])).toEqual([three]));
  it('leave a model as it is that has none left', () => {
    const none = { ...model, pieceTotals: [], availableQuantity: 0, availableTotalQty: 1 };
    expect(withoutNamed([none], [named({ model: 'A', total: 100 })])).toEqual([none]);
  });
  it('given many models, each carted piece is read once, and only what is ordered is a card', () => {
    const read = vi.fn(() => 'A');
    const row = named({ total: 100 });
    Object.defineProperty(row, 'model', { get: read });
    const models = [three, ...['B', 'C', 'D'].map((name) => ({ ...model, name }))];
    expect(cardsBeside({ A: 3 }, models, [row])).toMatchObject([
      { key: 'A', quantity: 3, onHand: 2, onHandTotal: 190 },
    ]);
    expect(read).toHaveBeenCalledOnce();
  });
  it('without a price, are counted all the same', () => {
    const { total: _total, pieceTotals: _totals, ...hidden } = model;
    expect(withoutNamed([hidden], [named({ model: 'A' })])).toEqual([
      { ...hidden, availableQuantity: 0, availableTotalQty: 1 },
    ]);
    expect(withoutNamed([{ ...three, pieceTotals: [null, 90, 100] }], [named({ model: 'A' })])).toMatchObject(
      [{ pieceTotals: [90, 100], availableQuantity: 2 }],
    );
  });
});
