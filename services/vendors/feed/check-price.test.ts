import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vendorCost, type PrintedAs, type QuotedPrice } from './check-price.ts';
import { readDecimal, scaled } from './read-decimals.ts';

/** The cost of a stone whose weight is exact. */
const costOf = (quoted: QuotedPrice, milliCarats: number, as: Partial<PrintedAs> = {}) =>
  vendorCost(quoted, milliCarats, { decimalSign: 'POINT', typed: new Set(), weightPrecision: 0, ...as });

test.each([
  ['5000', undefined, 500_000],
  ['$1,234.50', undefined, 123_450],
  ['US$ 99', undefined, 9_900],
  ['1234.5651', undefined, 123_457],
  [undefined, '5000', 505_000],
  ['5050', '5000', 505_000],
])('price %j and price per carat %j of 1.01 ct cost %i cents', (vendorPrice, vendorPpc, cents) => {
  expect(costOf({ vendorPrice, vendorPpc }, 1010)).toEqual({ cents });
});

test.each([
  // 0.23 ct at 1417.39 is 325.9997: the price rounds it.
  ['326', '1417.39', 230, true],
  ['326.00', '1417.4', 230, true],
  ['326', '1420', 230, true],
  ['326', '1425', 230, false],
  ['5000', '5000', 1010, false],
  ['10000.00', '10000.00', 1000, true],
  ['10000', '10000.50', 1000, true],
  // Half a dollar of each is all that they hide.
  ['10000', '10001', 1000, true],
  ['10000', '10002', 1000, false],
  // What is printed as .00 is known to the cent.
  ['10000.00', '10000.50', 1000, false],
  ['10000.01', '10001.02', 1000, false],
])(
  'price %s and price per carat %s at %i thousandths of a carat agree: %s',
  (vendorPrice, vendorPpc, weight, agree) => {
    const cost = costOf({ vendorPrice, vendorPpc }, weight);
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
        expect(costOf({ vendorPrice: (priceCents / 100).toFixed(2), vendorPpc: ppc }, weight)).toEqual({
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
    ['', '.', '1.2.3', '1 00', '1,00', '12,34,567', 'NaN', '0x10', '1e5', '١٢'].map((text) =>
      readDecimal(text),
    ),
  ).toEqual(Array.from({ length: 10 }, () => null));
});

test.each([
  ['1.234,50', 'COMMA', '1234,5'],
  ["1'234.50", 'POINT', '1234.5'],
  ['1 234,50', 'COMMA', '1234,5'],
  ['0,750', 'COMMA', '0,75'],
  ['12.500', 'COMMA', '12500'],
] as const)('%j with the decimal sign %s is %s', (text, sign, plain) => {
  const { printed: _, ...read } = readDecimal(text, sign)!;
  expect(readDecimal(plain, sign)).toMatchObject(read);
});

test.each([
  ['12.500', 'POINT', /three decimals/],
  ['0,750', 'POINT', /not an amount in dollars above 0, like 1234\.50/],
  ['1.234,50', 'POINT', /not an amount/],
  ['1,234.50', 'COMMA', /not an amount in dollars above 0, like 1234,50/],
  ['12,500', 'COMMA', /three decimals/],
] as const)(
  'the price %j in a file with the decimal sign %s is refused',
  (vendorPrice, decimalSign, message) => {
    expect(costOf({ vendorPrice }, 1000, { decimalSign })).toMatchObject({
      attribute: 'vendorPrice',
      message: expect.stringMatching(message) as string,
    });
  },
);

test('a number of a workbook has no sign to be mistaken', () => {
  const typed = new Set(['vendorPrice'] as const);
  expect(costOf({ vendorPrice: '12.125' }, 1000, { decimalSign: 'COMMA', typed })).toEqual({ cents: 1213 });
});

test('a weight that is printed to hundredths hides half a hundredth', () => {
  // 1.005 ct at 10,000 is 10,050; 1.01 ct is what is printed.
  const quoted = { vendorPrice: '10050.00', vendorPpc: '10000.00' };
  expect(costOf(quoted, 1010)).toHaveProperty('message');
  expect(costOf(quoted, 1010, { weightPrecision: 10 })).toEqual({ cents: 1_005_000 });
  // Half a hundredth at 9,045.70 is 45.23, and the price and the price per carat hide half a cent each.
  const apart = { vendorPrice: '9000.00', vendorPpc: '9045.70' };
  expect(costOf(apart, 1000, { weightPrecision: 10 })).toHaveProperty('message');
  expect(costOf({ ...apart, vendorPpc: '9045.20' }, 1000, { weightPrecision: 10 })).toEqual({
    cents: 900_000,
  });
});

test('without a price, the price list less the discount is the cost', () => {
  expect(costOf({ discount: { ppm: -350_000 }, rapPerCarat: 1_000_000 }, 1500)).toEqual({
    cents: 975_000,
    byList: true,
  });
  expect(costOf({ discount: { unclear: 'is unclear' }, rapPerCarat: 1_000_000 }, 1500)).toMatchObject({
    attribute: 'vendorDiscount',
    message: expect.stringContaining('unclear') as string,
  });
  expect(costOf({ discount: { ppm: -350_000 } }, 1500)).toMatchObject({
    attribute: 'vendorDiscount',
    message: expect.stringContaining('no price for such a stone') as string,
  });
  expect(costOf({ discount: { ppm: -1_000_000 }, rapPerCarat: 1_000_000 }, 1500)).toMatchObject({
    message: 'leaves no price',
  });
});
