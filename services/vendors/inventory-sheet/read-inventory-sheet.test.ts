import { expect, test } from 'vitest';
import type { CellValue, Sheet } from '#services/platform/workbooks/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { readInventorySheet } from './read-inventory-sheet.ts';

const VENDOR = { vendorId: 2, name: 'Kunming Pearl', dxPrefix: 'KP' };
const NOTHING = 'Either the required columns were not found in this excel, or there were no stones to read.';
const HEAD = ['Vendor', 'Parcel Name', 'New Status', 'Comments', 'Override Tier'];
const sheet = (...rows: CellValue[][]): Sheet => ({
  name: 'Stock',
  rows: rows.map((cells, index) => ({ row: index + 1, cells, problems: [] })),
  merges: [],
});
const read = (...rows: CellValue[][]) => readInventorySheet([sheet(...rows)], VENDOR);
const row = { vendorId: 2, whiteList: false, blackList: false, comments: null, overrideTier: null };

test('the first row with the five headings counts, whatever their case and order; accept, reject and blank', () => {
  expect(
    read(
      ['Stock of today'],
      ['Override tier', 'Weight', 'COMMENTS', 'new status', 'parcel name', 'vendor', 'Vendor'],
      ['Reserve', 1, 'a fine one', 'Accept', 'KP1001', 'Kunming Pearl', 'Other'],
      [null, 1, null, 'reject', 1002, 'KUNMING PEARL', null],
      [null, 1, null, null, 'KP-3', 'Kunming Pearl', null],
    ),
  ).toEqual([
    { ...row, vendorStockId: '1001', whiteList: true, comments: 'a fine one', overrideTier: 'Reserve' },
    { ...row, vendorStockId: '1002', blackList: true },
    { ...row, vendorStockId: '-3' },
  ]);
});

test('a blank override tier is none, which takes the last one away', () => {
  const [kept, away] = read(
    HEAD,
    ['Kunming Pearl', 'KP1', null, null, 'Reserve'],
    ['Kunming Pearl', 'KP2', null, null, ' '],
  );
  expect([kept?.overrideTier, away?.overrideTier]).toEqual(['Reserve', null]);
});

test('only rows with vendor and parcel name count, only the vendor’s are read, and later rows win', () => {
  expect(
    read(
      HEAD,
      ['Kunming Pearl', 'KP1', 'Accept', null, null],
      ['Kunming Pearl', null, 'Accept', null, null],
      [null, 'KP2', 'Accept', null, null],
      ['Antwerp Rounds', 'KP3', 'Accept', null, null],
      ['Kunming Pearl', 'KP1', 'Reject', null, null],
    ),
  ).toEqual([{ ...row, vendorStockId: '1', blackList: true }]);
});

test('a later row for the same stone keeps the status and the comment that it leaves blank (rule: Accept and reject)', () => {
  const rows = read(
    HEAD,
    ['Kunming Pearl', 'KP1', 'Accept', 'a fine one', 'Reserve'],
    ['Kunming Pearl', 'KP2', 'Reject', null, null],
    ['Kunming Pearl', 'KP1', null, null, 'Exceptional'],
    ['Kunming Pearl', 'KP2', null, 'too dark', null],
  );
  expect(rows).toEqual([
    { ...row, vendorStockId: '1', whiteList: true, comments: 'a fine one', overrideTier: 'Exceptional' },
    { ...row, vendorStockId: '2', blackList: true, comments: 'too dark' },
  ]);
});

test.each([
  [
    'no headings',
    [
      ['Vendor', 'Parcel Name'],
      ['Kunming Pearl', 'KP1'],
    ],
  ],
  ['no rows', [HEAD]],
  ['only other vendors’ rows', [HEAD, ['Antwerp Rounds', 'AR1', 'Accept', null, null]]],
])('%s: the error of the specification', (_, rows) => {
  expect(() => read(...rows)).toThrow(NOTHING);
});

test('a later sheet is read where the first has no headings', () => {
  const sheets = [sheet(['Notes']), sheet(HEAD, ['Kunming Pearl', 'KP1', 'Accept', null, null])];
  expect(readInventorySheet(sheets, VENDOR)).toHaveLength(1);
});

test.each([
  ['C', 'new status'],
  ['B', 'parcel name'],
  ['A', 'vendor'],
])(
  'a formula without a result in column %s is refused by row and column (rule: Cells)',
  (column, heading) => {
    const stock = sheet(HEAD, ['Kunming Pearl', 'KP1', 'Accept', null, null]);
    const [head, row] = stock.rows;
    const index = 'ABC'.indexOf(column);
    const cells = row!.cells.map((cell, place) => (place === index ? null : cell));
    const broken = { ...row!, cells, problems: [{ index, message: 'is a formula without a result' }] };
    expect(() => readInventorySheet([{ ...stock, rows: [head!, broken] }], VENDOR)).toThrow(
      `Row 2, ${heading}: it is a formula without a result.`,
    );
  },
);

test.each([
  ['Maybe', null, 'Row 2, new status: Maybe is neither Accept nor Reject.'],
  ['Accept', 'Best', 'Row 2, override tier: Best is not one of'],
])('%s and %s: refused by row and column', (status, tier, message) => {
  expect(() => read(HEAD, ['Kunming Pearl', 'KP1', status, null, tier])).toThrow(message);
});

test('given a comment and a stock number that are too long, when the sheet is read, then each is named in its own column', () => {
  const [stock, comment] = ['1'.repeat(65), 'x'.repeat(1_001)];
  expect(() => read(HEAD, ['Kunming Pearl', `KP${stock}`, 'Accept', comment, null])).toThrow(
    'Row 2, parcel name: Use at most 64 characters; row 2, comments: Use at most 1,000 characters.',
  );
});

test('refused once, with every faulty row', () => {
  const fault = (status: string) => ['Kunming Pearl', 'KP1', status, null, 'Best'];
  const refusal = (): Refusal => {
    try {
      read(HEAD, ['Kunming Pearl', 'KP1', 'Accept', null, null], ...['A', 'B', 'C'].map(fault));
    } catch (error) {
      if (error instanceof Refusal) return error;
    }
    throw new Error('not refused');
  };
  const { message, errors, code } = refusal();
  expect(code).toBe('UNREADABLE_ROW');
  expect(message).toMatch(
    /^Row 3, new status: A is neither Accept nor Reject; row 3, override tier: Best is not one of .*; row 4, new status: B .*; row 5, new status: C is neither Accept nor Reject; and 1 more\.$/,
  );
  expect(errors).toHaveLength(6);
});
