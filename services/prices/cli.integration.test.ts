import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProgram } from '#tests/support/programs.ts';
import { priceListOn, rapPerCarat } from './index.ts';
import type { PriceRow } from './price-list.ts';
import { cells, priceListText } from './testing/made-price-lists.ts';

const stone = { shapeCode: 'RD', weight: 1010, colour: 'D', clarity: 'IF' };

let url: string;
let database: Database;
let folder: string;
beforeAll(async () => {
  url = await testDatabase();
  database = connectDatabase(url);
  folder = await mkdtemp(path.join(tmpdir(), 'price-list-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** `npm run price-list` of a file with these prices; its exit code and output. */
async function load(
  date: string,
  rows: readonly PriceRow[],
  ...options: string[]
): Promise<{ code: unknown; output: string }> {
  const file = path.join(folder, 'list.csv');
  await writeFile(file, priceListText(date, rows));
  return run(file, ...options);
}

async function run(...args: string[]): Promise<{ code: unknown; output: string }> {
  const env = { DATABASE_URL: url, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' };
  const running = startProgram('services/prices/cli.ts', args, env);
  return { code: await running.ended(), output: running.output() };
}

const inForce = () => priceListOn(database.db, '2026-04-15');
const rap = async () => {
  const list = await inForce();
  return list && rapPerCarat(list, stone);
};

test('a list is loaded, one of the same date replaces it, an older one changes nothing and is asked about', async () => {
  expect(await load('2026-03-01', cells())).toEqual({
    code: 0,
    output: '16 prices of 2026-03-01 are loaded.\n',
  });
  expect(await rap()).toBe(2_000_000);
  expect((await load('2026-03-01', cells(1.2))).code).toBe(0);
  expect(await rap()).toBe(2_400_000);
  expect((await load('2026-02-01', cells(0.9))).output).toContain('older than the one in force');
  expect((await load('2026-02-01', cells(0.9), '--confirm', 'OLDER')).code).toBe(0);
  expect(await rap()).toBe(2_400_000);
});

test('a list of one row drops no price', async () => {
  const refused = await load('2026-04-01', cells().slice(0, 1));
  expect(refused).toEqual({ code: 1, output: 'The price list has no pear table.\n' });
  const short = cells().filter(({ fromWeight }) => fromWeight === 300);
  expect((await load('2026-04-01', short)).output).toContain('Prices of the list before are not in this one');
  expect((await inForce())?.date).toBe('2026-03-01');
});

test('a list of a later day is asked about, counts from that day on, and is removed', async () => {
  expect((await load('2099-01-01', cells())).code).toBe(1);
  expect((await load('2099-01-01', cells(), '--confirm', 'FUTURE')).code).toBe(0);
  expect(await rap()).toBe(2_400_000);
  const then = async () => (await priceListOn(database.db, '2099-01-01'))?.date;
  expect(await then()).toBe('2099-01-01');
  expect((await run('--remove', '2099-01-01')).output).toBe('The prices of 2099-01-01 are removed.\n');
  expect(await then()).toBe('2026-03-01');
  expect((await run('--remove', '2099-01-01')).code).toBe(1);
});

test('a dry run says what would change, and changes nothing', async () => {
  const { code, output } = await load('2026-04-01', cells(2), '--dry-run');
  expect([code, output]).toEqual([
    0,
    expect.stringContaining('16 prices of 2026-04-01, against those of 2026-03-01.'),
  ]);
  expect(output).toContain('PRICES_MOVED: Prices move by more than 25 %');
  expect((await inForce())?.date).toBe('2026-03-01');
});

test('a bad row is named, and nothing of its file is loaded', async () => {
  const before = await inForce();
  const rows = cells();
  const { code, output } = await load('2026-04-01', [...rows.slice(0, 1), { ...rows[1]!, clarity: 'VS9' }]);
  expect([code, output]).toEqual([1, expect.stringMatching(/^Row 3, clarity: /)]);
  expect(await inForce()).toEqual(before);
});

test('a missing file, and a call without one, are reported in plain words', async () => {
  const missing = await run(path.join(folder, 'none.csv'));
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('There is no file ')]);
  expect(missing.output).not.toContain('    at ');
  expect(await run()).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run price-list -- FILE.csv'),
  });
});
