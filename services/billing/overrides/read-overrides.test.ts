import { expect, test } from 'vitest';
import { sheetBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import type { Refusal } from '#services/platform/refusal.ts';
import { readOverrides, refusedOverrides } from './read-overrides.ts';

type Row = (string | number | null)[];
const base64 = async (...rows: Row[]): Promise<string> =>
  Buffer.from(await sheetBytes([['Customer', 'Key', 'Value', 'Reason'], ...rows])).toString('base64');
const refused = async (...rows: Row[]): Promise<Refusal> =>
  refusedOverrides((await readOverrides(await base64(...rows))).wrong);

test('dollars become cents, percent parts per million, days stay; each knows its row of the sheet', async () => {
  const read = await readOverrides(
    await base64(
      [7, 'FEE:N-1:e', 98.5, 'agreed'],
      [null],
      [7, 'feeRate', 0.8, 'trial'],
      [7, 'Min Inventory', '$50,000', 'new store'],
      [8, 'payment_days', 45, 'holiday'],
      [8, 'hafPct1', '10 %', 'as agreed'],
    ),
  );
  expect(read).toEqual({
    overrides: [
      { target: 'LINE', customerId: 7, lineKey: 'FEE:N-1:e', valueCents: 9_850, reason: 'agreed' },
      { target: 'TERM', customerId: 7, term: 'feeRatePpm', value: 8_000, reason: 'trial' },
      { target: 'TERM', customerId: 7, term: 'minInventoryCents', value: 5_000_000, reason: 'new store' },
      { target: 'TERM', customerId: 8, term: 'paymentDays', value: 45, reason: 'holiday' },
      { target: 'TERM', customerId: 8, term: 'hafPct1Ppm', value: 100_000, reason: 'as agreed' },
    ],
    rowOf: [2, 4, 5, 6, 7],
    wrong: [],
  });
});

const WRONG: [Row, RegExp][] = [
  [[7, 'FEE:N-1:e', 98.505, 'x'], /gives 98.505 as an amount: write dollars with at most two decimals/],
  [[7, 'feeRate', -1, 'x'], /gives feeRate as -1: it cannot be below 0/],
  [[7, 'feeRate', 0.00001, 'x'], /percent up to 100 with at most four decimals/],
  [[7, 'feeRate', 101, 'x'], /percent up to 100/],
  [[7, 'gracePeriodDays', 1.5, 'x'], /write whole days/],
  [[7, 'paymentDays', 9_999_999_999, 'x'], /write whole days, 3650 at most/],
  [[7, 'minInventory', 1.001, 'x'], /gives minInventory as 1.001: write dollars/],
  [
    [7, 'FEE:N-1:e', '50%', 'x'],
    /has 50 % as its value: a line is overridden with an amount, so write dollars/,
  ],
  [[7, 'minInventory', '10 %', 'x'], /gives minInventory as 10 %: write dollars, without a percent sign/],
  [[7, 'paymentDays', '30%', 'x'], /gives paymentDays as 30 %: write whole days, without a percent sign/],
  // A cell that is formatted as percent holds a fraction.
  [[7, 'feeRate', 0.015, 'x'], /gives feeRate as 0.015 %: if 1.5 % is meant, write 1.5/],
  [[7, 'hafPct1', 0.29, 'x'], /gives hafPct1 as 0.29 %: if 29 % is meant/],
];

test('each wrong row is named by its number, with what is to be done', async () => {
  // One customer a row: the same term of one customer twice is wrong for another reason.
  const refusal = await refused(...WRONG.map(([[, ...rest]], index): Row => [index + 1, ...rest]));
  expect(refusal).toMatchObject({ status: 422, code: 'WRONG_OVERRIDES', field: 'base64Overrides' });
  expect(refusal.message).toMatch(/^The overrides sheet was not applied, and nothing was billed: row 2 /);
  expect(refusal.errors).toHaveLength(WRONG.length);
  WRONG.forEach(([, words], index) => {
    expect(refusal.errors![index]!.message).toMatch(new RegExp(`^row ${index + 2} `));
    expect(refusal.errors![index]!.message).toMatch(words);
  });
});

test('the same line or term of a customer twice is refused with both rows, however the term is written', async () => {
  const refusal = await refused(
    [7, 'feeRate', 1.5, 'x'],
    [7, 'Fee rate', 2, 'x'],
    [7, 'FEE:N-1:e', 10, 'x'],
    [7, 'FEE:N-1:e', 20, 'x'],
    [8, 'fee_rate', 3, 'x'],
  );
  expect(refusal.errors!.map(({ message }) => message)).toEqual([
    'row 3 overrides Fee rate of customer 7 again, after row 2: keep one of them',
    'row 5 overrides FEE:N-1:e of customer 7 again, after row 4: keep one of them',
  ]);
});

test('lines whose keys differ only by case are two', async () => {
  const read = await readOverrides(await base64([7, 'FEE:n-1:e', 10, 'x'], [7, 'FEE:N-1:e', 20, 'x']));
  expect(read).toMatchObject({ wrong: [], overrides: [{ lineKey: 'FEE:n-1:e' }, { lineKey: 'FEE:N-1:e' }] });
});

test('all wrong rows are listed, the first five of them in the message', async () => {
  const rows = Array.from({ length: 8 }, (_, index): Row => [7, `line ${index}`, 'much', 'x']);
  const { message, errors } = await refused(...rows);
  expect(message).toMatch(/row 2 .*; row 6 .*; and 3 more rows\.$/);
  expect(errors).toHaveLength(8);
});

test('in the column of terms, only terms are taken', async () => {
  const sheet = await sheetBytes([
    ['customerId', 'lineKey', 'term', 'value', 'reason'],
    [7, null, 'giaRoundDiscount', 2, 'x'],
  ]);
  const { wrong } = await readOverrides(Buffer.from(sheet).toString('base64'));
  expect(refusedOverrides(wrong).message).toMatch(
    /row 2 names no term that can be overridden \(giaRoundDiscount\): use one of minInventory, gracePeriodDays/,
  );
});

test.each([
  ['text that is no base64', '§', /must be the file's bytes in base64/],
  ['nothing', '', /The file is empty/],
  ['no sheet', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]).toString('base64'), /not UTF-8 text/],
  ['a file that is too large', Buffer.alloc(5 * 1024 * 1024, 'a').toString('base64'), /larger than 4 MB/],
])('%s is refused', async (_, text, message) => {
  await expect(readOverrides(text)).rejects.toThrow(message);
});
