import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Figures, FigureStones } from '#contracts/api/figures.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, monthOf } from '#contracts/vocabulary/months.ts';
import { MOVEMENT_NAMES } from '#contracts/vocabulary/statuses.ts';
import { billFiguresProjection, parcelFiguresProjection } from '#projections/figures/index.ts';
import { verifyProjection } from '#projections/engine/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import { readSheets } from '#services/platform/workbooks/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';

/** The read model of the figures against the combined report of the same cut, over a random history. */

const today = houseDayOf(new Date().toISOString(), ZONE);
const [month, last] = [monthOf(today), addMonths(monthOf(today), -1)];
const SHAPES = ['RD', 'EM', 'CU'];

type Life = {
  shape: number;
  customer: number;
  memo: number;
  end: 'held' | 'back' | 'sold' | 'credited';
  after: number;
};
const lives = fc.array(
  fc.record({
    shape: fc.nat(2),
    customer: fc.constantFrom(7, 8, 9),
    memo: fc.integer({ min: 20, max: 150 }),
    end: fc.constantFrom<Life['end'][]>('held', 'held', 'back', 'sold', 'credited'),
    after: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 14, maxLength: 14 },
);

let vitrine: SmallVitrine;
const positions: string[] = [];
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  const [seed, history] = [Date.now() % 1_000_000, [] as Life[]];
  history.push(...fc.sample(lives, { seed, numRuns: 1 })[0]!);
  console.log(`a random history of seed ${seed}`);
  const ago = (days: number): string => addDays(today, -Math.max(0, days));
  for (const customerId of [7, 8, 9])
    await customerCommands.changeTerms(
      vitrine.context,
      { commandId: `terms-${customerId}`, actor: { username: 'test', role: 'administrator' } },
      customerId,
      { changes: { feeRatePpm: 10_000, minInventoryCents: 2_000_000 }, effectiveAt: ago(200) },
    );
  for (const [index, { shape, customer, memo, end, after }] of history.entries()) {
    const name = `F-${index}`;
    await vitrine.listStone(name, { shapeCode: SHAPES[shape]!, weight: 700 + 110 * index });
    await vitrine.document('MEMO', name, customer, ago(memo));
    if (end === 'back') await vitrine.document('RETURN_MEMO', name, customer, ago(memo - after));
    if (end === 'sold' || end === 'credited')
      await vitrine.document('INVOICE', name, customer, ago(memo - after));
    if (end === 'credited') await vitrine.document('CREDIT', name, customer, ago(memo - 2 * after));
    if (index % 4 === 3) positions.push(String(await vitrine.context.events.headPosition()));
  }
  await vitrine.shown();
  const admin = await vitrine.as('admin');
  for (const customerId of [7, 8, 9])
    for (let back = 6; back >= 0; back -= 1) {
      const { status, text } = await admin.post('/api/bills', { customerId, month: addMonths(last, -back) });
      if (status !== 200) throw new Error(text);
    }
  await vitrine.shown();
}, 120_000);
afterAll(() => vitrine.close());

const figures = async (who: string, query = ''): Promise<Figures> => {
  const { status, json, text } = await (await vitrine.as(who)).get(`/api/figures${query}`);
  if (status !== 200) throw new Error(`${query}: ${text}`);
  return json as Figures;
};
const stones = async (who: string, query: string): Promise<FigureStones> => {
  const { status, json, text } = await (await vitrine.as(who)).get(`/api/figures/stones?${query}`);
  if (status !== 200) throw new Error(`${query}: ${text}`);
  return json as FigureStones;
};

type Row = Record<string, unknown>;
async function reportOf(query: string): Promise<(name: string) => { totals: Row; rows: Row[] }> {
  const { token } = await vitrine.as('admin');
  const response = await fetch(new URL(`/reports/combined?${query}`, vitrine.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
  });
  if (!response.ok) throw new Error(await response.text());
  const sheets = await readSheets(new Uint8Array(await response.arrayBuffer()));
  return (name) => {
    const { rows } = sheets.find((sheet) => sheet.name === name)!;
    const headings = rows.find(({ row }) => row === 8)!.cells;
    const named = (cells: readonly unknown[]): Row =>
      Object.fromEntries(headings.map((heading, index) => [String(heading), cells[index] ?? null]));
    return {
      totals: named(rows.find(({ row }) => row === 7)?.cells ?? []),
      rows: rows.filter(({ row }) => row > 8).map(({ cells }) => named(cells)),
    };
  };
}

test('the figures of a cut are the totals of the combined report of that cut', async () => {
  const days = [0, 25, 60, 100].map((back) => addDays(today, -back));
  for (const [index, day] of days.entries()) {
    const query = `effectiveAt=${day}&knownAt=${positions.at(-1 - (index % 3))}`;
    const [shown, report] = [await figures('admin', `?${query}`), await reportOf(query)];
    const inventory = report('Inventory by customer');
    const now = shown.holding.at(-1)!;
    expect([day, shown.position, now.exposure.count]).toEqual([
      day,
      positions.at(-1 - (index % 3)),
      inventory.rows.length,
    ]);
    expect([now.exposure.total, now.holding.total, now.feeBase]).toEqual([
      inventory.totals['Exposure'] ?? 0,
      inventory.totals['Holding'] ?? 0,
      inventory.totals['Fee base'] ?? 0,
    ]);
    const out = shown.ageing.reduce((sum, { count }) => sum + count, 0);
    expect(out).toBe(now.holding.count);
    const sold = report('Sell-through').totals;
    const sum = (of: (cell: Figures['sellThrough'][number]) => number): number =>
      shown.sellThrough.reduce((total, cell) => total + of(cell), 0);
    expect([sum(({ ended }) => ended), sum((cell) => cell.sold)]).toEqual([
      Number(sold['Ended'] ?? 0),
      Number(sold['Sold'] ?? 0),
    ]);
    expect(sum((cell) => Math.round((cell.daysToSale ?? 0) * cell.sold))).toBe(
      Number(sold['Days to sale, all'] ?? 0),
    );
    // The report's period is the last week.
    const week = shown.movements.at(-1)!;
    const moved = report('Movements').rows;
    for (const type of ['MEMO', 'RETURN_MEMO', 'INVOICE', 'CREDIT'] as const) {
      const own = moved.filter((row) => row['What'] === MOVEMENT_NAMES[type]);
      expect([type, week.of[type]]).toEqual([
        type,
        { count: own.length, total: own.reduce((total, row) => total + Number(row['Price']), 0) },
      ]);
    }
  }
}, 120_000);

test('each figure opens to its stones', async () => {
  const shown = await figures('admin', '?customerId=7');
  const held = await stones('admin', 'of=HELD&customerId=7');
  expect([held.count, held.total]).toEqual([
    shown.holding.at(-1)!.exposure.count,
    shown.holding.at(-1)!.exposure.total,
  ]);
  for (const { from, to, count, total } of shown.ageing) {
    const of = await stones(
      'admin',
      `of=HELD&customerId=7&minAge=${from}${to === null ? '' : `&maxAge=${to}`}`,
    );
    expect([from, of.count, of.total]).toEqual([from, count, total]);
  }
  for (const { from, to, of } of shown.movements) {
    const moved = await stones('admin', `of=MOVED&type=MEMO&customerId=7&from=${from}&to=${to}`);
    expect([from, moved.count]).toEqual([from, of.MEMO.count]);
  }
  const everyone = await figures('admin');
  for (const { line, shape, band, ended } of everyone.sellThrough) {
    const cell = new URLSearchParams({ of: 'ENDED', line, shape, band });
    expect([shape, band, (await stones('admin', cell.toString())).count]).toEqual([shape, band, ended]);
  }
  const billed = everyone.months.find((one) => one.month === last)!;
  const lines = await stones('admin', `of=BILLED&month=${last}`);
  expect([lines.total, lines.house]).toEqual([billed.total, billed.margin!.house]);
});

test('fees and rebates are those of the bills issued; the bill that is replaced counts no more', async () => {
  const admin = await vitrine.as('admin');
  const bills = (await admin.get(`/api/bills?filter={"month":"${last}","newest":true}`)).json as {
    total: number;
  }[];
  const of = (await figures('admin')).months.find((one) => one.month === last)!;
  expect(of.total).toBeCloseTo(
    bills.reduce((sum, { total }) => sum + total, 0),
    5,
  );
  expect(of.fees + of.rebates + of.other).toBeCloseTo(of.total, 5);
  expect(of.fees).toBeGreaterThan(0);
  expect(
    (await figures('admin', `?knownAt=${positions.at(-1)}`)).months.find((one) => one.month === last),
  ).toEqual({ month: last, fees: 0, rebates: 0, other: 0, total: 0, margin: { house: 0, of: 0 } });
  expect((await figures('admin')).months.map((one) => one.month).at(-1)).toBe(month);
});

test('a rep sees the customer it names or acts for, else its own, and no margin', async () => {
  const margin = /"margin"|"house"/;
  const named = await figures('rep', '?customerId=8');
  expect(JSON.stringify(named)).not.toMatch(margin);
  expect(JSON.stringify(await stones('rep', `of=BILLED&month=${last}&customerId=8`))).not.toMatch(margin);
  expect(named.holding).toEqual((await figures('admin', '?customerId=8')).holding);
  const acting = await (await vitrine.as('rep', { customer: '8' })).get('/api/figures');
  expect((acting.json as Figures).holding).toEqual(named.holding);
  expect((await figures('rep')).customers).toBe(0);
  for (const [who, query, status] of [
    ['alder', '', 403],
    ['rep', '?customerId=77', 404],
    ['rep', '?effectiveAt=soon', 400],
    ['admin', '?knownAt=soon', 400],
  ] as const)
    expect([who, query, (await (await vitrine.as(who)).get(`/api/figures${query}`)).status]).toEqual([
      who,
      query,
      status,
    ]);
  expect(await (await vitrine.as('admin')).get('/api/figures/stones?of=MOVED')).toMatchObject({
    status: 400,
    json: { field: 'from' },
  });
});

test('staff who belong to a customer get the figures that other staff get, and its own once they name it', async () => {
  const admin = await vitrine.as('admin');
  const [everyone, named] = [await figures('admin'), await figures('admin', '?customerId=8')];
  const billed = await stones('admin', `of=BILLED&month=${last}`);
  const belongTo = async (customerId: number | null): Promise<void> => {
    for (const username of ['admin', 'rep'])
      expect(await admin.post('/admin/updateuser', { username, customerId })).toMatchObject({ status: 200 });
  };
  // Given an administrator and a rep of customer 8.
  await belongTo(8);
  // When they name no customer, then the figures are of all, or of the rep's own customers.
  expect((await figures('admin')).customers).toBe(everyone.customers);
  expect((await stones('admin', `of=BILLED&month=${last}`)).count).toBe(billed.count);
  expect((await figures('rep')).customers).toBe(0);
  // When they name one, by query or by header, then they are of that one.
  expect((await figures('rep', '?customerId=8')).holding).toEqual(named.holding);
  const acting = await (await vitrine.as('admin', { customer: '7' })).get('/api/figures');
  expect((acting.json as Figures).customers).toBe(1);
  await belongTo(null);
});

test('a stone on memo before it was listed is in the report of a day between, at the price of its listing', async () => {
  // Given a memo of the day before yesterday, of a stone that was listed today.
  await vitrine.listStone('L-1', {}, 1_000_000, 'natural', new Date().toISOString());
  await vitrine.document('MEMO', 'L-1', 7, addDays(today, -2));
  await vitrine.listStone('L-2', {}, 1_000_000, 'natural', new Date().toISOString());
  await vitrine.shown();
  // When a report is made as of yesterday.
  const query = `effectiveAt=${addDays(today, -1)}`;
  const [shown, report] = [await figures('admin', `?${query}`), await reportOf(query)];
  // Then it has the stone at its first price, the shelf has none of both, and the figures are the same.
  const { totals, rows } = report('Inventory by customer');
  expect(rows.filter((row) => row['Parcel'] === 'L-1')).toMatchObject([{ Exposure: 9_800, Holding: 9_800 }]);
  expect(report('Available').rows.filter((row) => String(row['Parcel']).startsWith('L-'))).toEqual([]);
  const { exposure, holding, feeBase } = shown.holding.at(-1)!;
  expect([exposure.count, exposure.total, holding.total, feeBase]).toEqual([
    rows.length,
    totals['Exposure'],
    totals['Holding'],
    totals['Fee base'],
  ]);
}, 120_000);

test('the figures count the customers that the combined report of their cut lists', async () => {
  // Given a customer that is registered after the positions noted.
  await customerCommands.register(
    vitrine.context,
    { commandId: 'late', actor: { username: 'test', role: 'administrator' } },
    10,
    { identity: { name: 'Dogwood Jewels' }, access: {}, terms: {} },
  );
  await vitrine.shown();
  const known = `knownAt=${positions.at(-1)}`;
  // When figures are asked of now, of a position and of days before, when some held nothing yet.
  const queries = ['', known, ...[1, 60, 130, 150].map((back) => `effectiveAt=${addDays(today, -back)}`)];
  const counts: number[] = [];
  for (const query of queries) {
    const { customers } = await figures('admin', `?${query}`);
    // Then they are of as many customers as the report of the same cut and day.
    expect([query, customers]).toEqual([query, (await reportOf(query))('Customers').rows.length]);
    counts.push(customers);
  }
  expect(counts.slice(0, 2)).toEqual([4, 3]);
}, 120_000);

test('the read models are the same when they are made again', async () => {
  const { pool, context } = vitrine;
  for (const projection of [parcelFiguresProjection(ZONE), billFiguresProjection])
    expect(await verifyProjection({ pool, events: context.events, projection })).toMatchObject({
      differences: [],
    });
});
