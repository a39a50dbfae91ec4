import { describe, expect, test } from 'vitest';
import type { StockBody } from '#contracts/reassortment/customer-stone.ts';
import type { CellValue } from '#services/platform/workbooks/index.ts';
import { sheetOf } from '../ideal/testing/sheets.ts';
import { learnWords } from './learn-words.ts';
import { mendRows, readStock } from './read-stock.ts';
import type { StockWords } from './stock-words.ts';

const WORDS: StockWords = {
  columnMaps: [
    { columnHeader: 'SKU', customerStoneProperty: 'customerStoneId' },
    { columnHeader: 'Wgt.', customerStoneProperty: 'weight' },
    { columnHeader: 'Branch', customerStoneProperty: 'storeName' },
  ],
  valueMaps: [
    { customerStoneProperty: 'shape', inputValue: 'Brill.', outputValue: 'RD' },
    { customerStoneProperty: 'storeName', inputValue: 'HQ', outputValue: 'Main Street' },
    { customerStoneProperty: 'status', inputValue: 'S', outputValue: 'sold' },
  ],
  stores: [
    { storeId: '1', storeName: 'Main Street' },
    { storeId: '2', storeName: 'Harbour' },
  ],
  attributes: ['shape', 'weight', 'colour', 'cut'],
};
const HEAD = ['sku ', 'SHAPE', 'wgt.', 'Colour', 'Cut', 'branch', 'Quantity', 'Status', 'soldDate', 'Price'];
const GOOD = ['J-1', 'brill. ', 0.31, 'd', null, 'hq', 2, 'in stock', null, '$1,234.50'];
const sheets = (...rows: CellValue[][]) => [sheetOf('Stock', [['Stock of today'], HEAD, ...rows])];
const read = (...rows: CellValue[][]): StockBody => readStock(sheets(...rows), WORDS);
const problemsOf = (stock: StockBody): [row: number, property: string, message: string][] =>
  stock.unreadable.flatMap(({ row, problems }) =>
    problems.map(({ property, message }): [number, string, string] => [row, property, message]),
  );

describe('current stock (rule: Units and additions; rule: Maps)', () => {
  test('heads and values go by the maps, else by their own names; n pieces stay one row', () => {
    expect(read(GOOD)).toEqual({
      stones: [
        {
          row: 3,
          customerStoneId: 'J-1',
          storeId: '1',
          quantity: 2,
          stone: { shape: 'RD', weight: 310, colour: 'D' },
          priceCents: 123_450,
          retailPriceCents: null,
          status: 'in stock',
          soldDate: null,
          values: {
            customerStoneId: 'J-1',
            shape: 'brill.',
            weight: '0.31',
            colour: 'd',
            storeName: 'hq',
            quantity: '2',
            status: 'in stock',
            price: '$1,234.50',
          },
        },
      ],
      unreadable: [],
    });
  });

  test('dates are days in UTC, a status goes by its map, and what is sold needs no gradings', () => {
    const sold = new Date('2026-04-11T00:00:00.000Z');
    const { stones } = read(
      ['J-1', null, null, null, null, 'Harbour', 1, 's', null, null],
      ['J-2', null, null, null, null, 'harbour', 1, null, sold, null],
    );
    expect(stones.map(({ status, soldDate }) => [status, soldDate])).toEqual([
      ['sold', null],
      [null, '2026-04-11'],
    ]);
  });

  test('stock on several sheets is refused; a sheet of something else is passed over', () => {
    const [stock] = sheets(GOOD);
    const harbour = sheetOf('Harbour', [HEAD, GOOD.with(0, 'J-2')]);
    expect(() => readStock([stock!, harbour], WORDS)).toThrow(
      'The stock is on several sheets (Stock, Harbour): put all of its rows on one sheet.',
    );
    const others = [
      sheetOf('Notes', [
        ['SKU', 'Remark'],
        ['J-2', 'sold'],
      ]),
      sheetOf('Empty', [HEAD, [null]]),
    ];
    expect(readStock([stock!, ...others], WORDS).stones).toHaveLength(1);
  });

  test('each row that cannot be read is listed with its row, column and reason', () => {
    const stock = read(['J-1', 'Blob', 'heavy', null, 'X', 'Mall', 1.5, null, '4/11/26', 'much'], GOOD, [
      null,
      'RD',
      0.3,
      'D',
      null,
      'Harbour',
      null,
      null,
      null,
      null,
    ]);
    expect(stock.stones.map(({ row }) => row)).toEqual([4]);
    expect(problemsOf(stock)).toEqual(
      [
        [3, 'storeName', '"Mall" is not one of the customer\'s stores'],
        [3, 'quantity', '"1.5" is not a whole number of pieces up to 999,999'],
        [3, 'soldDate', '"4/11/26" is no date: write it like 2026-04-11'],
        [3, 'shape', '"Blob" is not on the list of shape, and has no value map'],
        [3, 'weight', '"heavy" is no weight in carats, with at most three decimals'],
        [3, 'colour', 'is empty'],
        [3, 'cut', '"X" is not on the list of cut, and has no value map'],
        [3, 'price', '"much" is no amount of dollars'],
        [5, 'customerStoneId', 'is empty'],
        [5, 'quantity', 'is empty'],
      ].toSorted((a, b) => Number(a[0]) - Number(b[0])),
    );
  });

  test('given an unknown id and an unknown name of a store, when the row is read, then both are named', () => {
    const file = [
      sheetOf('', [
        ['SKU', 'storeId', 'storeName', 'shape'],
        ['J-1', '7', 'Mall', 'Round'],
      ]),
    ];
    expect(problemsOf(readStock(file, { ...WORDS, attributes: ['shape'] }))).toEqual([
      [2, 'storeId', '"7" is not one of the customer\'s stores'],
      [2, 'storeName', '"Mall" is not one of the customer\'s stores'],
    ]);
  });

  test('stones with the same id are not taken; mending one of them takes both', () => {
    const doubled = read(GOOD, GOOD);
    expect(doubled.stones).toEqual([]);
    expect(problemsOf(doubled)[0]).toEqual([
      3,
      'customerStoneId',
      '"J-1" is in row 4 too: give each stone an id of its own',
    ]);
    const { stock: mended } = mendRows(doubled, [{ row: 4, values: { customerStoneId: 'J-2' } }], WORDS);
    expect(mended.unreadable).toEqual([]);
    expect(mended.stones.map(({ row, customerStoneId }) => [row, customerStoneId])).toEqual([
      [3, 'J-1'],
      [4, 'J-2'],
    ]);
  });

  test('a row that is read again goes through the value maps once', () => {
    const chained: StockWords = {
      ...WORDS,
      valueMaps: [
        { customerStoneProperty: 'storeName', inputValue: 'A', outputValue: 'Main Street' },
        { customerStoneProperty: 'storeId', inputValue: '1', outputValue: '2' },
        { customerStoneProperty: 'colour', inputValue: 'White', outputValue: 'F' },
        { customerStoneProperty: 'colour', inputValue: 'F', outputValue: 'H' },
        { customerStoneProperty: 'status', inputValue: 'S', outputValue: 'sold' },
        { customerStoneProperty: 'status', inputValue: 'sold', outputValue: 'gone' },
      ],
    };
    const row = (id: string) => [id, 'RD', 0.31, 'White', null, 'A', 1, 's', null, null];
    const stock = readStock(sheets(row('J-1'), row('J-1'), row('')), chained);
    expect(stock.unreadable.map(({ values }) => values.colour)).toEqual(['White', 'White', 'White']);
    const mend = (mended: StockBody, number: number, customerStoneId: string): StockBody =>
      mendRows(mended, [{ row: number, values: { customerStoneId } }], chained).stock;
    // The last is a double of a stone that was read before, and then not.
    const doubled = mend(mend(stock, 4, 'J-2'), 5, 'J-2');
    expect(doubled.stones.map(({ row }) => row)).toEqual([3]);
    const mended = mend(doubled, 5, 'J-3');
    expect(mended.stones.map(({ storeId, stone, status }) => [storeId, stone.colour, status])).toEqual([
      ['1', 'F', 'sold'],
      ['1', 'F', 'sold'],
      ['1', 'F', 'sold'],
    ]);
  });

  test('a cell without a value is a problem until something is given for it, be it a blank', () => {
    const [sheet] = sheets(GOOD.slice(0, 9));
    const rows = sheet!.rows.map((row) =>
      row.row === 3 ? { ...row, problems: [{ index: 9, message: 'is a formula without a result' }] } : row,
    );
    const stock = readStock([{ ...sheet!, rows }], WORDS);
    expect(problemsOf(stock)).toEqual([[3, 'price', 'is a formula without a result']]);
    const { stock: same } = mendRows(stock, [{ row: 3, values: { colour: 'E' } }], WORDS);
    expect(problemsOf(same)).toEqual([[3, 'price', 'is a formula without a result']]);
    const { stock: mended } = mendRows(same, [{ row: 3, values: { price: ' ' } }], WORDS);
    expect(mended.stones).toMatchObject([{ stone: { colour: 'E' }, priceCents: null }]);
    expect(mendRows(stock, [{ row: 4, values: {} }], WORDS).unknown).toEqual([4]);
  });

  test('without a column of quantities each row is one piece, without stores of the only one', () => {
    const file = [
      sheetOf('', [
        ['customerStoneId', 'shape'],
        ['J-1', 'Round'],
      ]),
    ];
    const words: StockWords = { ...WORDS, stores: WORDS.stores.slice(0, 1), attributes: ['shape'] };
    expect(readStock(file, words).stones).toMatchObject([
      { storeId: '1', quantity: 1, stone: { shape: 'RD' } },
    ]);
    expect(() => readStock(file, { ...words, stores: WORDS.stores })).toThrow(
      /no column for storeId or storeName/,
    );
    expect(() => readStock(file, WORDS)).toThrow(/no column for weight, colour, storeId or storeName/);
  });

  test('two columns that are one property, and a file without rows, are refused', () => {
    const file = (...rows: CellValue[][]) => [sheetOf('', rows)];
    expect(() =>
      readStock(file(['SKU', 'customerStoneId', 'shape', 'weight', 'colour'], GOOD), WORDS),
    ).toThrow('"SKU" and "customerStoneId" are both customerStoneId');
    expect(() => readStock(sheets(), WORDS)).toThrow('The file has headings but no rows.');
    expect(() => readStock([], WORDS)).toThrow('The file is empty.');
  });
});

test('heads and values are learnt: what is not mapped first, with suggestions (rule: Maps)', () => {
  const rows: CellValue[][] = [
    ['Stock No', 'Shape', 'Carats', 'Location', 'Remark'],
    ['A-1', 'RBC', '0.31', 'HQ', 'in the window'],
    ['A-2', 'Round', '0.32', 'Mall', ''],
    ['A-3', 'rbc', '0.33', 'HQ', ''],
  ];
  const learnt = learnWords([sheetOf('', rows)], { ...WORDS, columnMaps: [] });
  expect(learnt.columns).toEqual([
    { columnHeader: 'Stock No', customerStoneProperty: null, suggestion: 'customerStoneId' },
    { columnHeader: 'Carats', customerStoneProperty: null, suggestion: 'weight' },
    { columnHeader: 'Location', customerStoneProperty: null, suggestion: 'storeName' },
    { columnHeader: 'Remark', customerStoneProperty: null, suggestion: null },
    { columnHeader: 'Shape', customerStoneProperty: 'shape', suggestion: null },
  ]);
  expect(learnt.values).toEqual([
    { customerStoneProperty: 'shape', inputValue: 'RBC', rows: 2, outputValue: null, suggestion: 'RD' },
    { customerStoneProperty: 'storeName', inputValue: 'Mall', rows: 1, outputValue: null, suggestion: null },
    { customerStoneProperty: 'shape', inputValue: 'Round', rows: 1, outputValue: 'RD', suggestion: null },
    {
      customerStoneProperty: 'storeName',
      inputValue: 'HQ',
      rows: 2,
      outputValue: 'Main Street',
      suggestion: null,
    },
  ]);
});
