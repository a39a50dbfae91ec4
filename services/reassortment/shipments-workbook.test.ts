import ExcelJS from 'exceljs';
import { expect, test } from 'vitest';
import type { PlanReply } from '#contracts/api/reassortment-jobs.ts';
import { shipmentsWorkbook } from './shipments-workbook.ts';

const PLAN: PlanReply = {
  id: 'P-1',
  templateId: 'T-1',
  idealInventoryName: 'Ideal 2026',
  madeAt: '2026-04-11T16:00:00.000Z',
  madeBy: 'rep',
  position: '12',
  retired: false,
  suggestedAdditions: [],
  suggestedRemovals: [],
  bins: [],
  levels: [],
  shipments: [
    {
      fromStoreId: '1',
      toStoreId: '2',
      names: ['=J-1'],
      stones: [
        {
          customerStoneId: '=J-1',
          shape: 'RD',
          weight: 0.31,
          price: 1234.5,
          binSpec: 'RD | 0.30-0.39',
          exactMatch: true,
          score: 0,
          reason: 'min 1, have 0; in bin',
        },
      ],
    },
  ],
};

test('suggested shipments as a workbook: the store is 19 wide, and text is no formula (product: Reassortment exports)', async () => {
  const names: Record<string, string> = { '1': 'Main Street', '2': 'Harbour' };
  const bytes = await shipmentsWorkbook(PLAN, (storeId) => names[storeId]!);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer);
  const sheet = workbook.getWorksheet('Suggested Shipments')!;
  expect(sheet.getColumn(1).width).toBe(19);
  expect([1, 2, 3, 6, 9, 10, 11, 12, 13].map((column) => sheet.getRow(2).getCell(column).value)).toEqual([
    'Main Street',
    'Harbour',
    '=J-1',
    'RD',
    'RD | 0.30-0.39',
    'In Bin',
    'min 1, have 0; in bin',
    0.31,
    1234.5,
  ]);
  expect(await shipmentsWorkbook(PLAN, (storeId) => names[storeId]!)).toEqual(bytes);
});
