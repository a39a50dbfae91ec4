import { unzipSync, strFromU8 } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { lastDayOf, monthOf } from '#contracts/vocabulary/months.ts';
import { customerCommands } from '#services/customers/index.ts';
import { readSheets, type Sheet } from '#services/platform/workbooks/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { recalculate } from '#tests/support/spreadsheet-program.ts';

const REP_SHEETS = [
  'Summary',
  'Inventory by customer',
  'Available',
  'Carts and desires',
  'Memos due',
  'Waiting',
  'Movements',
  'Sell-through',
  'Customers',
  'Back orders',
];
const today = houseDayOf(new Date().toISOString(), ZONE);
const dayAgo = (days: number): string => addDays(today, -days);
/** Noon of the house's day so many days ago. */
const daysAgo = (days: number): string => `${dayAgo(days)}T17:00:00.000Z`;

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  for (const name of ['A-1', 'A-2', 'A-3', 'A-4', 'A-6']) await vitrine.listStone(name);
  await vitrine.listStone('A-5', { tier: 'Exceptional', shapeCode: 'EM' }, 2_000_000);
  await vitrine.document('MEMO', 'A-2', 7, daysAgo(40));
  await vitrine.document('MEMO', 'A-5', 8, daysAgo(30), 2_000_000);
  await vitrine.document('MEMO', 'A-3', 8, daysAgo(50));
  await vitrine.document('INVOICE', 'A-3', 8, daysAgo(3));
  await vitrine.document('MEMO', 'A-6', 8, daysAgo(20));
  await vitrine.document('RETURN_MEMO', 'A-6', 8, daysAgo(2));
  await vitrine.shown();
  const alder = await vitrine.as('alder');
  await alder.post('/inventory/request_stones', { parcelNames: ['A-4'], remarks: '' });
  await alder.post('/inventory/cart_stones', { parcelNames: ['A-1'] });
  await vitrine.shown();
});
afterAll(() => vitrine.close());

async function report(
  who: string,
  query = '',
): Promise<{ status: number; headers: Headers; bytes: Uint8Array }> {
  const { token } = await vitrine.as(who);
  const response = await fetch(new URL(`/reports/combined${query}`, vitrine.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

const sheetOf = (sheets: readonly Sheet[], name: string) => sheets.find((sheet) => sheet.name === name)!;

/** The rows of a table by the names of its columns, and the totals above them. */
function tableOf(sheets: readonly Sheet[], name: string) {
  const rows = sheetOf(sheets, name).rows;
  const headings = rows.find(({ row }) => row === 8)!.cells;
  const named = (cells: readonly unknown[]) =>
    Object.fromEntries(headings.map((heading, index) => [String(heading), cells[index] ?? null]));
  return {
    totals: named(rows.find(({ row }) => row === 7)?.cells ?? []),
    rows: rows.filter(({ row }) => row > 8).map(({ cells }) => named(cells)),
  };
}

test('every sheet is there, and the figures are those of lists, holdings and bills', async () => {
  const { status, headers, bytes } = await report('admin', '?includeCost=true');
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toMatch(/Vitrine report .* with cost\.xlsx/);
  const sheets = await readSheets(bytes);
  expect(sheets.map(({ name }) => name)).toEqual([
    ...REP_SHEETS,
    'Anomalies and suspense',
    'Margin by sale',
    'Margin',
  ]);
  const inventory = tableOf(sheets, 'Inventory by customer');
  const available = tableOf(sheets, 'Available');

  let [exposure, holding, feeBase] = [0, 0, 0];
  for (const customer of ['7', '8', '9']) {
    const admin = await vitrine.as('admin', { customer });
    const mine = await admin.list('/inventory/customer');
    const own = inventory.rows.filter((row) => String(row['Customer']).endsWith(`(${customer})`));
    expect(own.map((row) => [row['Parcel'], row['Exposure']]).sort()).toEqual(
      mine.map((stone: Stone) => [stone.parcelName, stone.total]).sort(),
    );
    const held = (await admin.get(`/api/holdings?customerId=${customer}`)).json as Record<string, number>;
    exposure += held['exposure'] ?? 0;
    holding += held['currentlyHolding'] ?? 0;
    feeBase += held['feeBase'] ?? 0;
  }
  expect(inventory.totals).toMatchObject({ Exposure: exposure, Holding: holding, 'Fee base': feeBase });
  expect(exposure).toBe(9_800 * 2 + 20_000);

  const listed = await (await vitrine.as('admin')).list('/inventory/available');
  expect(available.rows.map((row) => row['Parcel']).sort()).toEqual(
    listed.map((stone) => stone.parcelName).sort(),
  );
  expect(available.totals['List price']).toBe(listed.reduce((sum, stone) => sum + stone.total!, 0));

  expect(tableOf(sheets, 'Memos due').rows).toMatchObject([
    { Parcel: 'A-5', Overdue: 'Overdue', 'Days left': -10 },
  ]);
  expect(tableOf(sheets, 'Waiting').rows).toMatchObject([{ Parcel: 'A-4', 'Waits for': 'Memo' }]);
  expect(tableOf(sheets, 'Carts and desires').rows).toMatchObject([
    { 'Parcel or desire': 'A-1', Price: 9_800 },
  ]);
  expect(tableOf(sheets, 'Movements').rows.map((row) => [row['What'], row['Parcel']])).toEqual([
    ['Invoiced', 'A-3'],
    ['Returned', 'A-6'],
    ['Request', 'A-4'],
  ]);
  expect(tableOf(sheets, 'Sell-through').totals).toMatchObject({ Ended: 2, Sold: 1 });
  expect(tableOf(sheets, 'Margin by sale').rows).toMatchObject([{ Parcel: 'A-3', Price: 9_800 }]);
});

test('a rep’s file is the administrator’s without cost, and has no word of cost in it', async () => {
  const rep = await report('rep');
  const admin = await report('admin');
  expect(rep.status).toBe(200);
  expect(Buffer.compare(Buffer.from(rep.bytes), Buffer.from(admin.bytes))).toBe(0);
  // Of the parts, what stands between tags and in names: margins of a page are no margins.
  const words = Object.values(unzipSync(rep.bytes)).map((part) => {
    const text = strFromU8(part);
    return [text.replace(/<[^>]*>/g, ' '), ...(text.match(/name="[^"]*"/g) ?? [])].join(' ');
  });
  expect(words.join('\n')).toMatch(/Fee so far/);
  expect(words.join('\n')).not.toMatch(/cost|vendor|margin|Antwerp|Safe 3|anomal|suspense|9090\.91|9,?090/i);
  const sheets = await readSheets(rep.bytes);
  expect(sheets.map(({ name }) => name)).toEqual(REP_SHEETS);
  expect((await report('rep', '?includeCost=true')).status).toBe(403);
  expect((await report('alder')).status).toBe(403);
});

test('a report of an old cut is the same bytes whatever was recorded since', async () => {
  const cut = String(await vitrine.context.events.headPosition());
  const query = `?includeCost=true&knownAt=${cut}`;
  const before = await report('admin', query);
  await vitrine.listStone('B-1');
  await vitrine.document('MEMO', 'A-1', 8, daysAgo(5));
  await vitrine.document('RETURN_MEMO', 'A-2', 7, daysAgo(1));
  await vitrine.shown();
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const after = await report('admin', query);
  expect(after.headers.get('x-position')).toBe(cut);
  expect(Buffer.compare(Buffer.from(before.bytes), Buffer.from(after.bytes))).toBe(0);
  const now = tableOf(await readSheets((await report('admin')).bytes), 'Inventory by customer');
  expect(now.rows.map((row) => row['Parcel'])).toEqual(['A-4', 'A-1', 'A-5']);
});

test('a day that is named counts what had happened by its end', async () => {
  const sheets = await readSheets((await report('rep', `?effectiveAt=${dayAgo(35)}`)).bytes);
  expect(tableOf(sheets, 'Inventory by customer').rows.map((row) => row['Parcel'])).toEqual(['A-2', 'A-3']);
  // The customers are registered since, with their limits: listed are those of whom something is dated by then.
  const customers = tableOf(sheets, 'Customers').rows.map((row) => [row['Customer'], row['Maximum']]);
  expect(customers).toEqual([
    ['Alder & Sons (7)', null],
    ['Birch Jewelers (8)', null],
  ]);
});

test('a day that is named has ended, unless it is running (rule: Fees and margin)', async () => {
  await customerCommands.changeTerms(
    vitrine.context,
    { commandId: 'fees', actor: { username: 'admin', role: 'administrator' } },
    8,
    { changes: { feeRatePpm: 10_000 }, effectiveAt: dayAgo(60) },
  );
  await vitrine.shown();
  const feeOf = async (parcelName: string, query: string): Promise<unknown> => {
    const { rows } = tableOf(await readSheets((await report('rep', query)).bytes), 'Inventory by customer');
    return rows.find((row) => row['Parcel'] === parcelName)?.['Fee so far'];
  };
  const firstDay = dayAgo(30);
  const days = Number(lastDayOf(monthOf(firstDay)).slice(-2));
  expect(await feeOf('A-5', `?effectiveAt=${firstDay}`)).toBe(Math.round(20_000 / days) / 100);
  expect(await feeOf('A-5', `?effectiveAt=${today}`)).toBe(await feeOf('A-5', ''));
  // What is known ends today, which is running: of later days there is nothing more.
  for (const later of [dayAgo(-1), dayAgo(-3)])
    expect([later, await feeOf('A-5', `?effectiveAt=${later}`)]).toEqual([
      later,
      monthOf(later) === monthOf(today) ? await feeOf('A-5', '') : 0,
    ]);
});

test('LibreOffice computes the same totals', async (context) => {
  const { bytes } = await report('admin', '?includeCost=true');
  const { report: formulas } = await recalculate(context, { report: bytes });
  expect(formulas!.length).toBeGreaterThan(60);
  const other = formulas!.filter(
    ({ ours, theirs }) => typeof theirs !== 'number' || Math.abs(Number(ours) - theirs) > 1e-9,
  );
  expect(other).toEqual([]);
}, 120_000);

test('a field that cannot be read is named', async () => {
  for (const query of [
    '?effectiveAt=soon',
    '?knownAt=soon',
    '?from=2026-05-02&to=2026-05-01',
    '?to=2026-13-01',
  ])
    expect((await report('rep', query)).status).toBe(402);
});
