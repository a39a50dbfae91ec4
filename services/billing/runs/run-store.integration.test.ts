import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { billingMigrations } from '../index.ts';
import { findRun, insertRun, noteEnd, noteStart } from './run-store.ts';

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase());
  await migrate(database.pool, billingMigrations);
});
afterAll(() => database.close());

test('a process that wakes up late moves no cut that another has begun to bill at, and opens no run that has ended', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const at = new Date('2026-05-02T12:00:00Z');
  const begin = (position: string) =>
    noteStart(database.db, id, { at, cut: { position, recordedAt: at.toISOString() }, total: 3 });
  await insertRun(database.db, {
    id,
    kind: 'BILLS',
    month: '2026-04',
    overrides: [],
    requestedBy: 'admin',
    requestedRole: 'administrator',
    requestedAt: at,
  });
  expect([await begin('100'), await begin('90'), await begin('100')]).toEqual([true, false, true]);
  expect(await findRun(database.db, id)).toMatchObject({ cut: { position: '100' } });
  await noteEnd(database.db, id, { at, failure: null, postings: null });
  expect(await begin('100')).toBe(false);
});
