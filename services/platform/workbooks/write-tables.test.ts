import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readFile } from './read-file.ts';
import { SHEET_LIMITS } from './sheet.ts';
import { count, money, tableSheet, words, type TableColumn } from './table-sheet.ts';
import { tablesWorkbook } from './write-tables.ts';

type Row = { name: string; cents: number };

const HEAD = {
  title: 'Report',
  day: '2026-11-10',
  facts: [
    ['As known', 'today'],
    ['Period', 'a week'],
  ],
  at: '2026-11-10T12:00:00.000Z',
} as const;
const name = words<Row>('Name', 20, (row) => row.name);

/** The row above the headings of a sheet with this column beside the names. */
async function totalsWith(column: TableColumn<Row>): Promise<unknown[]> {
  const table = tableSheet<Row>('Sheet', [name, column], [{ name: 'A', cents: 100 }]);
  const [sheet] = await readFile(await buffer(tablesWorkbook(HEAD, [table])), SHEET_LIMITS);
  return [...(sheet?.rows.find(({ row }) => row === 7)?.cells ?? [])];
}

test('given a sheet with a total, then the words beside it say what it is of', async () => {
  expect(await totalsWith(money('Price', ({ cents }) => cents))).toEqual(['Total of the rows shown', 1]);
});

test('given a sheet without a total, then no words announce one', async () => {
  expect(await totalsWith(count('Pcs', () => 1))).toEqual([]);
});
