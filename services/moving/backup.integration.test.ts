import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createProjections } from '#projections/index.ts';
import { rebuildProjection } from '#projections/engine/index.ts';
import { itemOf, noteStep } from '#services/inboxes/index.ts';
import { migrations } from '#services/modules.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { ensureLogIdentity } from '#services/platform/log-identity.ts';
import { SIMULATOR_SCHEMA } from '#local/trading-system-simulator/schema.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProgram } from '#tests/support/programs.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { backUp } from './backup.ts';
import { linesOf } from './kept-files.ts';
import { restore, type Restore } from './restore.ts';
import { noteRestored, restoredInto } from './restored.ts';
import { expectTheSame, makeWorld, type World } from './testing/moved-world.ts';

/** The drill: a backup of a running Vitrine, everything destroyed, and all of it back in stores that are new. */

const clock = () => new Date();
let world: World;
let folder: string;
let databaseUrl: string;
let database: Database;
let store: TestEventStore;
let events: EventStore;
/** What came of backups from folders that are not the one of the files, and whether something was written. */
const refused: unknown[] = [];
const refusedAmongFiles: unknown[] = [];
let withoutFiles: unknown;

const backup = (to: string, files = 'files') =>
  backUp({
    pool: world.vitrine.pool,
    events: world.vitrine.context.events,
    folder: path.join(folder, to),
    filesFolder: path.join(folder, files),
    clock,
  });
const STEP = { action: 'REPOINT' as const, owner: null, note: 'read aloud', changes: [], by: 'ada' };
/** Notes a step of an inbox, which the database numbers. */
const noteOneMore = (db: Database['db']) =>
  noteStep(db, 'SUSPENSE', 'a document', { ...STEP, at: clock() }, { ...STEP, state: 'OPEN' });
const restoring = (from: string): Restore => ({
  folder: path.join(folder, from),
  pool: database.pool,
  events,
  besides: async () => SIMULATOR_SCHEMA,
  filesFolder: path.join(folder, 'files-again'),
  migrations,
  clock,
  newId: randomUUID,
});
const restoreFrom = (from: string, into: EventStore = events, more = migrations) =>
  restore({ ...restoring(from), events: into, migrations: more });

/** What a version that comes after this one has changed in the tables: in their rows, so that it must come behind them. */
const laterMigration = (sql = 'create table vitrine.later as select username from vitrine.user_account') => ({
  name: 'later-1',
  sql,
});
const later = [...migrations, laterMigration()];

/** With the log back and the tables not: Vitrine ends with a sentence, and has written nothing that a restore refuses. */
async function expectNoStart(): Promise<void> {
  const stores = { DATABASE_URL: databaseUrl, EVENTSTORE_URL: store.connectionString };
  const running = startProgram('services/main.ts', [], { ...stores, PORT: '0', VITRINE_DATA: folder });
  expect(await running.ended()).toBe(1);
  expect(running.output()).toMatch(
    /^The restore of the backup of .* is unfinished\. Finish it with .*npm run restore/m,
  );
  expect(running.output()).not.toMatch(/^\s+at /m);
  await expect(migrate(database.pool, migrations)).rejects.toThrow('is unfinished');
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-backup-'));
  mkdirSync(path.join(folder, 'files/certificates'), { recursive: true });
  writeFileSync(path.join(folder, 'files/certificates/1.pdf'), 'a certificate');
  world = await makeWorld();
  const { rows } = await world.vitrine.pool.query<{ id: string }>('select id from vitrine.file_folder');
  writeFileSync(path.join(folder, 'files/.vitrine-files'), `${rows[0]!.id}\n`);
  for (const [name, marker] of Object.entries({ unmarked: undefined, marked: randomUUID() })) {
    mkdirSync(path.join(folder, name));
    if (marker !== undefined) writeFileSync(path.join(folder, name, '.vitrine-files'), `${marker}\n`);
    refused.push(await backup('never made', name).catch((error: unknown) => error));
  }
  const { pool } = world.vitrine;
  await pool.query("update vitrine.file_folder set id = 'bucket'");
  refused.push(await backup('never made').catch((error: unknown) => error));
  refused.push(existsSync(path.join(folder, 'never made')));
  await pool.query('delete from vitrine.file_folder');
  withoutFiles = (await backup('without files', 'unmarked')).files;
  await pool.query('insert into vitrine.file_folder (id) values ($1)', [rows[0]!.id]);
  for (const name of ['files', 'files/backups/today'])
    refusedAmongFiles.push(await backup(name).catch((error: unknown) => error));
  refusedAmongFiles.push(existsSync(path.join(folder, 'files/backups')));
  await noteOneMore(world.vitrine.context.db);
  await backup('whole');
  await backup('harmed');
  await backup('another');
  appendFileSync(path.join(folder, 'harmed/log.ndjson.gz'), 'x');
  cpSync(path.join(folder, 'whole'), path.join(folder, 'cut short'), { recursive: true });
  truncateSync(path.join(folder, 'cut short/backup.json'), 100);
  mkdirSync(path.join(folder, 'unreadable/backup.json'), { recursive: true });
  mkdirSync(path.join(folder, 'changed'));
  writeFileSync(path.join(folder, 'changed/backup.json'), '{"format":2}');
  await world.vitrine.close();
  databaseUrl = await testDatabase();
  database = connectDatabase(databaseUrl);
  store = await startEmbeddedEventStoreForTests(await testDatabase());
  events = connectEventStore({ connectionString: store.connectionString });
}, 120_000);
afterAll(async () => {
  await events?.close();
  await store?.close();
  await database?.close();
  await world?.peer.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a backup goes into a folder of its own', async () => {
  await expect(
    backUp({
      pool: database.pool,
      events,
      folder: path.join(folder, 'whole'),
      filesFolder: undefined,
      clock,
    }),
  ).rejects.toThrow('is not empty');
});

test('a backup among the files that it copies is refused, and nothing is written', () => {
  const amongFiles = expect.objectContaining({ message: expect.stringContaining('name a folder outside') });
  expect(refusedAmongFiles).toEqual([amongFiles, amongFiles, false]);
});

test('it is made of the folder that the files are in, and of no other', () => {
  const elsewhere = expect.objectContaining({
    name: 'UnusableBackup',
    message: expect.stringContaining('is not the folder that Vitrine keeps its files in'),
  });
  const inBucket = expect.objectContaining({
    name: 'UnusableBackup',
    message: expect.stringMatching(/keeps its files in a bucket.*VITRINE_FILES_URL/),
  });
  expect(refused).toEqual([elsewhere, elsewhere, inBucket, false]);
});

test('it has no files of a folder without a marker, where none is noted: they lie in a bucket', () => {
  expect(withoutFiles).toBe(null);
});

test.each([
  ['nowhere', 'is no whole backup'],
  ['unreadable', 'EISDIR'],
  ['cut short', 'backup.json is not what was written: use another backup'],
  ['changed', 'backup.json is not what was written: use another backup'],
  ['harmed', 'log.ndjson.gz is missing, or is not what was written'],
])('%s is not restored', async (from, message) => {
  await expect(restoreFrom(from)).rejects.toThrow(message);
  expect(await events.headPosition()).toBe(0n);
});

test('one of a later version is not restored', async () => {
  await expect(restoreFrom('whole', events, migrations.slice(0, -1))).rejects.toThrow('a later version');
  expect(await events.headPosition()).toBe(0n);
});

test('it is not restored into tables of a later version, which were changed while they were empty', async () => {
  const { pool, close } = connectDatabase(await testDatabase());
  await migrate(pool, [laterMigration('select 1')]);
  await expect(restore({ ...restoring('whole'), pool, migrations: later })).rejects.toThrow(
    'those of a later version than the backup (later-1)',
  );
  // Nothing was begun there.
  await migrate(pool, []);
  await close();
  expect(await events.headPosition()).toBe(0n);
});

test('one with files is not restored without them, where the files lie in a bucket', async () => {
  await expect(restore({ ...restoring('whole'), filesFolder: undefined })).rejects.toThrow(
    'copy what is in that folder into the bucket',
  );
  expect(await events.headPosition()).toBe(0n);
  const { rows } = await database.pool.query(`select to_regclass('vitrine.migration') as migrations`);
  expect(rows).toEqual([{ migrations: null }]);
});

test('killed anywhere and begun again, by a later version, it is whole: users, lists, bills; nothing is posted twice', async () => {
  for (const appends of [0, 1, 5, 9]) {
    let left = appends;
    const dying: EventStore = {
      ...events,
      append(...args) {
        if (left === 0) throw new Error('killed');
        left -= 1;
        return events.append(...args);
      },
    };
    await expect(restoreFrom('whole', dying, later)).rejects.toThrow('killed');
  }
  const noFolder = path.join(folder, 'whole/backup.json');
  await expect(restore({ ...restoring('whole'), filesFolder: noFolder })).rejects.toThrow('EEXIST');
  await expectNoStart();
  const broken = [...migrations, laterMigration('select no_such_thing')];
  await expect(restoreFrom('whole', events, broken)).rejects.toThrow('migration later-1 failed');
  await expectNoStart();
  expect(await restoreFrom('whole', events, later)).toMatchObject({ outcome: 'brought back' });
  const { rows } = await database.pool.query('select count(*)::int as users from vitrine.later');
  expect(rows).not.toEqual([{ users: 0 }]);
  // From here on it is of this version again.
  await database.pool.query("drop table vitrine.later; delete from vitrine.migration where name = 'later-1'");
  expect(existsSync(path.join(folder, 'files-again/certificates/1.pdf'))).toBe(true);
  expect(await restoreFrom('whole')).toMatchObject({ outcome: 'already back' });
  // What the database numbers goes on behind what came back.
  await noteOneMore(database.db);
  expect((await itemOf(database.db, 'SUSPENSE', 'a document')).steps).toHaveLength(2);
  const { pool, close } = connectDatabase(databaseUrl, { pipeline: true });
  for (const projection of createProjections(ZONE)) await rebuildProjection({ pool, events, projection });
  await close();
  await expectTheSame(world, { DATABASE_URL: databaseUrl, EVENTSTORE_URL: store.connectionString });
}, 120_000);

test('begun again when everything is back and the house has worked on, it changes nothing and says so', async () => {
  const head = await events.headPosition();
  expect(await restoreFrom('whole')).toMatchObject({ outcome: 'gone on since' });
  // The program runs alone on the database.
  await database.close();
  const running = startProgram('services/moving/restore-program.ts', ['--from', path.join(folder, 'whole')], {
    DATABASE_URL: databaseUrl,
    EVENTSTORE_URL: store.connectionString,
    VITRINE_DATA: folder,
  });
  const exitCode = await running.ended();
  database = connectDatabase(databaseUrl);
  expect(exitCode).toBe(1);
  expect(running.output().trim()).toBe(
    'This backup was brought back here already; nothing was changed. To return to it, restore into empty stores.',
  );
  expect(await events.headPosition()).toBe(head);
});

test('what is in use is not restored into', async () => {
  await expect(restoreFrom('another')).rejects.toThrow('The database holds rows already');
});

test('where the log is in use nothing is begun: Vitrine starts on the database still', async () => {
  const empty = connectDatabase(await testDatabase());
  const used = await startEmbeddedEventStoreForTests(await testDatabase());
  const log = connectEventStore({ connectionString: used.connectionString });
  try {
    await ensureLogIdentity({ events: log, clock, newId: randomUUID });
    const into = { ...restoring('another'), pool: empty.pool, events: log };
    await expect(restore(into)).rejects.toThrow('holds a log of its own');
    await migrate(empty.pool, []);
  } finally {
    await log.close();
    await used.close();
    await empty.close();
  }
});

test('a file that was changed since, or is missing, is found out', async () => {
  const file = path.join(folder, 'whole/files/certificates/1.pdf');
  writeFileSync(file, 'another text!');
  const message = 'files/certificates/1.pdf is missing, or is not what was written';
  await expect(restoreFrom('whole')).rejects.toThrow(message);
  rmSync(file);
  await expect(restoreFrom('whole')).rejects.toThrow(message);
});

test('a backup that is brought back again into an emptied database is noted with its new log', async () => {
  const client = await database.pool.connect();
  try {
    for (const log of ['one log', 'another log']) {
      await noteRestored(client, 'a moment', log);
      expect(await restoredInto(client, 'a moment')).toBe(log);
    }
  } finally {
    client.release();
  }
});

test('its folder is for its owner alone, and on the disk before the manifest and after it', async () => {
  const to = path.join(folder, 'kept', 'flushed');
  const handle = await open(folder);
  await handle.close();
  const flushed: [string, boolean][] = [];
  const sync = vi
    .spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync')
    .mockImplementation(async function (this: FileHandle) {
      const { ino } = await this.stat();
      for (const at of [folder, path.dirname(to), to])
        if (statSync(at, { throwIfNoEntry: false })?.ino === ino)
          flushed.push([path.relative(folder, at), existsSync(path.join(to, 'backup.json'))]);
    });
  try {
    const empty = connectDatabase(await testDatabase());
    await migrate(empty.pool, migrations);
    await backUp({ pool: empty.pool, events, folder: to, filesFolder: undefined, clock });
    await empty.close();
  } finally {
    sync.mockRestore();
  }
  expect(flushed).toEqual([
    ['kept', false],
    ['', false],
    ['kept/flushed', false],
    ['kept/flushed', true],
  ]);
  expect(statSync(to).mode & 0o777).toBe(0o700);
});

test('it holds the log to its last event', async () => {
  const last = { id: randomUUID(), type: 'Noted', data: {}, metadata: {} };
  await events.append('the-last', 'no_stream', [last]);
  const empty = connectDatabase(await testDatabase());
  await migrate(empty.pool, migrations);
  const to = path.join(folder, 'to the last');
  await backUp({ pool: empty.pool, events, folder: to, filesFolder: undefined, clock });
  await empty.close();
  const lines: string[] = [];
  for await (const line of linesOf(path.join(to, 'log.ndjson.gz'))) lines.push(line);
  expect(lines.at(-1)).toContain(last.id);
});
