import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BadConfiguration } from '#services/platform/config/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { fileMigrations, holdFolder } from './one-folder.ts';

let database: Database;
let above: string;
const warnings: string[] = [];
const held: (() => void)[] = [];

beforeEach(async () => {
  above = mkdtempSync(path.join(os.tmpdir(), 'vitrine-folder-'));
  warnings.length = 0;
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, fileMigrations);
});
afterEach(async () => {
  for (const giveBack of held.splice(0)) giveBack();
  await database.close();
  rmSync(above, { recursive: true });
});

/** A process begins to keep files in a folder of this name. */
async function start(name: string): Promise<() => void> {
  const giveBack = await holdFolder({
    pool: database.pool,
    folder: path.join(above, name),
    newId: randomUUID,
    warn: (message) => warnings.push(message),
  });
  held.push(giveBack);
  return () => {
    held.splice(held.indexOf(giveBack), 1);
    giveBack();
  };
}

test('many processes that start together with one folder run side by side', async () => {
  await Promise.all(Array.from({ length: 5 }, () => start('shared')));
  expect(warnings).toEqual([]);
});

test('a process with a folder of its own is refused while another runs, with what to do about it', async () => {
  const stop = await start('one');
  await expect(start('other')).rejects.toThrow(BadConfiguration);
  await expect(start('other')).rejects.toThrow(/VITRINE_FILES_URL/);
  // A process that is alone goes on with what there is, for instance after a restore.
  stop();
  await expect.poll(() => start('other').then(() => 'started', String)).toBe('started');
  expect(warnings).toEqual([expect.stringContaining('other')]);
  await expect(start('one')).rejects.toThrow(BadConfiguration);
});

test('a folder that was moved or copied with its marker is the same', async () => {
  const stop = await start('before');
  cpSync(path.join(above, 'before'), path.join(above, 'after'), { recursive: true });
  await start('after');
  stop();
  expect(warnings).toEqual([]);
});
