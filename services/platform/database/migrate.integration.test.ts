import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/postgres.ts';
import { StoreUnusable } from '../store-unusable.ts';
import { connectDatabase, migrate, type Database } from './index.ts';

let url: string;
const open: Database[] = [];
beforeEach(async () => {
  url = await testDatabase();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function connect(): Database {
  const database = connectDatabase(url, { pipeline: true });
  open.push(database);
  return database;
}

test('a connection lost in a migration fails it by its name, and the pool closes all the same', async () => {
  const { pool, close } = connectDatabase(url);
  const failure = migrate(pool, [{ name: 'lost', sql: 'select pg_terminate_backend(pg_backend_pid())' }]);
  await expect(failure).rejects.toThrow('migration lost failed');
  await close();
});

test('one that fails leaves nothing behind, and no lock that would keep the next from it', async () => {
  const first = connect();
  const failure = migrate(first.pool, [{ name: 'kept', sql: 'create table kept (); select no_such_thing' }]);
  await expect(failure).rejects.toThrow('migration kept failed');
  await migrate(connect().pool, [{ name: 'kept', sql: 'create table kept ()' }]);
  expect((await first.pool.query(`select to_regclass('kept') is not null as there`)).rows).toEqual([
    { there: true },
  ]);
});

test('what a later version has migrated is refused where all migrations are named, and nothing is changed', async () => {
  const { pool } = connect();
  const older = [{ name: 'first', sql: 'create table first ()' }];
  await migrate(pool, [...older, { name: 'of-later', sql: 'alter table first add column x int' }]);
  const more = [...older, { name: 'of-older', sql: 'alter table first drop column x' }];
  await expect(migrate(pool, more, { areAll: true })).rejects.toThrow(
    'migrated by a later version of Vitrine (of-later)',
  );
  expect((await pool.query('select x from first')).rows).toEqual([]);
  // A tool that knows its own part alone goes on.
  await migrate(pool, older);
});

test.each(['SQL_ASCII', 'LATIN1'])(
  'a database of encoding %s is refused with what it must be',
  async (encoding) => {
    const { pool } = connect();
    const other = `${new URL(url).pathname.slice(1)}_other`;
    await pool.query(`create database ${other} encoding '${encoding}' locale 'C' template template0`);
    const database = connectDatabase(url.replace(/[^/]+$/, other));
    try {
      const failure = await migrate(database.pool, []).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StoreUnusable);
      expect(failure).toMatchObject({ message: expect.stringMatching(/DATABASE_URL.*UTF-8.*ICU.*backup/) });
    } finally {
      await database.close();
      await pool.query(`drop database ${other} with (force)`);
    }
  },
);

test('given an order of names of another version of ICU, when migrated, then connections do not warn of it', async () => {
  const { pool } = connect();
  await migrate(pool, []);
  await pool.query(`update pg_collation set collversion = '0' where oid = 'vitrine.names'::regcollation`);
  await migrate(pool, []);
  const { rows } = await pool.query(
    `select collversion = pg_collation_actual_version(oid) as same from pg_collation where oid = 'vitrine.names'::regcollation`,
  );
  expect(rows).toEqual([{ same: true }]);
});

test('one that loses a deadlock is tried again', async () => {
  const { pool } = connect();
  await pool.query('create table one (); create table other ()');
  const older = await pool.connect();
  try {
    await older.query('begin');
    await older.query('lock table other');
    // Postgres ends the one that finds the deadlock: the migration looks for it first.
    await older.query("set local deadlock_timeout = '1min'");
    const migrated = migrate(connect().pool, [
      {
        name: 'crossed',
        sql: `set local deadlock_timeout = '2s'; alter table one add column x int; alter table other add column x int`,
      },
    ]);
    const waits = `select from pg_locks where not granted and relation = 'other'::regclass`;
    await expect.poll(async () => (await pool.query(waits)).rowCount, { timeout: 9_000 }).toBe(1);
    await older.query('lock table one');
    await older.query('commit');
    await migrated;
  } finally {
    older.release();
  }
  expect((await pool.query('select one.x, other.x as y from one, other')).rows).toEqual([]);
});

test('a table that others read is waited for without holding up those who come after', async () => {
  const { pool } = connect();
  await pool.query('create table read_for_long ()');
  const migrating = connect();
  const backup = await pool.connect();
  const waiting = `select from pg_locks where not granted and relation = 'read_for_long'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  try {
    await backup.query('begin');
    await backup.query('select * from read_for_long');
    const migrated = migrate(migrating.pool, [
      { name: 'longer', sql: 'alter table read_for_long add column x int' },
    ]);
    await expect
      .poll(async () => (await pool.query(waiting)).rowCount, {
        timeout: 9_000,
      })
      .toBe(1);
    // It waits behind the migration, and is answered before the backup has ended.
    await pool.query('select * from read_for_long');
    await backup.query('commit');
    await migrated;
  } finally {
    backup.release();
  }
  expect((await pool.query('select x from read_for_long')).rows).toEqual([]);
});
