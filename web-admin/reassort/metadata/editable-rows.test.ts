import { expect, it } from 'vitest';
import { emptyRow, hasTyped, wholeRows, withPasted, type Cells } from './editable-rows.ts';

const FIELDS = ['storeId', 'storeName'];

it('takes what a spreadsheet put on the clipboard from a cell on, and adds rows', () => {
  const rows = [{ storeId: '1', storeName: 'Main Street' }];
  expect(withPasted(rows, FIELDS, { row: 0, field: 'storeName' }, 'Harbour\tignored\r\nMall\r\n')).toEqual([
    { storeId: '1', storeName: 'Harbour' },
    { storeId: '', storeName: 'Mall' },
  ]);
  expect(withPasted(rows, FIELDS, { row: 1, field: 'storeId' }, '2\t Harbour \n3\tMall')).toEqual([
    ...rows,
    { storeId: '2', storeName: 'Harbour' },
    { storeId: '3', storeName: 'Mall' },
  ]);
});

it('saves rows of which every cell says something', () => {
  const whole = { storeId: '1', storeName: 'Main Street' };
  expect(wholeRows([whole, { storeId: '2', storeName: ' ' }], FIELDS)).toEqual([whole]);
});

const HARBOUR = { storeId: '1', storeName: 'Harbour' };

it.each<[string, Cells[], boolean]>([
  ['nothing', [HARBOUR], false],
  ['an empty row', [HARBOUR, emptyRow(FIELDS)], false],
  ['a cell of a new row', [HARBOUR, { storeId: '2', storeName: '' }], true],
  ['another name', [{ storeId: '1', storeName: 'Mall' }], true],
  ['a row less', [], true],
])('what was typed would be lost: %s', (_what, rows, typed) => {
  expect(hasTyped(rows, [HARBOUR], FIELDS)).toBe(typed);
});
