import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { billingMigrations } from '../index.ts';
import { findRun, insertRun, lastCheck, noteEnd, noteItem, noteStart } from './run-store.ts';

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

test('the last completed check says when it was asked for, and for whom it failed', async () => {
  const { db } = database;
  expect(await lastCheck(db)).toBeNull();
  const check = async (id: string, day: string, end: { failed: number[]; failure?: string } | null) => {
    const at = new Date(`${day}T12:00:00Z`);
    await insertRun(db, {
      id,
      kind: 'VERIFY',
      month: null,
      overrides: [],
      requestedBy: 'nightly check',
      requestedRole: 'system',
      requestedAt: at,
    });
    for (const subjectId of [7, 8, 9]) {
      const outcome = end?.failed.includes(subjectId) ? 'FAILED' : 'SAME';
      await noteItem(db, id, { subjectId, outcome, message: null, totalCents: null }, at);
    }
    if (end) await noteEnd(db, id, { at, failure: end.failure ?? null, postings: null });
  };
  await check('00000000-0000-4000-8000-000000000011', '2026-05-03', { failed: [7, 9] });
  await check('00000000-0000-4000-8000-000000000012', '2026-05-04', { failed: [8], failure: 'out of room' });
  await check('00000000-0000-4000-8000-000000000013', '2026-05-05', null);
  expect(await lastCheck(db)).toEqual({ at: new Date('2026-05-03T12:00:00Z'), failed: new Set([7, 9]) });
});
