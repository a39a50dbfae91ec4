import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vendorCost } from './check-price.ts';
import { discountConvention, readDiscount } from './discounts.ts';
import { readDecimal, scaled } from './read-decimals.ts';

test.each([
  ['5000', undefined, 500_000],
  ['$1,234.50', undefined, 123_450],
  ['US$ 99', undefined, 9_900],
  ['1234.565', undefined, 123_457],
  [undefined, '5000', 505_000],
  ['5050', '5000', 505_000],
])('price %j and price per carat %j of 1.01 ct cost %i cents', (vendorPrice, vendorPpc, cents) => {
  expect(vendorCost({ vendorPrice, vendorPpc }, 1010)).toEqual({ cents });
});

test.each([
  // 0.23 ct at 1417.39 is 325.9997: the price rounds it.
  ['326', '1417.39', 230, true],
  ['326.00', '1417.4', 230, true],
  ['326', '1420', 230, true],
  ['326', '1425', 230, false],
  ['5000', '5000', 1010, false],
  ['10000.00', '10000.00', 1000, true],
  ['10000.00', '10000.50', 1000, true],
  ['10000.01', '10001.02', 1000, false],
])(
  'price %s and price per carat %s at %i thousandths of a carat agree: %s',
  (vendorPrice, vendorPpc, weight, agree) => {
    const cost = vendorCost({ vendorPrice, vendorPpc }, weight);
    if (agree) expect(cost).toHaveProperty('cents');
    else
      expect(cost).toMatchObject({
        attribute: 'vendorPpc',
        message: expect.stringContaining('but the price is') as string,
      });
  },
);

test('a price and the price per carat that is made of it always agree, however it was rounded', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 5_000_000 }),
      fc.integer({ min: 180, max: 10_000 }),
      fc.constantFrom(0, 1, 2),
      (priceCents, weight, decimals) => {
        const ppc = ((priceCents / 100 / weight) * 1000).toFixed(decimals);
        fc.pre(Number(ppc) > 0);
        expect(vendorCost({ vendorPrice: (priceCents / 100).toFixed(2), vendorPpc: ppc }, weight)).toEqual({
          cents: priceCents,
        });
      },
    ),
  );
});

test('decimals are read exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      const decimal = readDecimal(`${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
      expect(decimal && scaled(decimal, 2)).toBe(cents);
    }),
  );
  expect(
    ['', '.', '1.2.3', '1 000', '1,00', '12,34,567', 'NaN', '0x10', '1e5', '١٢'].map(readDecimal),
  ).toEqual(Array.from({ length: 10 }, () => null));
});

test.each([
  [['-35', '-0.5'], 'percent'],
  [['-0.35', '-0.2'], 'fraction'],
  [['0', '1', '-1'], null],
  [['-35%', '-0.35'], 'fraction'],
  [[], null],
])('a discount column of %j is written as %s', (column, convention) => {
  expect(discountConvention(column)).toBe(convention);
});

test.each([
  ['-35', 'percent', -350_000],
  ['-35.25', 'percent', -352_500],
  ['-0.35', 'fraction', -350_000],
  ['-35%', null, -350_000],
  ['-0.5 %', 'fraction', -5_000],
  ['0', null, 0],
  ['-0.5', 'percent', null],
  ['-1', 'percent', null],
  ['-0.35', null, null],
  ['below', 'percent', null],
] as const)('discount %j in a column of %s is %s ppm', (text, convention, ppm) => {
  expect(readDiscount(text, convention)).toBe(ppm);
});

test('without a price, the price list less the discount is the cost', () => {
  expect(vendorCost({ discount: -350_000, rapPerCarat: 1_000_000 }, 1500)).toEqual({ cents: 975_000 });
  expect(vendorCost({ discount: null, rapPerCarat: 1_000_000 }, 1500)).toMatchObject({
    attribute: 'vendorDiscount',
    message: expect.stringContaining('unclear') as string,
  });
  expect(vendorCost({ discount: -350_000 }, 1500)).toMatchObject({
    attribute: 'vendorDiscount',
    message: expect.stringContaining('no price for such a stone') as string,
  });
  expect(vendorCost({ discount: -1_000_000, rapPerCarat: 1_000_000 }, 1500)).toMatchObject({
    message: 'leaves no price',
  });
});
