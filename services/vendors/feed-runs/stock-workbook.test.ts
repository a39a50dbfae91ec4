import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import { NOT_JUDGED } from '#contracts/vendor/stock-judgements.ts';
import { FORMATS } from '#services/platform/workbooks/sheet-kit.ts';
import { stockWorkbook, type StockSheetRow } from './stock-workbook.ts';

test('given columns with formats, then their figures are shown by them, and their words as they are', async () => {
  async function* rows(): AsyncGenerator<StockSheetRow> {
    yield { vendor: 'V', parcelName: 'A-1', judgement: NOT_JUDGED, cells: [1.72, 5000, 'New'] };
  }
  const columns = [
    { name: 'Weight', format: FORMATS.carats },
    { name: 'Cost', format: FORMATS.money },
    { name: 'Classification' },
  ];
  const workbook = new ExcelJS.Workbook();
  const bytes = await buffer(stockWorkbook(columns, rows()));
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer);
  const [sheet] = workbook.worksheets;
  expect(['G', 'H', 'I'].map((column) => sheet?.getCell(`${column}1`).value)).toEqual([
    'Weight',
    'Cost',
    'Classification',
  ]);
  expect(
    ['G', 'H', 'I'].map((column) => {
      const { value, numFmt } = sheet!.getCell(`${column}2`);
      return [value, numFmt];
    }),
  ).toEqual([
    [1.72, '0.00'],
    [5000, FORMATS.money],
    ['New', undefined],
  ]);
});
