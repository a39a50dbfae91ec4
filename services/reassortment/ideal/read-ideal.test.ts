import { describe, expect, test } from 'vitest';
import type { BinSpec } from '#contracts/reassortment/bin-spec.ts';
import type { CellValue, Sheet } from '#services/platform/workbooks/index.ts';
import { readIdeal } from './read-ideal.ts';
import { crosstab, faultsOf, ONE, TITLE, TWO } from './testing/ideal-files.ts';
import { sheetOf } from './testing/sheets.ts';

const WIDE = { weight: { minimum: 300, maximum: 390 } };
const DF = ['D', 'E', 'F'];
const GH = ['G', 'H'];
const VS = ['VS1', 'VS2'];

function binsOf(
  sheets: readonly Sheet[],
  stores = ONE,
): [storeId: string, spec: BinSpec, quantity: number][] {
  const read = readIdeal(sheets, stores);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return read.ideal.bins.map(({ storeId, spec, targetQty }) => [storeId, spec, targetQty]);
}

describe('the heads of a crosstab (rule: Crosstab)', () => {
  test('one dimension: the one numeric column right of the weights', () => {
    const rows = [
      ['Weight Maps', 'Pieces'],
      ['0.30-0.40', 2],
      ['1.00+', 0],
      ['Totals', 2],
    ];
    expect(readIdeal(crosstab(rows), ONE)).toEqual({
      ideal: {
        templateString: '{weight}',
        bins: [
          { storeId: '1', spec: WIDE, minQty: 2, targetQty: 2, maxQty: 2, targetCents: null },
          {
            storeId: '1',
            spec: { weight: { minimum: 1000, maximum: 9990 } },
            minQty: 0,
            targetQty: 0,
            maxQty: 0,
            targetCents: null,
          },
        ],
        ignored: [],
      },
    });
  });

  test('two dimensions, and a blank cell is no bin', () => {
    const rows = [
      ['weight maps', 'D – F', 'G/H', 'TOTALS'],
      ['0.30-0.39', 2, null, 2],
      ['Totals', 2, 0, 2],
    ];
    expect(binsOf(crosstab(rows))).toEqual([['1', { ...WIDE, colour: DF }, 2]]);
  });

  const three: ReturnType<typeof binsOf> = [
    ['1', { ...WIDE, colour: DF, clarity: VS }, 1],
    ['1', { ...WIDE, colour: DF, clarity: ['SI1'] }, 2],
    ['1', { ...WIDE, colour: GH, clarity: VS }, 3],
  ];
  test.each<[string, CellValue[][], string[]]>([
    ['in one cell', [['Weight Maps', 'D-F VS1-VS2', 'SI1/D-F', 'G,H\nVS1-2', 'Totals']], []],
    [
      'right above, merged',
      [
        [null, 'D-F', null, 'G-H'],
        ['Weight Maps', 'VS1-VS2', 'SI1', 'VS1-VS2', 'Totals'],
      ],
      ['B3:C3'],
    ],
    [
      'right above, blanks filled from the left',
      [
        [null, 'D-F', null, 'G-H'],
        ['Weight Maps', 'VS1-VS2', 'SI1', 'VS1-VS2', 'Totals'],
      ],
      [],
    ],
    [
      'beneath, without text under Weight Maps',
      [['Weight Maps', 'D-F', null, 'G-H', 'Totals'], [], [null, 'VS1-VS2', 'SI1', 'VS1-VS2']],
      [],
    ],
    [
      'beneath, with Weight Maps and Totals merged over both lines',
      [
        ['Weight Maps', 'D-F', null, 'G-H', 'Totals'],
        [null, 'VS1-VS2', 'SI1', 'VS1-VS2'],
      ],
      ['A3:A4', 'B3:C3', 'E3:E4'],
    ],
    [
      'all of them above',
      [
        [null, 'D-F', null, 'G-H'],
        [null, 'VS1-VS2', 'SI1', 'VS1-VS2'],
        ['Weight Maps', null, null, null, 'Totals'],
      ],
      [],
    ],
  ])('three dimensions %s', (_, heads, merges) => {
    const rows = [...heads, ['0.30-0.40', 1, 2, 3, 6], ['Totals', 1, 2, 3, 6]];
    expect(binsOf(crosstab(rows, merges))).toEqual(three);
  });

  test('a blank in the lowest line is filled from nowhere; a head merged over both lines says it once', () => {
    const rows = [
      ['Weight Maps', 'D-F', null, 'G-H', 'Totals'],
      [null, 'VS1-VS2', null, null],
      ['0.30-0.40', 1, 2, 3, 6],
      ['Totals'],
    ];
    expect(binsOf(crosstab(rows, ['D3:D4']))).toEqual([
      ['1', { ...WIDE, colour: DF, clarity: VS }, 1],
      ['1', { ...WIDE, colour: DF }, 2],
      ['1', { ...WIDE, colour: GH }, 3],
    ]);
  });

  test('extra columns: shape, fluorescence and lab by the majority; blanks from above, merged or not', () => {
    const rows = [
      ['Shape', 'Glow', 'Weight Maps', 'D-F', 'Lab', 'Totals'],
      ['Fancies', 'None', '0.30-0.40', 1, 'GIA', 1],
      [null, 'Very strong', '0.30-0.40', 2, null, 2],
      ['Round', null, '0.30-0.40', 3, 'all', 3],
      ['Totals'],
    ];
    const fancies = ['OV', 'CU', 'EM', 'MQ', 'PS', 'PR', 'HS', 'RAD'];
    const expected = [
      ['1', { shape: fancies, fluorescence: ['N'], lab: ['GIA'], ...WIDE, colour: DF }, 1],
      ['1', { shape: fancies, fluorescence: ['VS'], lab: ['GIA'], ...WIDE, colour: DF }, 2],
      ['1', { shape: ['RD'], fluorescence: ['VS'], ...WIDE, colour: DF }, 3],
    ];
    expect(binsOf(crosstab(rows))).toEqual(expected);
    expect(binsOf(crosstab(rows, ['A4:A5', 'B5:B6']))).toEqual(expected);
    expect(readIdeal(crosstab(rows), ONE)).toMatchObject({
      ideal: { templateString: '{shape} | {weight} | {colour} | {fluorescence} | {lab}' },
    });
  });

  test('an extra column of which half is known is left aside and listed; a foreign value in a known one refuses', () => {
    const rows = (remark: string): CellValue[][] => [
      ['Weight Maps', 'D-F', 'Remark', 'Totals'],
      ['0.30-0.40', 1, 'GIA', 1],
      ['0.50-0.60', 2, remark, 2],
      ['Totals'],
    ];
    expect(binsOf(crosstab(rows('window'))).map(([, spec]) => spec.lab)).toEqual([undefined, undefined]);
    expect(readIdeal(crosstab(rows('window')), ONE)).toMatchObject({
      ideal: { ignored: [{ sheet: 'Sheet1', column: 'C' }] },
    });
    const more = [...rows('IGI').slice(0, 3), ['0.70-0.80', 2, 'window', 2], ['Totals']];
    expect(faultsOf(crosstab(more))).toEqual([
      'Sheet1!C6 "window" is no lab on the list, as most of its column are',
    ]);
  });

  test('a merged quantity counts once', () => {
    const rows = [['Weight Maps', 'D', 'E', 'Totals'], ['0.30-0.40', 2, null, 2], ['Totals']];
    expect(binsOf(crosstab(rows, ['B4:C4']))).toEqual([['1', { ...WIDE, colour: ['D'] }, 2]]);
  });
});

describe('several tables and sheets (rule: Crosstab)', () => {
  const table = (colour: string, quantity: number): CellValue[][] => [
    ['Weight Maps', colour, 'Totals'],
    ['0.30-0.40', quantity, quantity],
    ['Totals', quantity, quantity],
  ];

  test('beneath each other and side by side', () => {
    const below = crosstab([...table('D', 1), [], ...table('E', 2)]);
    expect(binsOf(below).map(([, { colour }, quantity]) => [colour, quantity])).toEqual([
      [['D'], 1],
      [['E'], 2],
    ]);
    const beside = crosstab(table('D', 1).map((cells, line) => [...cells, null, ...table('E', 2)[line]!]));
    expect(binsOf(beside)).toEqual(binsOf(below));
  });

  test('a sheet is a store by name or id, else a shape; sheets without a table are skipped', () => {
    const sheets = ['harbour‐side', '1'].map((name) => sheetOf(name, [...TITLE, ...table('D', 1)]));
    expect(binsOf([sheetOf('Notes', [['Weight Maps']]), ...sheets], TWO).map(([storeId]) => storeId)).toEqual(
      ['2', '1'],
    );
    const shaped = [sheetOf('Ideals', [...TITLE, ...table('D', 1)])];
    expect(binsOf(shaped).map(([, { shape }]) => shape)).toEqual([['XP', 'IDC', 'IDO', 'IDH']]);
    expect(faultsOf(shaped, TWO)).toEqual([
      "Ideals!A3 stands on a sheet without a store: name the sheet 'Ideals' for one",
    ]);
    expect(faultsOf([sheetOf('Mall', [...TITLE, ...table('D', 1)])])).toEqual([
      "Mall!A3 stands on the sheet 'Mall', which is named for no store and no shape",
    ]);
  });

  test('the same bin twice is refused at the second cell, overlapping buckets are not', () => {
    const overlapping = crosstab([...table('D', 1), ...table('D-F', 2)]);
    expect(binsOf(overlapping)).toHaveLength(2);
    const twice = crosstab([...table('D', 1), ...table('D', 2)]);
    expect(faultsOf(twice)).toEqual(['Sheet1!B7 is the same bin as B4']);
  });
});

describe('flat files (rule: Flat file)', () => {
  const HEAD = [
    'Store name',
    'Shape',
    'weight',
    'Colour',
    'Clarity',
    'Min Qty',
    'targetQty',
    'maxQty',
    'targetValue',
    'Buyer',
  ];
  const flat = (...rows: CellValue[][]) => [sheetOf('Bins', [['Ideal of 2026'], HEAD, ...rows])];

  test('a line a bin, without the 0.01; an empty minimum or maximum is the target; unknown heads are left aside', () => {
    const read = readIdeal(
      flat(
        ['HARBOUR-SIDE', 'Round, PR', '0.30-0.40', 'D-F', 'VS1+', null, 2, 3, '$1,234.50', 'Ann'],
        ['main street', 'All', '2+', 'I F', 'IF', 0, 1, null, null, null],
      ),
      TWO,
    );
    expect(read).toEqual({
      ideal: {
        templateString: '{shape} | {weight} | {colour} | {clarity}',
        bins: [
          {
            storeId: '2',
            spec: {
              shape: ['RD', 'PR'],
              weight: { minimum: 300, maximum: 400 },
              colour: DF,
              clarity: ['FL', 'IF', 'VVS1', 'VVS2', 'VS1'],
            },
            minQty: 2,
            targetQty: 2,
            maxQty: 3,
            targetCents: 123_450,
          },
          {
            storeId: '1',
            spec: { weight: { minimum: 2000, maximum: 10_000 }, colour: ['F', 'I'], clarity: ['IF'] },
            minQty: 0,
            targetQty: 1,
            maxQty: 1,
            targetCents: null,
          },
        ],
        ignored: [{ sheet: 'Bins', column: 'J', reason: '"Buyer" is no field of a bin' }],
      },
    });
  });

  test('every faulty cell is listed', () => {
    expect(
      faultsOf(
        flat(
          ['Mall', 'Blob', '0.3', 'C', 'VS3', 3, 2, 1, 'much', null],
          [null, 'RD', '0.30-0.39', 'D', 'VS1', null, null, 2, 1.234, null],
        ),
        TWO,
      ).map((fault) => fault.split(' ')[0]),
    ).toEqual(
      ['A3', 'B3', 'C3', 'D3', 'E3', 'I3', 'F3', 'H3', 'A4', 'G4', 'I4'].map((cell) => `Bins!${cell}`),
    );
  });

  test('without a column of stores it is read only when the customer has one', () => {
    const sheets = [
      sheetOf('', [
        ['Shape', 'TargetQty'],
        ['RD', 2],
      ]),
    ];
    expect(binsOf(sheets)).toEqual([['1', { shape: ['RD'] }, 2]]);
    expect(faultsOf(sheets, TWO).join()).toMatch(/A1 is the first heading, and none is storeId or storeName/);
  });
});
