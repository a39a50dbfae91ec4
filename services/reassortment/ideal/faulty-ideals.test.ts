import { describe, expect, test } from 'vitest';
import type { CellValue, Sheet } from '#services/platform/workbooks/index.ts';
import { crosstab, faultsOf, TITLE, TWO } from './testing/ideal-files.ts';
import { sheetOf } from './testing/sheets.ts';

describe('faulty cells (rule: Refusing an ideal)', () => {
  test('all of them are listed by sheet and cell, and nothing is read', () => {
    const rows = [
      ['Weight Maps', 'D-F', 'X9', 'G', 'X9', 'Totals'],
      ['0.30-0.40', 1_000_000, 1, 'two', 1, 4],
      ['0.50', 1.5, 1, -1, 1, 4],
      [null, 1, null, null, null],
      ['Totals'],
    ];
    expect(faultsOf(crosstab(rows))).toEqual([
      'Sheet1!C3 "X9" is no colour and no clarity, or can be read in two ways',
      'Sheet1!E3 "X9" is no colour and no clarity, or can be read in two ways',
      'Sheet1!B4 "1000000" is not a whole number of pieces up to 999,999',
      'Sheet1!D4 "two" is not a whole number of pieces up to 999,999',
      'Sheet1!B5 "1.5" is not a whole number of pieces up to 999,999',
      'Sheet1!D5 "-1" is not a whole number of pieces up to 999,999',
      'Sheet1!A5 "0.50" is no range of weights such as 0.30-0.39 or 2+',
      'Sheet1!A6 is empty beside quantities: write its weights',
    ]);
  });

  test('given a column with a faulty head, when it is read, then its quantities are checked all the same', () => {
    const rows = [
      ['Weight Maps', 'D', 'ZZ', 'Totals'],
      ['0.30-0.39', 1, 2, 3],
      ['0.40-0.49', 1, 'abc', 3],
      ['half a carat', null, 1, 3],
      ['Totals'],
    ];
    expect(faultsOf(crosstab(rows))).toEqual([
      'Sheet1!C3 "ZZ" is no colour and no clarity, or can be read in two ways',
      'Sheet1!C5 "abc" is not a whole number of pieces up to 999,999',
      'Sheet1!A6 "half a carat" is no range of weights such as 0.30-0.39 or 2+',
    ]);
    const headless = [['Weight Maps', 'Pieces', null], ['0.30-0.40', 1, 2], [null, -1, 2], ['Totals']];
    expect(faultsOf(crosstab(headless)).map((fault) => fault.split(' ')[0])).toEqual(
      ['B3', 'C3', 'B5', 'A5'].map((cell) => `Sheet1!${cell}`),
    );
  });

  test('given a sheet that is named for no store, when it is read, then its cells are checked all the same', () => {
    const table: CellValue[][] = [['Weight Maps', 'D'], ['0.30-0.40', 'abc'], ['0.30-0.40', 1], ['Totals']];
    const sheets = ['Mall', 'Arcade'].map((name) => sheetOf(name, [...TITLE, ...table]));
    expect(faultsOf(sheets).map((fault) => fault.split(' ')[0])).toEqual([
      'Mall!A3',
      'Mall!B4',
      'Arcade!A3',
      'Arcade!B4',
    ]);
  });

  test.each<[string, CellValue[][], RegExp]>([
    [
      'no Totals',
      [
        ['Weight Maps', 'D'],
        ['0.30-0.40', 1],
      ],
      /A3 has no 'Totals' beneath/,
    ],
    [
      'no Totals before the next table',
      [['Weight Maps', 'D'], ['0.30-0.40', 1], ['Weight Maps', 'E'], ['0.30-0.40', 1], ['Totals']],
      /A3 has no 'Totals' beneath/,
    ],
    [
      'two columns of numbers without heads',
      [['Weight Maps', 'Pieces', null], ['0.30-0.40', 1, 2], ['Totals']],
      /B3 is over numbers, and names no colour/,
    ],
    [
      'a number under no head',
      [['Weight Maps', null, 'D'], ['0.30-0.40', 1, 2], ['Totals']],
      /B3 is over numbers, and names no colour/,
    ],
    [
      'a colour in two head lines',
      [[null, 'D-F'], ['Weight Maps', 'G'], ['0.30-0.40', 1], ['Totals']],
      /B4 names a colour, and so does a heading above it/,
    ],
    [
      'no numbers',
      [['Weight Maps', 'Remark'], ['0.30-0.40', 'x'], ['Totals']],
      /A3 has no column of numbers/,
    ],
  ])('%s', (_, rows, message) => {
    expect(faultsOf(crosstab(rows)).join()).toMatch(message);
  });

  test('a formula without a result, and a table that begins too high', () => {
    const [sheet] = crosstab([['Weight Maps', 'D', 'Totals'], ['0.30-0.40'], ['Totals']]);
    const rows = sheet!.rows.map((row) =>
      row.row === 4 ? { ...row, problems: [{ index: 1, message: 'is a formula without a result' }] } : row,
    );
    expect(faultsOf([{ ...sheet!, rows }])).toEqual(['Sheet1!B4 is a formula without a result']);
    expect(faultsOf([sheetOf('Sheet1', [['Weight Maps', 'D'], ['0.30-0.40', 1], ['Totals']])])).toEqual([
      "Sheet1!A1 says 'Weight Maps' too high: begin the table below row 2",
    ]);
    expect(faultsOf([sheetOf('Sheet1', [['Weights', 'D']])]).join()).toMatch(/begins a file without a table/);
  });

  test('given a cell without a value, two faulty stores or no column of stores, when it is read, then the rest is checked all the same', () => {
    const withoutResult = (heads: CellValue[], cells: CellValue[], index: number): Sheet => {
      const sheet = sheetOf('Bins', [heads, cells]);
      const [head, row] = sheet.rows;
      const problems = [{ index, message: 'is a formula without a result' }];
      return { ...sheet, rows: [head!, { ...row!, problems }] };
    };
    const target = withoutResult(['storeName', 'shape', 'targetQty'], ['Harbour-Side', 'Blob', null], 2);
    expect(faultsOf([target], TWO)).toEqual([
      'Bins!C2 is a formula without a result',
      'Bins!B2 "Blob" is no shape on the list',
    ]);
    const named = ['storeId', 'storeName', 'shape', 'targetQty'];
    expect(faultsOf([withoutResult(named, [null, null, 'Blob', 1], 1)], TWO)).toEqual([
      'Bins!B2 is a formula without a result',
      'Bins!C2 "Blob" is no shape on the list',
    ]);
    expect(faultsOf([sheetOf('Bins', [named, ['7', 'Mall', 'RD', 1]])], TWO)).toEqual([
      'Bins!A2 "7" is no store of this customer',
      'Bins!B2 "Mall" is no store of this customer',
    ]);
    const without = sheetOf('Bins', [
      ['shape', 'targetQty'],
      ['Blob', 1],
    ]);
    expect(faultsOf([without], TWO).map((fault) => fault.split(' ')[0])).toEqual(['Bins!A1', 'Bins!A2']);
  });
});
