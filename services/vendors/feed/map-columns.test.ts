import { expect, test } from 'vitest';
import { UnreadableFeed } from './feed-attributes.ts';
import { findHeadings, mapColumns, readMapping } from './map-columns.ts';
import type { FileCell } from './read-rows.ts';

const MAPPING = {
  'Stock #': 'parcelName',
  Weight: 'weight',
  Shape: 'shapeCode',
  Color: 'colour',
  Clarity: 'clarity',
  Price: 'vendorPrice',
};
const HEADINGS = Object.keys(MAPPING);

test.each([
  [[], /must be a JSON object/],
  ['x', /must be a JSON object/],
  [{ ...MAPPING, Depth: 'deepness' }, /"Depth" the attribute "deepness", which is not one of: parcelName/],
  [{ ...MAPPING, Total: 'vendorPrice' }, /both "Price" and "Total" the attribute vendorPrice/],
  [{ ...MAPPING, 'Stock#': 'certNo' }, /names "Stock#" twice/],
  [{ 'Stock #': 'parcelName' }, /names no column for weight, shapeCode, clarity, colour/],
  [{ ...MAPPING, Price: 'certNo' }, /names no price: map a column to vendorPrice or vendorPpc/],
])('the mapping %o is refused', (mapping, message) => {
  expect(() => readMapping(mapping)).toThrow(message);
});

const top = (...rows: string[][]) => rows.map((cells, index) => ({ row: index + 1, cells }));
const found = (...rows: string[][]) => {
  const headings = findHeadings(top(...rows), readMapping(MAPPING));
  if (headings instanceof UnreadableFeed) throw headings;
  return headings;
};

test.each([
  [
    ['Stock #', 'Weight'],
    /no column "Shape" \(shapeCode\), nor "Color", "Clarity", "Price"\. Row 1 has "Stock #", "Weight"/,
  ],
  [[...HEADINGS, 'weight'], /two columns "Weight"/],
  [[...HEADINGS, 'Stock#'], /two columns "Stock #"/],
])('the headings %o are refused', (cells, message) => {
  expect(() => found(cells)).toThrow(message);
});

test('headings are found in any order and case, with blanks around them, among others', () => {
  const headings = found(['Note', ' price ', 'Clarity', 'COLOR', 'Shape', 'Weight', 'Stock  #']);
  const read = mapColumns(headings, readMapping(MAPPING), true);
  const row = read({ row: 2, cells: ['hello', '10', 'IF', 'D', 'RD', '1', ' A1 '] });
  expect('values' in row && Object.fromEntries(row.values)).toEqual({
    parcelName: 'A1',
    weight: '1',
    shapeCode: 'RD',
    colour: 'D',
    clarity: 'IF',
    vendorPrice: '10',
  });
});

test.each([
  ['Cut Grade', 'CutGrade'],
  ['CutGrade', 'cut  grade'],
])('the heading %j is found as %j: blanks do not count', (mapped, written) => {
  const mapping = readMapping({ ...MAPPING, [mapped]: 'cut' });
  expect(findHeadings(top([...HEADINGS, written]), mapping)).toMatchObject({ row: 1 });
});

test('headings are found below a preamble, and merged over two rows', () => {
  const preamble = [['Stock of Monday'], ['Weight', 'in carats']];
  expect(found(...preamble, HEADINGS, ['A1', '1', 'RD', 'D', 'IF', '10'])).toEqual({
    row: 3,
    texts: HEADINGS,
  });
  const [stock, weight, ...others] = HEADINGS;
  expect(found([stock!, weight!, 'Grading', '', '', ''], ['', '', ...others])).toEqual({
    row: 2,
    texts: HEADINGS,
  });
});

const readRow = (cells: FileCell[], isText = true) =>
  mapColumns({ row: 1, texts: HEADINGS }, readMapping(MAPPING), isText)({ row: 7, cells });

test.each([
  [['A1', '1', 'RD', 'D', 'IF'], /has 5 cells, the headings are 6: look for a stray separator or quote/],
  [['A1', '1', 'RD', 'D', 'IF', '1', '234'], /has 7 cells/],
  [['A1', '1', 'RD', 'D', 'IF', '1\n2'], /has a line break in it/],
])('the row %o cannot be identified', (cells, message) => {
  expect(readRow(cells)).toMatchObject({
    problem: { row: 7, message: expect.stringMatching(message) as string },
  });
});

test('empty cells beyond the headings are nothing, and a row of a workbook may end early', () => {
  expect(readRow(['A1', '1', 'RD', 'D', 'IF', '1', '', ' '])).toHaveProperty('values');
  expect(readRow(['A1', 1, 'RD'], false)).toMatchObject({ problems: [], typed: new Set(['weight']) });
});

test('NA holds nothing, except as an availability and as the code of Namibia', () => {
  const mapping = readMapping({
    ...MAPPING,
    Status: 'vendorAvailability',
    Origin: 'countryOfOrigin',
    Symbols: 'keyToSymbols',
  });
  const texts = [...HEADINGS, 'Status', 'Origin', 'Symbols'];
  const cells = ['A1', '1', 'RD', 'D', 'IF', '1', 'NA', 'na', 'NA'];
  const row = mapColumns({ row: 1, texts }, mapping, true)({ row: 2, cells });
  expect('values' in row && [...row.values].slice(HEADINGS.length)).toEqual([
    ['vendorAvailability', 'NA'],
    ['countryOfOrigin', 'na'],
  ]);
});

test.each(['*', '-', 'N/A', 'n/a', ''])('%j is a blank', (cell) => {
  const row = readRow(['A1', '1', 'RD', 'D', cell, '1']);
  expect('values' in row && row.values.has('clarity')).toBe(false);
});

test.each([
  ['=B2*C2', 'is a formula: write its value'],
  ['#REF!', 'holds an error: write its value'],
  [{ problem: 'is a formula without a result' }, 'is a formula without a result'],
])('%j in a mapped column leaves the row out', (cell, message) => {
  expect(readRow(['A1', '1', 'RD', 'D', 'IF', cell])).toMatchObject({
    problems: [{ row: 7, column: 'Price', message }],
  });
});

test('text that is kept from being read as a number is text', () => {
  const row = readRow(['="0012"', '1', 'RD', 'D', 'IF', '1']);
  expect('values' in row && row.values.get('parcelName')).toBe('0012');
});
