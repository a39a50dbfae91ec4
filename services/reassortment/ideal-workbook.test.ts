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

test('an ideal inventory as a workbook: history columns from 2019 to the current year (product: Reassortment exports)', async () => {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(
    (await idealWorkbook('Ideal 2026', [BIN], '2021-03-01')) as unknown as ArrayBuffer,
  );
  const sheet = workbook.getWorksheet('Ideal Inventory')!;
  const written = (row: number) =>
    Array.from({ length: sheet.columnCount }, (_, index) => sheet.getRow(row).getCell(index + 1).value);
  const [heads, values] = [written(1), written(2)];
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
