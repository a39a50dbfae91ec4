import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderStore } from '#services/platform/files/folder-store.ts';
import { keepFeedFile, openFeedFile } from './feed-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-feeds-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file is kept once, by its content, and opened as it was sent', async () => {
  const files = folderStore(folder);
  const bytes = Buffer.from('S,W\n1,2\n');
  const fileId = await keepFeedFile(files, bytes);
  expect(fileId).toMatch(/^[0-9a-f]{64}\.csv$/);
  expect(await keepFeedFile(files, bytes)).toBe(fileId);
  expect(readdirSync(path.join(folder, 'vendor-feeds'))).toEqual([fileId]);
  expect(await openFeedFile(files, fileId)).toEqual(bytes);
  expect(await keepFeedFile(files, Buffer.from('PK\x03\x04', 'latin1'))).toMatch(/\.xlsx$/);
});

test.each(['x', '', '../certificates/1.pdf', `${'0'.repeat(64)}.csv`])(
  '%j is no kept file',
  async (fileId) => {
    await expect(openFeedFile(folderStore(folder), fileId)).rejects.toMatchObject({ status: 404 });
  },
);
