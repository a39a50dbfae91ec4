import { zipSync } from 'fflate';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRow } from '#services/platform/workbooks/index.ts';
import { workbookBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import type { FeedAttribute } from '#contracts/vendor/feed-attributes.ts';
import { AS_FOUND, type FeedConventions } from '#contracts/vendor/feed-mapping.ts';
import { readMapping } from './map-columns.ts';
import { parseFeed, type ParsedFeed } from './parse-feed.ts';
import { TEST_VENDOR } from './testing/read-row.ts';

// Files as vendors send them: read right, or refused by name of row and column.

const MAPPING: Record<string, FeedAttribute> = {
  'Stock #': 'parcelName',
  Shape: 'shapeCode',
  Weight: 'weight',
  Color: 'colour',
  Clarity: 'clarity',
  'Total Price': 'vendorPrice',
};
const HEADINGS = Object.keys(MAPPING);
const ROWS = [
  ['A1', 'B', '1.01', 'G', 'VS1', '5000.50'],
  ['A2', 'Sq. Emerald', '0.75', 'M-N', 'SI2', '1234.50'],
];
const OFFERS = [
  ['A1', 'RD', 1010, 'G', 'VS1', 500_050],
  ['A2', 'AS', 750, 'N', 'SI2', 123_450],
];

const read = (
  file: string | Uint8Array,
  mapping: Record<string, FeedAttribute> = MAPPING,
  conventions: Partial<FeedConventions> = {},
): Promise<ParsedFeed> =>
  parseFeed(
    Buffer.from(file),
    { ...readMapping(mapping), conventions: { ...AS_FOUND, ...conventions } },
    TEST_VENDOR,
    () => undefined,
  );
const offersOf = ({ offers }: ParsedFeed) =>
  offers.map(({ parcelName, attributes: { shapeCode, weight, colour, clarity }, costCents }) => [
    parcelName,
    shapeCode,
    weight,
    colour,
    clarity,
    costCents,
  ]);
const problemsOf = ({ problems }: ParsedFeed) =>
  problems.map(({ row, column, message }) => `${row} ${column}: ${message}`);
const lines = (rows: readonly (readonly string[])[], separator = ',') =>
  rows
    .map((row) => row.map((cell) => (cell.includes(separator) ? `"${cell}"` : cell)).join(separator))
    .join('\r\n');
const withCommas = (rows: typeof ROWS) =>
  rows.map((row) => row.map((cell, index) => (index === 2 || index === 5 ? cell.replace('.', ',') : cell)));

test.each<[string, string | Uint8Array]>([
  ['commas', lines([HEADINGS, ...ROWS])],
  ['semicolons and decimal commas', lines([HEADINGS, ...withCommas(ROWS)], ';')],
  ['tabs', lines([HEADINGS, ...ROWS], '\t')],
  ['a byte order mark', `\ufeff${lines([HEADINGS, ...ROWS])}`],
  ['UTF-16', Buffer.from(`\ufeff${lines([HEADINGS, ...ROWS], '\t')}`, 'utf16le')],
  ['a preamble', `Stock of Monday, by 10 o'clock\r\n\r\n${lines([HEADINGS, ...ROWS])}`],
  ['headings in capitals', lines([HEADINGS.map((heading) => heading.toUpperCase()), ...ROWS])],
  [
    'merged headings',
    lines([
      ['Stock #', 'Grading', '', '', '', 'Total Price'],
      ['', 'Shape', 'Weight', 'Color', 'Clarity', ''],
      ...ROWS,
    ]),
  ],
  [
    'empty columns and rows at the end',
    `${lines([[...HEADINGS, ''], ...ROWS.map((row) => [...row, ''])])}\r\n,,,,,,\r\n`,
  ],
])('a file with %s', async (_, file) => {
  const feed = await read(file);
  expect(problemsOf(feed)).toEqual([]);
  expect(offersOf(feed)).toEqual(OFFERS);
  expect(feed.refused).toEqual([]);
});

test('a workbook with a cover sheet, merged headings and formulas', async () => {
  const bytes = await workbookBytes((workbook) => {
    workbook.addWorksheet('Cover').addRow(['Best stones']);
    const sheet = workbook.addWorksheet('Stock');
    sheet.addRow(['Our stock']);
    sheet.addRow(['Stock #', 'Grading', null, null, null, 'Total Price', 'Note']);
    sheet.addRow([null, 'Shape', 'Weight', 'Color', 'Clarity']);
    sheet.mergeCells('B2:E2');
    sheet.mergeCells('A2:A3');
    sheet.mergeCells('F2:F3');
    sheet.addRow([
      'A1',
      'B',
      1.01,
      'G',
      'VS1',
      { formula: 'C4*4951', result: 5000.5 },
      { formula: 'NA()', result: { error: '#N/A' } },
    ]);
    sheet.addRow(['A2', 'Sq. Emerald', 0.75, 'M-N', 'SI2', 1234.5]);
    sheet.addRow(['A3', 'RD', 0.75, 'G', 'VS1', { formula: 'C6*2' }]);
  });
  const feed = await read(bytes);
  expect(problemsOf(feed)).toEqual(['6 Total Price: is a formula without a result']);
  expect(offersOf(feed)).toEqual(OFFERS);
  expect(feed.named).toContain('A3');
});

test('a network layout of 61 columns, most of them not mapped', async () => {
  const others = Array.from({ length: 55 }, (_, index) => `Field ${index}`);
  const file = [[...HEADINGS, ...others], ...ROWS.map((row) => [...row, ...others.map(() => '*')])];
  expect(offersOf(await read(lines(file)))).toEqual(OFFERS);
});

test('a European number is understood or refused, never misread', async () => {
  const comma = (weight: string, price: string) =>
    read(lines([HEADINGS, ['A1', 'RD', weight, 'G', 'VS1', price]], ';'), MAPPING, { decimalSign: 'COMMA' });
  expect(offersOf(await comma('0,750', '12.500'))).toEqual([['A1', 'RD', 750, 'G', 'VS1', 1_250_000]]);
  expect(problemsOf(await comma('0.75', '1,234.50'))).toEqual([
    '2 Weight: is not a weight in carats above 0 and up to 100, like 1.01 (decimals are read with a comma: the mapping has the decimal sign)',
  ]);
  const point = await read(lines([HEADINGS, ...ROWS, ['A3', 'RD', '0.75', 'G', 'VS1', '12.500']]));
  expect(problemsOf(point)).toEqual([
    '4 Total Price: has three decimals, or a sign of thousands that this file does not use',
  ]);
  const mixed = lines([HEADINGS, ...ROWS, ...withCommas([['A3', 'RD', '0.75', 'G', 'VS1', '5000.5']])]);
  await expect(read(mixed)).rejects.toThrow(
    'The file writes decimals with a point ("1.01" in row 2, column "Weight") as well as with a comma ("0,75" in row 4, column "Weight"): set the decimal sign in the mapping.',
  );
});

test('one number in ten or fewer that is written otherwise is reported by itself', async () => {
  const many = Array.from({ length: 20 }, (_, index) => [`B${index}`, 'RD', '0.75', 'G', 'VS1', '5000.5']);
  const feed = await read(lines([HEADINGS, ...many, ['A3', 'RD', '0,750', 'G', 'VS1', '5000.5']]));
  expect(problemsOf(feed)).toEqual([
    '22 Weight: is not a weight in carats above 0 and up to 100, like 1.01 (decimals are read with a point: the mapping has the decimal sign)',
  ]);
  expect(feed.offers).toHaveLength(20);
});

test('sold and not available stones count as not in the file, so that the same number elsewhere is no repetition', async () => {
  const mapping = { ...MAPPING, Status: 'vendorAvailability' } as const;
  const row = (name: string, status: string) => [name, 'RD', '1.01', 'G', 'VS1', '5000', status];
  const feed = await read(
    lines([
      [...HEADINGS, 'Status'],
      row('A1', 'Sold'),
      row('A1', ''),
      row('A2', 'NA'),
      row('A3', 'not available'),
      row('A4', 'Busy'),
    ]),
    mapping,
  );
  expect(feed).toMatchObject({ rows: 2, reportedRows: 0, refused: [] });
  expect(feed.offers.map(({ parcelName, vendorAvailability }) => [parcelName, vendorAvailability])).toEqual([
    ['A1', 'IN_STOCK'],
    ['A4', 'BUSY'],
  ]);
  expect([...feed.named]).toEqual(['A1', 'A4']);
});

test('a certificate without laboratory is that of any laboratory, one of FM the same in every spelling', async () => {
  const mapping = { ...MAPPING, Lab: 'lab', Report: 'certNo' } as const;
  const row = (name: string, lab: string, certNo: string) => [
    name,
    'RD',
    '1.01',
    'G',
    'VS1',
    '5000',
    lab,
    certNo,
  ];
  const feed = await read(
    lines([
      [...HEADINGS, 'Lab', 'Report'],
      row('A1', 'GIA', '1'),
      row('A2', '', '1'),
      row('A3', 'GIA', '2'),
      row('A4', 'IGI', '2'),
      row('A5', '*', ''),
      row('A6', 'FM', '123456-12345678901'),
      row('A7', 'FM', '123456'),
    ]),
    mapping,
  );
  expect(problemsOf(feed)).toEqual(
    [2, 3, 7, 8].map((number) => `${number} Report: the certificate number is in 2 rows: keep one of them`),
  );
  expect(feed.offers.map(({ parcelName }) => parcelName)).toEqual(['A3', 'A4', 'A5']);
});

test('a row without stock number may be any parcel: it names none', async () => {
  const feed = await read(lines([HEADINGS, ...ROWS, ['', 'RD', '1', 'G', 'VS1', '10']]));
  expect(feed.refused).toEqual([{ row: 4, parcelName: undefined }]);
  expect(problemsOf(feed)).toEqual(['4 Stock #: is empty: a row without stock number cannot be listed']);
});

test('rows are named as a spreadsheet counts them, below quoted line breaks', async () => {
  const file = `${HEADINGS.join(',')},Note\nA1,RD,1.01,G,VS1,5000,"two\nlines"\nA2,RD,x,G,VS1,5000,\n`;
  expect(problemsOf(await read(file))).toEqual([
    '3 Weight: is not a weight in carats above 0 and up to 100, like 1.01',
  ]);
});

test('a workbook that would expand without end is refused', async () => {
  const sheet = Buffer.alloc(257 * 1024 * 1024);
  const bytes = zipSync({ 'xl/worksheets/sheet1.xml': sheet }, { level: 1 });
  expect(bytes.byteLength).toBeLessThan(2 * 1024 * 1024);
  await expect(read(bytes)).rejects.toThrow('would expand to 257 MB');
});

test('the same rows read alike with any separator, decimal sign and order of columns', async () => {
  const carats = fc.integer({ min: 20, max: 500 });
  const row = fc.tuple(carats, fc.integer({ min: 100, max: 9_999_999 }), fc.constantFrom('D', 'G', 'K'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(';', '\t', '|'),
      fc.constantFrom('.', ','),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      async (stones, separator, sign, order) => {
        const decimal = (hundredths: number) => (hundredths / 100).toFixed(2).replace('.', sign);
        const rows = [
          HEADINGS,
          ...stones.map(([weight, price, colour], index) => [
            `A${index}`,
            'RD',
            decimal(weight),
            colour,
            'VS1',
            decimal(price),
          ]),
        ];
        const file = rows
          .map((cells) => order.map((index) => csvRow([cells[index]!]).trim()).join(separator))
          .join('\n');
        const feed = await read(file);
        expect(problemsOf(feed)).toEqual([]);
        expect(offersOf(feed)).toEqual(
          stones.map(([weight, price, colour], index) => [
            `A${index}`,
            'RD',
            weight * 10,
            colour,
            'VS1',
            price,
          ]),
        );
      },
    ),
    { numRuns: 40 },
  );
});
