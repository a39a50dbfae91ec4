import { expect, it } from 'vitest';
import { wholeRows, withPasted } from './editable-rows.ts';

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
