import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { BinReply } from '#contracts/api/reassortment.ts';
import { idealWorkbook } from './ideal-workbook.ts';

const BIN: BinReply = {
  storeId: '1',
  storeName: 'Main Street',
  binSpec: 'RD | 0.30-0.39',
  buckets: { shape: ['RD'] },
  minQty: 1,
  targetQty: 2,
  maxQty: 3,
  targetValue: null,
  stones: [],
  current: { quantity: 2, weight: 0.62, value: 1234.5 },
  deployed: { quantity: 1, weight: 0.31, value: 600 },
  history: [{ dateRange: { minimum: '2020-01-01' }, qtyAverage: 1.5, qtyNew: 3, qtySold: 2, qtyReturned: 1 }],
};

const sheetOf = async (bin: BinReply): Promise<ExcelJS.Worksheet> => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(
    (await idealWorkbook('Ideal 2026', [bin], '2021-03-01')) as unknown as ArrayBuffer,
  );
  return workbook.getWorksheet('Ideal Inventory')!;
};
const writtenIn = (sheet: ExcelJS.Worksheet, row: number) =>
  Array.from({ length: sheet.columnCount }, (_, index) => sheet.getRow(row).getCell(index + 1).value);

test('an ideal inventory as a workbook: history columns from 2019 to the current year (product: Reassortment exports)', async () => {
  const sheet = await sheetOf(BIN);
  const [heads, values] = [writtenIn(sheet, 1), writtenIn(sheet, 2)];
  expect(heads.slice(-12)).toEqual(
    ['2019', '2020', '2021'].flatMap((year) =>
      ['average', 'new', 'sold', 'returned'].map((what) => `${year} ${what}`),
    ),
  );
  const blanks = [null, null, null, null];
  expect(values).toEqual([
    'Main Street',
    'RD | 0.30-0.39',
    1,
    2,
    3,
    null,
    2,
    0.62,
    1234.5,
    1,
    0.31,
    600,
    ...blanks,
    1.5,
    3,
    2,
    1,
    ...blanks,
  ]);
});

test('the workbook of the house has no columns of what is deployed (rule: House stock)', async () => {
  const { deployed: _none, ...own } = BIN;
  const heads = writtenIn(await sheetOf(own), 1);
  expect(heads.slice(5, 10)).toEqual([
    'Target value',
    'Current pieces',
    'Current weight',
    'Current value',
    '2019 average',
  ]);
});
