import { expect, it } from 'vitest';
import { emptyRow, hasTyped, overTheirs, wholeRows, withPasted, type Cells } from './editable-rows.ts';

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

const store = (storeId: string, storeName: string): Cells => ({ storeId, storeName });

it.each<[string, Cells[], Cells[], Cells[]]>([
  ['a row one left is as it is now', [HARBOUR], [store('1', 'Port')], [store('1', 'Port')]],
  ['a row one left goes when it is gone', [HARBOUR], [], []],
  ['a row one changed stays', [store('1', 'Mall')], [store('1', 'Port')], [store('1', 'Mall')]],
  ['a row one changed stays when it is gone', [store('1', 'Mall')], [], [store('1', 'Mall')]],
  ['a row one removed stays away', [], [store('1', 'Port')], []],
  ['a new row comes first', [HARBOUR], [HARBOUR, store('2', 'Mall')], [store('2', 'Mall'), HARBOUR]],
  ['a row one added stays', [HARBOUR, store('3', '')], [HARBOUR], [HARBOUR, store('3', '')]],
])('what was typed over what somebody else has saved: %s', (_what, typed, now, merged) => {
  expect(overTheirs(typed, [HARBOUR], now, FIELDS)).toEqual(merged);
});
