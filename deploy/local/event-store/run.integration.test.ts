import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startProgram } from '#tests/support/programs.ts';
import { claimFolder } from '../../build/claim.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-event-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (...args: string[]) =>
  startProgram('deploy/local/event-store/main.ts', args, { VITRINE_DATA: folder, DATABASE_URL: '' });

test('a second one in the same data folder ends with the sentence that names the first', async () => {
  const ownFolder = path.join(folder, 'event-store');
  mkdirSync(ownFolder);
  const claim = claimFolder(ownFolder);
  const second = run('--port', '0');
  expect(await second.ended()).toBe(1);
  expect(second.output().trim()).toMatch(
    new RegExp(
      `^.*event-store is in use by process ${process.pid} .*choose another folder with VITRINE_DATA\\.$`,
    ),
  );
  claim.release();
});
