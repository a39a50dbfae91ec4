import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BadConfiguration } from '#services/platform/config/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { fileMigrations, holdPlace, placeOfFiles } from './one-folder.ts';

let database: Database;
let above: string;
const warnings: string[] = [];
const held: (() => Promise<void>)[] = [];

beforeEach(async () => {
  above = mkdtempSync(path.join(os.tmpdir(), 'vitrine-folder-'));
  warnings.length = 0;
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, fileMigrations);
});
afterEach(async () => {
  for (const giveBack of held.splice(0)) await giveBack();
  await database.close();
  rmSync(above, { recursive: true });
});

/** A process begins to keep files in a folder of this name, or in a bucket. */
async function start(name?: string): Promise<() => Promise<void>> {
  const giveBack = await holdPlace({
    pool: database.pool,
    folder: name === undefined ? undefined : path.join(above, name),
    newId: randomUUID,
    warn: (message) => warnings.push(message),
  });
  held.push(giveBack);
  return () => {
    held.splice(held.indexOf(giveBack), 1);
    return giveBack();
  };
}

/** The connections that hold a claim, by the id of their server process. */
async function claims(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
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
  await stop();
  await expect.poll(() => start('other').then(() => 'started', String)).toBe('started');
  expect(warnings).toEqual([expect.stringContaining('other')]);
  await expect(start('one')).rejects.toThrow(BadConfiguration);
});

test.each(['file', 'file/inside'])(
  '%s is refused where a file lies in the place of the folder',
  async (name) => {
    writeFileSync(path.join(above, 'file'), '');
    await expect(start(name)).rejects.toMatchObject({
      problems: [
        `VITRINE_FILES_URL (or VITRINE_DATA) names ${path.join(above, name)}, which is a file or lies in one: give a folder.`,
      ],
    });
  },
);

test('a claim is made again when its connection has ended, as with a restart of Postgres', async () => {
  const stop = await start('one');
  const [before] = await claims();
  await database.pool.query('select pg_terminate_backend($1)', [before]);
  await expect.poll(async () => (await claims()).filter((pid) => pid !== before)).toHaveLength(1);
  await expect(start('other')).rejects.toThrow(BadConfiguration);
  await stop();
  await start('other');
});

test('one that comes too late with it warns once, and goes on trying', async () => {
  await start('one');
  const other = await database.pool.connect();
  await other.query("select pg_advisory_lock(hashtextextended('vitrine file folder', 0))");
  const [before] = await claims();
  await database.pool.query('select pg_terminate_backend($1)', [before]);
  await other.query(
    `update vitrine.file_folder set id = 'another';
     select pg_advisory_lock_shared(hashtextextended('vitrine files are kept', 0)),
       pg_advisory_unlock(hashtextextended('vitrine file folder', 0))`,
  );
  const refused = expect.stringContaining('VITRINE_FILES_URL');
  await expect.poll(() => warnings).toEqual([refused]);
  other.release(true);
  await expect
    .poll(() => warnings, { timeout: 5_000 })
    .toEqual([refused, expect.stringContaining('from now on')]);
});

test('a folder that was moved or copied with its marker is the same', async () => {
  const stop = await start('before');
  cpSync(path.join(above, 'before'), path.join(above, 'after'), { recursive: true });
  await start('after');
  await stop();
  expect(warnings).toEqual([]);
});

test('a bucket is another place than a folder', async () => {
  const stops = await Promise.all([start(), start()]);
  await expect(start('one')).rejects.toThrow(BadConfiguration);
  for (const stop of stops) await stop();
  await expect.poll(() => start('one').then(() => 'started', String)).toBe('started');
  expect(warnings).toEqual([expect.stringContaining('one from now on')]);
  await expect(start()).rejects.toThrow(/lie in a bucket.*VITRINE_FILES_URL/);
});

test('where the files are is known from what was started, and from a marker before that is', async () => {
  const seenFrom = (name: string) => placeOfFiles(database.pool, path.join(above, name));
  expect(await seenFrom('one')).toBe('not noted');
  const stop = await start('one');
  expect([await seenFrom('one'), await seenFrom('other')]).toEqual(['this folder', 'another folder']);
  await database.pool.query('delete from vitrine.file_folder');
  expect([await seenFrom('one'), await seenFrom('other')]).toEqual(['this folder', 'not noted']);
  await stop();
  await start();
  expect([await seenFrom('one'), await seenFrom('other')]).toEqual(['a bucket', 'a bucket']);
});
