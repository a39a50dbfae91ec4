import { expect, test } from 'vitest';
import { retailPrice, shownPrices, type PricedStone, type PriceView } from './price-view.ts';

const stone: PricedStone = {
  line: 'natural',
  weight: 1510,
  lab: 'GIA',
  shapeCode: 'RD',
  colour: 'D',
  clarity: 'VVS1',
};
const wholesale: PriceView = { mode: 'WHOLESALE', giaRoundDiscountPpm: 0, retailMarkups: [] };
const rap = () => 1_908_000;
const loose = {
  minWeight: null,
  maxWeight: null,
  minValueCents: null,
  maxValueCents: null,
  productTypes: ['LOOSE' as const],
  markupPpm: 500_000,
};

test('WHOLESALE sees total, price per carat, Rap and the distance from it: negative is below list', () => {
  expect(shownPrices(wholesale, stone, 1_987_040, rap)).toEqual({
    total: 19_870.4,
    ppc: 13_159.21,
    displayRap: 19_080,
    displayRapPercent: -31.031,
  });
});

test.each(['labGrown', 'fancyColour', 'jewellery'] as const)('there is no Rap for %s', (line) => {
  expect(shownPrices(wholesale, { ...stone, line }, 100_000, rap)).toEqual({ total: 1000, ppc: 662.25 });
});

test('a stone that the price list does not know has no Rap', () => {
  expect(shownPrices(wholesale, stone, 100_000, () => undefined)).toEqual({ total: 1000, ppc: 662.25 });
});

test('NONE sees no price at all', () => {
  expect(shownPrices({ ...wholesale, mode: 'NONE' }, stone, 1_987_040, rap)).toEqual({});
});

test('RETAIL sees the price of the first markup row that matches type and range, and no Rap', () => {
  const retailMarkups = [
    { ...loose, type: 'weight' as const, minWeight: 2000, markupPpm: 900_000 },
    { ...loose, type: 'value' as const, maxValueCents: 200_000, markupPpm: 1_000_000 },
    { ...loose, type: 'value' as const },
  ];
  const view: PriceView = { ...wholesale, mode: 'RETAIL', retailMarkups };
  expect(shownPrices(view, stone, 100_000, rap)).toEqual({ total: 2000, ppc: 1324.5 });
  expect(shownPrices(view, stone, 1_000_000, rap)).toEqual({ total: 15_000, ppc: 9933.77 });
  expect(retailPrice(retailMarkups, { ...stone, weight: 2000 }, 1_000_000)).toBe(1_900_000);
});

test('a weight row up to 1.99 ct holds until the next hundredth, one up to 1.995 ct as written', () => {
  const upTo = (weight: number, maxWeight: number) =>
    retailPrice(
      [
        { ...loose, type: 'weight', minWeight: 1000, maxWeight, markupPpm: 800_000 },
        { ...loose, type: 'weight', minWeight: 2000, maxWeight: 2990, markupPpm: 900_000 },
      ],
      { ...stone, weight },
      100_000,
    );
  expect([1990, 1995, 1999, 2000, 2999, 3000].map((weight) => upTo(weight, 1990))).toEqual([
    180_000,
    180_000,
    180_000,
    190_000,
    190_000,
    null,
  ]);
  expect([1995, 1996].map((weight) => upTo(weight, 1995))).toEqual([180_000, null]);
});

test('RETAIL without a matching row sees no price', () => {
  const view: PriceView = {
    ...wholesale,
    mode: 'RETAIL',
    retailMarkups: [{ ...loose, type: 'value', productTypes: ['LAB_GROWN'] }],
  };
  expect(shownPrices(view, stone, 100_000, rap)).toEqual({});
});
