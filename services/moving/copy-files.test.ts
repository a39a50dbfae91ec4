import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { folderStore } from '#services/platform/files/folder-store.ts';
import { copyFiles, filesIn } from './copy-files.ts';

let folder: string;
const at = (...parts: string[]): string => path.join(folder, ...parts);
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-copy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every file is copied while others are written and replaced beside them', async () => {
  for (const name of ['certificates', 'invoices', 'reports']) {
    mkdirSync(at('from', name), { recursive: true });
    for (let number = 0; number < 100; number += 1) writeFileSync(at('from', name, `${number}.pdf`), name);
  }
  const store = folderStore(at('from'));
  const ended = new AbortController();
  const writing = (async () => {
    for (let number = 0; !ended.signal.aborted; number += 1)
      await store.put(`certificates/${100 + (number % 20)}.pdf`, Buffer.from('new'));
  })();
  for (let times = 0; times < 5; times += 1) {
    const to = at(`to-${times}`);
    await copyFiles(at('from'), to);
    for (const name of ['certificates', 'invoices', 'reports']) {
      const copied = readdirSync(path.join(to, name));
      expect(copied.length).toBeGreaterThanOrEqual(100);
      expect(copied.filter((file) => file.startsWith('.'))).toEqual([]);
    }
  }
  ended.abort();
  await writing;
});

test('the marker of the folder is taken along; what is unfinished is not', async () => {
  mkdirSync(at('marked'));
  for (const name of ['.vitrine-files', '.half', '1.pdf']) writeFileSync(at('marked', name), name);
  await copyFiles(at('marked'), at('marked-copy'));
  expect(readdirSync(at('marked-copy')).toSorted()).toEqual(['.vitrine-files', '1.pdf']);
});

test('files are named by their path in the folder', async () => {
  mkdirSync(at('named', 'invoices', '2026'), { recursive: true });
  for (const file of ['1.pdf', 'invoices/2.pdf', 'invoices/2026/3.pdf']) writeFileSync(at('named', file), '');
  const found: string[] = [];
  for await (const file of filesIn(at('named'))) found.push(file);
  expect(found.toSorted()).toEqual(['1.pdf', 'invoices/2.pdf', 'invoices/2026/3.pdf']);
});

test('each copy is brought to the disk, and each folder that was made for one', async () => {
  mkdirSync(at('kept', 'invoices'), { recursive: true });
  for (const file of ['1.pdf', 'invoices/2.pdf']) writeFileSync(at('kept', file), '');
  const handle = await open(at('kept', '1.pdf'));
  await handle.close();
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  try {
    await copyFiles(at('kept'), at('kept-copy'));
    // Two files, the two folders with them, and what lies above each of those.
    expect(sync).toHaveBeenCalledTimes(6);
  } finally {
    sync.mockRestore();
  }
});

test('a folder that is not there has no files', async () => {
  await copyFiles(at('nowhere'), at('empty'));
  expect(existsSync(at('empty'))).toBe(true);
});

test('what cannot be read is no silence', async () => {
  writeFileSync(at('a-file'), '');
  await expect(copyFiles(at('a-file'), at('copy-of-it'))).rejects.toThrow('ENOTDIR');
});
