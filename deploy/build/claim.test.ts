import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFolder, FolderInUse, ownerOf, startOf } from './claim.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const noteOwner = (pid: number, started: string) =>
  writeFileSync(
    path.join(folder, 'owner.json'),
    JSON.stringify({ pid, started, since: '2026-01-01T00:00:00Z' }),
  );

test('a folder has one living owner, until that one gives it up', () => {
  const claim = claimFolder(folder);
  expect(ownerOf(folder)?.pid).toBe(process.pid);
  expect(() => claimFolder(folder)).toThrow(FolderInUse);
  claim.release();
  expect(ownerOf(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
  claimFolder(folder).release();
});

test('the refusal names the process, since when, and the way out', () => {
  noteOwner(process.ppid, startOf(process.ppid));
  expect(() => claimFolder(folder)).toThrow(
    `${folder} is in use by process ${process.ppid} (since 2026-01-01T00:00:00Z). ` +
      'Stop that one first, or choose another folder with VITRINE_DATA.',
  );
});

test('the claim of a dead process is taken over', () => {
  noteOwner(2 ** 22 + 1, '1');
  const claim = claimFolder(folder);
  expect(claim.tookOver).toBe(true);
  expect(ownerOf(folder)?.pid).toBe(process.pid);
});

test('a pid that was given to another process since is no owner', () => {
  noteOwner(process.ppid, 'at another time');
  expect(ownerOf(folder)).toBeUndefined();
  claimFolder(folder).release();
});

test('a claim that was cut off while it was written is none', () => {
  writeFileSync(path.join(folder, 'owner.json'), '{"pid":');
  claimFolder(folder);
  expect(JSON.parse(readFileSync(path.join(folder, 'owner.json'), 'utf8'))).toMatchObject({
    pid: process.pid,
  });
});
