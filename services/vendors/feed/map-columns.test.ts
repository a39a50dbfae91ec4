import { expect, test } from 'vitest';
import { mapColumns, readMapping } from './map-columns.ts';

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
  [{ ...MAPPING, Depth: 'deepness' }, /"Depth" the attribute "deepness", which is none of: parcelName/],
  [{ ...MAPPING, Total: 'vendorPrice' }, /both "Price" and "Total" the attribute vendorPrice/],
  [{ 'Stock #': 'parcelName' }, /names no column for weight, shapeCode, clarity, colour/],
  [{ ...MAPPING, Price: 'certNo' }, /names no price: map a column to vendorPrice or vendorPpc/],
])('the mapping %o is refused', (mapping, message) => {
  expect(() => readMapping(mapping)).toThrow(message);
});

test.each([
  [['Stock #', 'Weight'], /no column "Shape" \(shapeCode\)\. Its headings are "Stock #", "Weight"/],
  [[...HEADINGS, 'Weight'], /two columns "Weight"/],
  [['Stock #;Weight;Shape;Color'], /separated by ";": save it with commas/],
  [['Stock #\tWeight'], /separated by tabs/],
])('the headings %o are refused', (cells, message) => {
  expect(() => mapColumns({ row: 1, cells }, readMapping(MAPPING))).toThrow(message);
});

test('headings are found in any order, with blanks around them, among others', () => {
  const read = mapColumns(
    { row: 1, cells: ['Note', ' Price ', 'Clarity', 'Color', 'Shape', 'Weight', 'Stock #'] },
    readMapping(MAPPING),
  );
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
  [['A1', '1', 'RD', 'D', 'IF'], /has 5 cells, the headings are 6: look for a stray comma or quote/],
  [['A1', '1', 'RD', 'D', 'IF', '1', '234'], /has 7 cells/],
  [['A1', '1', 'RD', 'D', 'IF', '1\n2'], /has a line break in it/],
])('the row %o cannot be identified', (cells, message) => {
  const read = mapColumns({ row: 1, cells: HEADINGS }, readMapping(MAPPING));
  expect(read({ row: 7, cells })).toMatchObject({
    problem: { row: 7, message: expect.stringMatching(message) as string },
  });
});
