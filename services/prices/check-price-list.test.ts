import { describe, expect, test } from 'vitest';
import type { NaturalStockRow } from '#projections/parcels/index.ts';
import { checkedWith, cells } from './testing/made-price-lists.ts';
import { refuseMalformed } from './check-price-list.ts';
import { comparePriceLists } from './compare-price-lists.ts';
import { priceList } from './price-list.ts';
import { stockConcerned } from './stock-concerned.ts';

const TODAY = '2026-03-10';

describe('a price list is refused', () => {
  test.each([
    ['without one of the tables', cells().filter(({ table }) => table === 'round'), 'no pear table'],
    [
      'with an incomplete band',
      cells().filter(
        ({ table, fromWeight, colour, clarity }) =>
          !(table === 'pear' && fromWeight === 300 && colour === 'E' && clarity === 'IF'),
      ),
      'The pear band 0.30-0.89 ct has no price of E IF',
    ],
    [
      'with a gap',
      cells().map((row) => (row.fromWeight === 900 ? { ...row, fromWeight: 950 } : row)),
      'The round table has a gap from 0.90 to 0.95 ct.',
    ],
    [
      'with a price in hundreds of dollars',
      cells().map((row) => ({ ...row, centsPerCarat: row.centsPerCarat / 1000 })),
      'give dollars per carat between $10.00 and $2,000,000.00',
    ],
    [
      'with a price in cents',
      cells().map((row) => ({ ...row, centsPerCarat: row.centsPerCarat * 1000 })),
      'has a price of $10,000,000.00 a carat',
    ],
  ])('%s', (_, rows, message) => {
    expect(() => refuseMalformed(checkedWith(rows).list)).toThrow(message);
  });

  test('never for the order of its rows, nor for bands that are one hundredth apart', () => {
    expect(() => refuseMalformed(checkedWith(cells()).list)).not.toThrow();
    expect(() => refuseMalformed(checkedWith(cells().reverse()).list)).not.toThrow();
  });
});

test('the stones that a price concerns are of its table and grades, flawless ones among the internally flawless', () => {
  // Given a stock of five lots.
  const lot = (stones: number, more: Partial<NaturalStockRow> = {}): NaturalStockRow => ({
    round: true,
    weight: 890,
    colour: 'D',
    clarity: 'IF',
    stones,
    cents: stones * 100,
    ...more,
  });
  const stock = [
    lot(1),
    lot(2, { clarity: 'FL' }),
    lot(4, { weight: 900 }),
    lot(8, { round: false }),
    lot(16, { weight: 6_000 }),
  ];
  // When a list doubles every price, then each lot stands at the price it takes, the heaviest at none.
  const before = priceList('2026-03-01', cells());
  const concerned = stockConcerned(comparePriceLists(before, priceList('2026-03-06', cells(2))), stock);
  expect(
    concerned.flatMap(({ difference: { table, fromWeight, colour, clarity }, stones, cents }) =>
      stones === 0 ? [] : [[table, fromWeight, colour, clarity, stones, cents]],
    ),
  ).toEqual([
    ['round', 300, 'D', 'IF', 3, 300],
    ['round', 900, 'D', 'IF', 4, 400],
    ['pear', 300, 'D', 'IF', 8, 800],
  ]);
});

describe('a price list needs a yes', () => {
  const asked = (...args: Parameters<typeof checkedWith>) =>
    checkedWith(...args).questions.map(({ reason, count, message }) => [reason, count, message]);
  const before = { rows: cells(), date: '2026-03-01' };

  test('for nothing when it only moves a little, or is the first', () => {
    expect(asked(cells(1.25), { before, today: TODAY })).toEqual([]);
    expect(asked(cells(), { today: TODAY })).toEqual([]);
  });

  test('for prices that move by more than 25 %', () => {
    const moved = cells().map((row, index) => (index === 0 ? { ...row, centsPerCarat: 2_000_000 } : row));
    expect(asked(moved, { before, today: TODAY })).toEqual([
      [
        'PRICES_MOVED',
        1,
        'Prices move by more than 25 %: round 0.30-0.89 ct D IF goes from $10,000.00 to $20,000.00.',
      ],
    ]);
  });

  test('for prices that are gone, counted by parts of bands that are cut again', () => {
    const shorter = cells().filter(({ fromWeight }) => fromWeight !== 900);
    expect(asked(shorter, { before, today: TODAY })).toEqual([
      ['PRICES_GONE', 8, expect.stringContaining('round 0.90-5.99 ct D IF, now $20,000.00, and 7 more.')],
    ]);
    const cut = cells().flatMap((row) =>
      row.fromWeight === 300
        ? [
            { ...row, toWeight: 500 },
            { ...row, fromWeight: 500 },
          ]
        : [row],
    );
    expect(asked(cut, { before, today: TODAY })).toEqual([]);
  });

  test('for a better grade that is cheaper', () => {
    const crossed = cells().map((row, index) => (index === 0 ? { ...row, centsPerCarat: 850_000 } : row));
    expect(asked(crossed, { before, today: TODAY })).toEqual([
      [
        'BETTER_IS_CHEAPER',
        2,
        expect.stringContaining('round 0.30-0.89 ct D IF at $8,500.00, E IF at $9,000.00, and 1 more.'),
      ],
    ]);
    const equal = cells().map((row, index) => (index === 0 ? { ...row, centsPerCarat: 900_000 } : row));
    expect(asked(equal, { before, today: TODAY })).toEqual([]);
  });

  test('for a hole above 5 ct', () => {
    const large = cells().flatMap((row) =>
      row.fromWeight === 900 ? [row, { ...row, fromWeight: 10_000, toWeight: 11_000 }] : [row],
    );
    expect(() => refuseMalformed(checkedWith(large).list)).not.toThrow();
    expect(asked(large, { today: TODAY })).toEqual([
      ['HOLE_ABOVE_FIVE_CARATS', 2, 'Weights above 5 ct have no price: round, 6.00 to 10.00 ct, and 1 more.'],
    ]);
    const fromFive = large.map((row) => (row.fromWeight === 900 ? { ...row, toWeight: 5_000 } : row));
    expect(() => refuseMalformed(checkedWith(fromFive).list)).not.toThrow();
    expect(asked(fromFive, { today: TODAY })).toMatchObject([
      ['HOLE_ABOVE_FIVE_CARATS', 2, expect.anything()],
    ]);
  });

  test('for an older date, and for a day to come', () => {
    expect(asked(cells(), { before, today: TODAY, date: '2026-02-01' })).toEqual([
      ['OLDER', 1, expect.stringContaining('2026-02-01, before 2026-03-01')],
    ]);
    expect(asked(cells(), { before, today: TODAY, date: '2099-01-01' })).toEqual([
      ['FUTURE', 1, expect.stringContaining('2099-01-01')],
    ]);
    expect(asked(cells(), { before, today: TODAY, date: TODAY })).toEqual([]);
    expect(asked(cells(), { before, today: TODAY, date: before.date })).toEqual([]);
  });
});
