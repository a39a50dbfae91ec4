import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommandLine } from './command-line.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-command-line-'));
  file = path.join(folder, 'file');
  writeFileSync(file, '');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  process.exitCode = undefined;
});

/** What a program prints that ends with what the work throws. */
async function printedOf(work: () => unknown): Promise<unknown> {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  await runCommandLine(async () => {
    work();
    return 0;
  });
  expect(process.exitCode).toBe(1);
  const lines = printed.mock.calls.flat().join('\n');
  printed.mockRestore();
  return lines;
}

test('a file that is not there is a sentence', async () => {
  const missing = path.join(folder, 'missing');
  expect(await printedOf(() => readFileSync(missing))).toBe(`There is no file ${missing}.`);
  expect(await printedOf(() => copyFileSync(missing, file))).toBe(`There is no file ${missing}.`);
});

test('a file in the place of a folder, or the other way round, is a sentence', async () => {
  const wanted = (named: string) => `${named} is a file, or lies in one: name a folder.`;
  expect(await printedOf(() => mkdirSync(file))).toBe(wanted(file));
  expect(await printedOf(() => readdirSync(file))).toBe(wanted(file));
  const inside = path.join(file, 'inside');
  expect(await printedOf(() => mkdirSync(inside, { recursive: true }))).toBe(wanted(inside));
  expect(await printedOf(() => readFileSync(folder))).toBe(
    'A folder was named in the place of a file: name a file.',
  );
});

test.each([
  [{}, 'There is no space left: '],
  [{ path: '/backup/log' }, 'There is no space left in /backup/log: '],
  [{ path: '/files/1.pdf', dest: '/backup/1.pdf' }, 'There is no space left in /backup/1.pdf: '],
])('a full disk is a sentence with the place where one is known: %j', async (places, begin) => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    ...places,
  });
  const printed = await printedOf(() => {
    throw full;
  });
  expect(printed).toBe(`${begin}free some, remove what was begun, and try again.`);
});

test('what else the file system refuses is its message', async () => {
  const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: file });
  const printed = await printedOf(() => {
    throw refused;
  });
  expect(printed).toBe('EACCES: permission denied');
});
