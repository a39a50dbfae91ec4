import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProcess } from '#tests/support/processes.ts';
import { priceListOn, rapPerCarat } from './index.ts';

const HEADINGS = 'table,from,to,colour,clarity,pricePerCarat,date';
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

/** `npm run price-list` of a file with these rows; its exit code and output. */
async function load(...rows: string[]): Promise<{ code: unknown; output: string }> {
  const file = path.join(folder, 'list.csv');
  await writeFile(file, [HEADINGS, ...rows].join('\n'));
  return run(file);
}

async function run(...args: string[]): Promise<{ code: unknown; output: string }> {
  const program = fileURLToPath(new URL('cli.ts', import.meta.url));
  const env = { DATABASE_URL: url, EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false' };
  const running = startProcess(process.execPath, ['--import', import.meta.resolve('tsx'), program, ...args], {
    env,
  });
  return { code: await running.ended(), output: running.output() };
}

const inForce = () => priceListOn(database.db, '2026-04-15');
const rap = async () => {
  const list = await inForce();
  return list && rapPerCarat(list, stone);
};

test('a list is loaded, one of the same date replaces it, an older one does not count', async () => {
  expect(await load('round,1.00,1.49,D,IF,16400,2026-03-01')).toEqual({
    code: 0,
    output: '1 prices of 2026-03-01 are loaded.\n',
  });
  expect(await rap()).toBe(1_640_000);
  await load('round,1.00,1.49,D,IF,17000.50,2026-03-01', 'round,1.00,1.49,E,IF,16000,2026-03-01');
  expect(await rap()).toBe(1_700_050);
  await load('round,1.00,1.49,D,IF,1,2026-02-01');
  expect(await rap()).toBe(1_700_050);
});

test('a list of a later day counts from that day on', async () => {
  await load('round,1.00,1.49,D,IF,90000,2099-01-01');
  expect(await rap()).toBe(1_700_050);
  expect((await priceListOn(database.db, '2099-01-01'))?.date).toBe('2099-01-01');
});

test('a bad row is named, and nothing of its file is loaded', async () => {
  const before = await inForce();
  const { code, output } = await load(
    'round,1.00,1.49,D,IF,20000,2026-04-01',
    'round,1.00,1.49,D,VS9,20000,2026-04-01',
  );
  expect([code, output]).toEqual([1, expect.stringMatching(/^Row 3, clarity: /)]);
  expect(await inForce()).toEqual(before);
});

test('a missing file, and a call without one, are reported in plain words', async () => {
  const missing = await run(path.join(folder, 'none.csv'));
  expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('no such file')]);
  expect(missing.output).not.toContain('    at ');
  expect(await run()).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run price-list -- FILE.csv'),
  });
});
