import { describe, expect, test } from 'vitest';
import { readSheets, type Sheet } from '#services/platform/workbooks/index.ts';
import { workbookBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { readOverrideRows } from './read-override-rows.ts';

const sheet = (...rows: (string | number | null)[][]): Sheet[] => [
  { name: 'Sheet1', rows: rows.map((cells, index) => ({ row: index + 1, cells, problems: [] })), merges: [] },
];
const HEADER = ['customerId', 'lineKey', 'term', 'value', 'reason'];

describe('An overrides sheet (rule: Overrides)', () => {
  test('names lines and terms, each with its value and reason', () => {
    const { rows, wrong } = readOverrideRows(
      sheet(
        HEADER,
        [7, 'FEE/N-1', null, 98, 'agreed by telephone'],
        [8, null, 'feeRate', '0.5 %', 'trial month'],
        [8, 'REBATE/N-2', null, '-$1,200.50', 'goodwill'],
      ),
    );
    expect(wrong).toEqual([]);
    expect(rows).toEqual([
      {
        row: 2,
        customerId: 7,
        key: 'FEE/N-1',
        isTerm: false,
        value: 98,
        isPercent: false,
        reason: 'agreed by telephone',
      },
      {
        row: 3,
        customerId: 8,
        key: 'feeRate',
        isTerm: true,
        value: 0.5,
        isPercent: true,
        reason: 'trial month',
      },
      {
        row: 4,
        customerId: 8,
        key: 'REBATE/N-2',
        isTerm: false,
        value: -1200.5,
        isPercent: false,
        reason: 'goodwill',
      },
    ]);
  });

  test.each([
    ['Customer No.', 'Line Key or Term', 'New Value', 'Comment'],
    ['CUSTOMER', 'key', 'amount', 'Why'],
    ['customer_id', 'Line', 'Override', 'Remarks'],
  ])('with the headings %s, %s, %s, %s', (...header) => {
    const { rows } = readOverrideRows(sheet(['Overrides of April'], [null], header, [7, 'x', 1, 'y']));
    expect(rows).toEqual([
      { row: 4, customerId: 7, key: 'x', isTerm: false, value: 1, isPercent: false, reason: 'y' },
    ]);
  });

  test('with the header row alone is none', () => {
    expect(readOverrideRows(sheet(HEADER))).toEqual({ rows: [], wrong: [] });
    expect(readOverrideRows(sheet(HEADER, [null, ' '])).rows).toEqual([]);
  });

  test.each([
    [
      ['customerId', 'lineKey', 'value'],
      /needs a header row with customerId, lineKey or term, value and reason/,
    ],
    [['customerId', 'value', 'reason'], /needs a header row/],
    [['customerId', 'lineKey', 'value', 'reason', 'Value'], /Columns C and E are both headed "value"/],
  ])('%j is refused', (header, message) => {
    expect(() => readOverrideRows(sheet(header))).toThrow(message);
  });

  test.each([
    [[null, 'x', null, 1, 'y'], /has no customerId/],
    [[7.5, 'x', null, 1, 'y'], /has no customerId/],
    [[7, null, null, 1, 'y'], /names no line and no term/],
    [[7, 'x', 'feeRate', 1, 'y'], /both a line key and a term/],
    [[7, 'x', null, 'much', 'y'], /has no number as its value/],
    [[7, 'x', null, null, 'y'], /has no number as its value/],
    [[7, 'x', null, 1, null], /has no reason/],
    [[7, 'x', null, 1, 'y'.repeat(401)], /a reason of 401 characters/],
  ])('the row %j cannot be used', (row, message) => {
    const { rows, wrong } = readOverrideRows(sheet(HEADER, row, [8, 'ok', null, 2, 'z']));
    expect(rows).toHaveLength(1);
    expect(wrong).toEqual([{ row: 2, message: expect.stringMatching(message) }]);
  });

  test.each([
    ['($1,200.50)', -1_200.5],
    ['(20.00)', -20],
    ['\u2212 20', null],
    ['\u221220', -20],
    ['\u00a098.50\u00a0', 98.5],
    ['- $20', -20],
    ['+20', null],
    ['98,50', null],
    ['1.234,50', null],
    ['1,23', null],
    ['0,500', null],
    ['1 234', null],
    ['１２', null],
    ['1e3', null],
    ['0x10', null],
    ['(5', null],
    ['--5', null],
    ['(-5)', null],
    ['twenty', null],
    ['#N/A', null],
  ])('the value %s is %s', (value, number) => {
    const { rows, wrong } = readOverrideRows(sheet(HEADER, [7, 'x', null, value, 'y']));
    expect(rows.map((row) => row.value)).toEqual(number === null ? [] : [number]);
    if (number === null)
      expect(wrong).toEqual([{ row: 2, message: expect.stringMatching(/has no number as its value/) }]);
  });

  test.each(['007', '7.0', ' 7 ', '7'])('the customer %j is customer 7', (customerId) => {
    expect(readOverrideRows(sheet(HEADER, [customerId, 'x', null, 1, 'y'])).rows).toMatchObject([
      { customerId: 7 },
    ]);
  });

  test.each(['0', '-7', '7a', '7%', '7 %', '1e9', 9_007_199_254_740_992])(
    'the customer %j is none',
    (customerId) => {
      expect(readOverrideRows(sheet(HEADER, [customerId, 'x', null, 1, 'y'])).rows).toEqual([]);
    },
  );

  test('from a workbook: formulas by their results, merged cells once', async () => {
    const bytes = await workbookBytes((workbook) => {
      const first = workbook.addWorksheet('Notes');
      first.addRow(['nothing here']);
      const table = workbook.addWorksheet('Overrides');
      table.addRows([
        ['Overrides of April', null, null, null],
        ['Customer', 'Line key', 'Value', 'Reason'],
        [7, 'FEE/N-1', { formula: 'C4*2', result: 40 }, 'halved'],
        [8, 'FEE/N-2', 20, 'agreed'],
        [9, 'FEE/N-3', { formula: 'C4*3' }, 'never calculated'],
      ]);
      table.mergeCells('A1:D1');
    });
    const { rows, wrong } = readOverrideRows(await readSheets(bytes));
    expect(rows.map(({ customerId, value }) => [customerId, value])).toEqual([
      [7, 40],
      [8, 20],
    ]);
    expect(wrong).toEqual([
      {
        row: 5,
        message:
          ': value is a formula without a result: open the sheet, recalculate and save it, or type the value',
      },
    ]);
  });
});
