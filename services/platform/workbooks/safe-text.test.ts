import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import ExcelJS from 'exceljs';
import { csvRow, writeText } from './index.ts';
import { readFile } from './read-file.ts';
import { described } from './sheet-kit.ts';
import { SHEET_LIMITS, type CellValue } from './sheet.ts';
import { workbookBytes } from './testing/workbook-bytes.ts';

const cellsOf = async (bytes: Uint8Array): Promise<(readonly CellValue[])[]> =>
  (await readFile(bytes, SHEET_LIMITS))[0]!.rows.map(({ cells }) => cells);

test('given texts with characters that XML lacks, when they are written, then the workbook is read without them', async () => {
  const bytes = await workbookBytes((workbook) => {
    described(workbook, 'a\uffffb', new Date(0));
    const sheet = workbook.addWorksheet('Out');
    writeText(sheet.getCell('A1'), 'ffff\uffffx');
    writeText(sheet.getCell('A2'), '\ufffe=1');
  });
  for (const part of Object.values(unzipSync(bytes)))
    expect(new TextDecoder().decode(part)).not.toMatch(/[\ufffe\uffff]/);
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes.buffer as ArrayBuffer);
  const sheet = workbook.worksheets[0]!;
  expect(sheet.getCell('A1').value).toBe('ffffx');
  expect(sheet.getCell('A2')).toMatchObject({ value: '=1', numFmt: '@' });
});

test.each(['A_x0041_B', '_x000D_', '_X00e9_x0041_', 'A_x41_B', '_x005F_x0041_'])(
  'given %s in a text, when its workbook is read, then it is the same',
  async (text) => {
    const bytes = await workbookBytes((workbook) =>
      writeText(workbook.addWorksheet('Out').getCell('A1'), text),
    );
    expect(await cellsOf(bytes)).toEqual([[text]]);
  },
);

test.each([
  ['x'.repeat(32_768), `${'x'.repeat(32_766)}…`],
  [`${'x'.repeat(32_765)}😀x`, `${'x'.repeat(32_765)}…`],
  ['x'.repeat(32_767), 'x'.repeat(32_767)],
])(
  'given a text around the longest of a cell, when it is written, then its workbook can be read',
  async (text, read) => {
    const bytes = await workbookBytes((workbook) =>
      writeText(workbook.addWorksheet('Out').getCell('A1'), text),
    );
    expect(await cellsOf(bytes)).toEqual([[read]]);
  },
);

describe('text that begins like a formula is written as text', () => {
  const hostile = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'];

  test('in a workbook', async () => {
    const bytes = await workbookBytes((workbook) => {
      const sheet = workbook.addWorksheet('Out');
      hostile.forEach((text, index) => writeText(sheet.getCell(index + 1, 1), text));
      writeText(sheet.getCell('B1'), 'plain');
    });
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(bytes.buffer as ArrayBuffer);
    const sheet = workbook.worksheets[0]!;
    for (let row = 1; row <= 4; row += 1) {
      expect(sheet.getCell(row, 1)).toMatchObject({
        type: ExcelJS.ValueType.String,
        value: hostile[row - 1],
        numFmt: '@',
      });
    }
    expect(sheet.getCell('B1').numFmt).toBeUndefined();
  });

  test('in CSV, where numbers stay numbers', () => {
    expect(csvRow(['=1+1', '-x', -5, 'a"b', 'a,b', null, true])).toBe(
      '"\'=1+1","\'-x",-5,"a""b","a,b",,true',
    );
    expect(csvRow([{ cents: 44_670 }, { cents: 0 }, { cents: -20_000 }])).toBe('446.70,0.00,-200.00');
    expect(hostile.map((text) => csvRow([text]))).toEqual(hostile.map((text) => `"'${text}"`));
  });
});
