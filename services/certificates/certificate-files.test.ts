import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Stone } from '#contracts/api/stones.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { drawnCertificates } from '#local/demo/drawn-certificates/index.ts';
import { openFileStore, type FileStore } from '#services/platform/files/index.ts';
import { certificateFiles } from './certificate-files.ts';

const STONE: Stone = {
  parcelName: 'N-1',
  lab: 'FM',
  certNo: '1234567-12345678901',
  shortCertNo: '1234567',
  weight: 1,
  shapeCode: 'OV',
  cut: 'ID',
  status: 'AVAILABLE',
  inCart: false,
  tentativeAvailability: false,
  lastUpdated: '',
  labGrown: false,
  fancyColoured: false,
  virtual: false,
};

const lists = () => Promise.resolve(PROGRAM_LISTS);

let folder = '';
let files: FileStore;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-certificates-'));
  files = openFileStore({ filesUrl: undefined, dataFolder: folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('outside the demo there are those that are stored, by short number', async () => {
  const certificates = certificateFiles(files, undefined, lists);
  expect([
    await certificates.has(STONE, 'certificate'),
    await certificates.pdf(STONE, 'certificate'),
  ]).toEqual([false, undefined]);
  await files.put('certificates/1234567.pdf', Buffer.from('issued'));
  expect([
    await certificates.has(STONE, 'certificate'),
    String(await certificates.pdf(STONE, 'certificate')),
  ]).toEqual([true, 'issued']);
  expect(await certificates.has(STONE, 'addendum')).toBe(false);
  await files.put('addenda/1234567.pdf', Buffer.from('added'));
  expect(String(await certificates.pdf(STONE, 'addendum'))).toBe('added');
});

test('in the demo what is not stored is drawn', async () => {
  const certificates = certificateFiles(files, drawnCertificates, lists);
  for (const kind of ['certificate', 'addendum'] as const) {
    expect(await certificates.has(STONE, kind)).toBe(true);
    expect(String(await certificates.pdf(STONE, kind))).toMatch(/^%PDF-/);
  }
  expect([
    await certificates.has({ ...STONE, cut: 'EX' }, 'addendum'),
    await certificates.pdf({ ...STONE, cut: 'EX' }, 'addendum'),
  ]).toEqual([false, undefined]);
  await files.put('certificates/1234567.pdf', Buffer.from('issued'));
  expect(String(await certificates.pdf(STONE, 'certificate'))).toBe('issued');
});

test('one that is not offered is not there, though a stone of another laboratory has its number', async () => {
  const certificates = certificateFiles(files, drawnCertificates, lists);
  await files.put('certificates/1234567.pdf', Buffer.from('issued'));
  for (const stone of [
    { ...STONE, lab: 'IGI' as const, certNo: '1234567' },
    { ...STONE, shortCertNo: '1234567890' },
  ])
    expect([
      await certificates.has(stone, 'certificate'),
      await certificates.pdf(stone, 'certificate'),
    ]).toEqual([false, undefined]);
});

test('a stone without a number, or with one that is no file’s name, has none', async () => {
  const certificates = certificateFiles(files, drawnCertificates, lists);
  for (const certNo of [undefined, '../secret', 'a/b', 'x y', '']) {
    const stone: Stone = { ...STONE, lab: 'GIA', certNo, shortCertNo: undefined };
    expect([
      await certificates.has(stone, 'certificate'),
      await certificates.pdf(stone, 'certificate'),
    ]).toEqual([false, undefined]);
  }
});
