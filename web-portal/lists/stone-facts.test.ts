import { describe, expect, it } from 'vitest';
import { madeStones } from '../testing/made-stones.ts';
import { inRequestOrder } from './confirm-request/request-order.ts';
import { describeSelection, pricedOf, shapeNameOf, totalOf } from './stone-facts.ts';

const [stone, ...others] = madeStones(6);

describe('The confirm-request dialog', () => {
  it('sorts by virtual status, then weight, then total', () => {
    const of = (parcelName: string, virtual: boolean, weight: number, total: number) => ({
      ...stone!,
      parcelName,
      virtual,
      weight,
      total,
    });
    const stones = [
      of('virtual', true, 0.1, 1),
      of('heavy', false, 2, 1),
      of('dear', false, 1, 9),
      of('cheap', false, 1, 2),
    ];
    expect(inRequestOrder(stones).map(({ parcelName }) => parcelName)).toEqual([
      'cheap',
      'dear',
      'heavy',
      'virtual',
    ]);
  });
});

it("A shape is shown in the server's words", () => {
  expect(shapeNameOf({ shapeCode: 'RD', shapeName: 'Brilliant' })).toBe('Brilliant');
  expect(shapeNameOf({ shapeCode: 'RD' })).toBe('RD');
});

it('Totals are summed to the cent, and there is none where prices are hidden', () => {
  expect(totalOf([{ total: 0.1 }, { total: 0.2 }])).toBe(0.3);
  expect(totalOf([{}, {}])).toBeUndefined();
});

it('A selection reads count, weights and total', () => {
  expect(
    describeSelection([
      { ...stone!, weight: 1.5, total: 15229.5 },
      { ...others[0]!, weight: 1.71, total: 17408.11 },
    ]),
  ).toBe('2 selected, 1.50–1.71 ct, $32,637.61');
});

it('A total says of how many it is where some have no price; requests for similar stones have a range instead', () => {
  const rows = [
    { ...stone!, weight: 1.5, total: 100 },
    { ...others[0]!, weight: 1.5, total: undefined },
    { ...others[0]!, weight: 1.5, total: undefined, virtual: true },
  ];
  expect(describeSelection(rows)).toBe('3 selected, 1.50 ct, $100.00 for 1 of 2');
  expect(pricedOf([{ total: 5, quantity: 2 }, { quantity: 3 }])).toBe(' for 2 of 5');
  expect(pricedOf([{ total: 5 }, { virtual: true }])).toBe('');
  expect(pricedOf([{}, {}])).toBe('');
});
