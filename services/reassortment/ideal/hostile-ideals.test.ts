import { expect, test } from 'vitest';
import { UnreadableSheet, type Sheet } from '#services/platform/workbooks/index.ts';
import { readIdeal } from './read-ideal.ts';
import { readIdealInThread } from './read-ideal-in-thread.ts';

const STORES = [{ storeId: '1', storeName: 'Main Street' }];
const WIDE = 300;
const LAST = { row: 50_000, cells: ['x'], problems: [] };
const corner = { row: 1, cells: [...Array<null>(WIDE - 1).fill(null), 'x'], problems: [] };

test('a merge of fifteen million cells costs what one of two does', () => {
  const merges = [{ top: 2, left: 1, bottom: LAST.row - 1, right: WIDE }];
  const since = performance.now();
  expect(readIdeal([{ name: 'Sheet1', rows: [corner, LAST], merges }], STORES)).toHaveProperty('faults');
  expect(performance.now() - since).toBeLessThan(2_000);
});

test('a file whose tables cross each other is read beside the server, and given up in time', async () => {
  const starts = Array.from({ length: WIDE }, (_, index) => ({
    row: index + 3,
    cells: [...Array<null>(index).fill(null), 'Weight Maps'],
    problems: [],
  }));
  const sheets: Sheet[] = [{ name: 'Sheet1', rows: [corner, ...starts, LAST], merges: [] }];
  let turns = 0;
  const beside = setInterval(() => (turns += 1), 50);
  const reading = readIdealInThread({ sheets, stores: STORES }, { memoryMb: 1_024, timeMs: 2_000 });
  await expect(reading).rejects.toThrow(UnreadableSheet);
  clearInterval(beside);
  expect(turns).toBeGreaterThan(5);
});

test('an ideal is read in a thread as it is here', async () => {
  const rows = [['Weight Maps', 'Pieces'], ['0.30-0.40', 2], ['Totals']].map((cells, index) => ({
    row: index + 3,
    cells,
    problems: [],
  }));
  const sheets: Sheet[] = [{ name: 'Sheet1', rows, merges: [] }];
  const read = await readIdealInThread({ sheets, stores: STORES });
  expect(read).toHaveProperty('ideal');
  expect(read).toEqual(readIdeal(sheets, STORES));
});
