import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VendorStatementLine } from '#contracts/billing/index.ts';
import { readSheets, type Sheet } from '#services/platform/workbooks/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { reportWorkbook } from './report-workbook.ts';
import { vendorReport } from './vendor-report.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.listStone('A-1');
  await vitrine.listStone('A-2');
  await vitrine.document('MEMO', 'A-2');
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const cellsOf = (sheets: readonly Sheet[], name: string) =>
  sheets.find((sheet) => sheet.name.startsWith(name))!.rows.map(({ cells }) => cells);

async function report(who: string, path: string) {
  const { token } = await vitrine.as(who);
  const response = await fetch(new URL(path, vitrine.address), {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() };
}

test('an administrator gets the workbook: stock, memos with the customer, every sheet there', async () => {
  const { status, headers, bytes } = await report('admin', '/reports/vendor/1?month=2026-04');
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toMatch(/2026-04\.xlsx/);
  const sheets = await readSheets(new Uint8Array(bytes));
  expect(sheets.map(({ name }) => name)).toEqual([
    'Stock',
    'On memo',
    'Sold 2026-04',
    'Returned 2026-04',
    'Deployment 2026-04',
    'Statement 2026-04',
  ]);
  const stock = cellsOf(sheets, 'Stock');
  expect(
    stock.filter(([name]) => String(name).startsWith('A-')).map(([name, , state]) => [name, state]),
  ).toEqual([
    ['A-1', 'Available'],
    ['A-2', 'Customer'],
  ]);
  // Formulas carry their values: the total, and the days since the memo of today.
  const memo = cellsOf(sheets, 'On memo').find(([name]) => name === 'A-2')!;
  expect(memo[4]).toBe(0);
  expect(memo.at(-1)).toMatch(/[A-Za-z]/);
  expect(cellsOf(sheets, 'On memo').at(-1)?.slice(5, 7)).toEqual(memo.slice(5, 7));
});

test.each(['RETAIL', 'NONE'])('an administrator with the prices %s is refused it', async (prices) => {
  const reply = await (await vitrine.as('admin', { prices })).get('/reports/vendor/1?month=2026-04');
  expect(reply).toMatchObject({ status: 402, json: { code: 'NO_PRICES' } });
});

test('the vendor’s own file is the same without customers', async () => {
  const { context } = vitrine;
  const given = {
    db: context.db,
    zone: context.zone,
    today: () => '2026-05-03',
    shapeName: () => Promise.resolve((code: string) => code),
    positions: { positionOf: () => context.events.headPosition() },
  };
  const own = await vendorReport(given, 1, { month: '2026-04', forVendor: true });
  const memo = cellsOf(await readSheets(own.bytes), 'On memo');
  expect(memo.find(([name]) => name === 'Parcel')).not.toContain('Customer');
  expect(JSON.stringify(memo)).not.toMatch(/alder/i);
});

test('of a month that is not over, the sheets of its bills say why they are empty', async () => {
  const { context } = vitrine;
  const given = (today: string) => ({
    db: context.db,
    zone: context.zone,
    today: () => today,
    shapeName: () => Promise.resolve((code: string) => code),
    positions: { positionOf: () => context.events.headPosition() },
  });
  const why = 'April 2026 is not over: its bills, and what is taken from them here, come after it.';
  for (const [today, states] of [
    ['2026-04-30', true],
    ['2026-05-01', false],
  ] as const) {
    const { bytes } = await vendorReport(given(today), 1, { month: '2026-04', forVendor: true });
    const sheets = await readSheets(bytes);
    for (const name of ['Deployment', 'Statement'])
      expect(JSON.stringify(cellsOf(sheets, name)).includes(why), `${name} ${today}`).toBe(states);
    expect(JSON.stringify(cellsOf(sheets, 'Stock'))).not.toContain(why);
  }
});

const LINE: VendorStatementLine = {
  customerId: 7,
  billVersion: 1,
  lineKey: 'k',
  kind: 'FEE',
  adjusts: null,
  parcelName: 'B',
  chargedCents: 3_400,
  tradingSystemCents: 0,
  flatCents: 0,
  baseCents: 3_400,
  sharePpm: 500_000,
  amountCents: 1_700,
};
const reportOf = (line: VendorStatementLine): Promise<Buffer> =>
  reportWorkbook({
    vendor: { vendorId: 1, name: '=Gems' },
    today: '2026-05-03',
    position: '12',
    month: '2026-04',
    zone: 'America/New_York',
    descriptions: new Map(),
    customers: null,
    rows: { stock: [], memo: [], sold: [], returned: [] },
    statement: { vendorId: 1, month: '2026-04', totalCents: line.amountCents, lines: [line] },
  });

test('the statement’s parts are formulas with our values', async () => {
  const rows = cellsOf(await readSheets(await reportOf(LINE)), 'Statement');
  expect(rows.find(([name]) => name === 'B')?.slice(3)).toEqual([0, 34, 0.5, 17]);
  expect(rows.at(-1)).toEqual(['Total', null, null, null, null, null, 17]);
});

test('given the longest words of a line, when the statement is made, then its column has room for them', async () => {
  const bytes = await reportOf({
    ...LINE,
    kind: 'ADJUSTMENT',
    adjusts: { month: '2026-09', kind: 'SURCHARGE' },
  });
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer);
  const sheet = workbook.getWorksheet('Statement 2026-04')!;
  const what = String(sheet.getCell('C6').value);
  expect(what).toBe('adjustment of September 2026, hearts-and-arrows surcharge');
  expect(sheet.getColumn('C').width).toBeGreaterThanOrEqual(what.length);
});

test('others are refused, and an unknown vendor or month', async () => {
  for (const who of ['rep', 'alder']) expect((await report(who, '/reports/vendor/1')).status).toBe(403);
  expect((await report('admin', '/reports/vendor/99')).status).toBe(402);
  expect((await report('admin', '/reports/vendor/1?month=soon')).status).toBe(402);
  expect((await report('admin', '/reports/vendor/1')).status).toBe(200);
});
