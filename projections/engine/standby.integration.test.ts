import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { EventStoreRefused } from '#services/platform/event-store/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionStatus } from './index.ts';
import { followingOf, rebuildingOf } from './lease-names.ts';
import { noteStopped } from './stopped.ts';
import { engineProcesses } from './testing/engine-processes.ts';
import { dropBuilds, engineDatabase } from './testing/test-engine.ts';
import { createMemoryLog, projectForTests, repriced, uncarted } from './testing/test-log.ts';
import { countsProjection, notesProjection } from './testing/test-projections.ts';

/** One process follows a projection, and the others stand by for it. */

const LONG = 30_000;
let database: Database;
let pool: pg.Pool;
let processes: ReturnType<typeof engineProcesses>;

beforeAll(async () => {
  const url = await testDatabase();
  database = await engineDatabase(url);
  pool = database.pool;
  processes = engineProcesses(url);
});
afterAll(() => database.close());
afterEach(async () => {
  await processes.stopAll();
  await dropBuilds(pool);
});

test('runs each projection in one process at a time, and a standby takes over', async () => {
  const log = createMemoryLog();
  const first = await processes.start(log, [notesProjection()]);
  await first.positions.waitForPosition(['notes'], log.add('stone-a', repriced(1)).position, LONG);
  const second = await processes.start(log, [notesProjection()]);
  await second.positions.waitForPosition(['notes'], log.add('stone-a', repriced(2)).position, LONG);
  expect(second.runner.caughtUp()).toBe(false);
  expect(second.committed).toEqual([]);
  await processes.stop(first);
  await second.positions.waitForPosition(['notes'], log.add('stone-a', repriced(3)).position, LONG);
  expect(second.committed.length).toBeGreaterThan(0);
  const { rows } = await pool.query('select parcel, cents from read.noted_stone');
  expect(rows).toEqual([{ parcel: 'stone-a', cents: 6 }]);
});

test('looks twice a second where another process has the projections, or makes a new build', async () => {
  const log = createMemoryLog();
  const versions = (version: number) => [notesProjection({ version }), countsProjection()];
  const first = await processes.start(log, versions(1));
  await first.positions.waitForPosition(['notes', 'counts'], log.add('stone-a', repriced(1)).position, LONG);
  const rebuilding = await openLeases(pool).take(rebuildingOf('notes'));
  const standby = await processes.start(log, versions(1));
  const newer = await processes.start(log, versions(2));
  const asked = [standby, newer].map(({ database: { pool: own } }) => vi.spyOn(own, 'query'));
  await delay(2_000);
  for (const { mock } of asked) {
    expect(mock.calls.length).toBeGreaterThan(0);
    expect(mock.calls.length).toBeLessThan(60);
  }
  expect(newer.logged).toEqual([]);
  await rebuilding?.give();
  await expect.poll(() => newer.logged, { timeout: LONG }).toContain('the rebuilt projection is live');
});

test('of two that start together one follows them all: apart, each would read the log', async () => {
  const log = createMemoryLog();
  const all = () => [notesProjection(), countsProjection()];
  const both = await Promise.all([processes.start(log, all()), processes.start(log, all())]);
  const { position } = log.add('stone-a', repriced(1));
  expect(await both[0].positions.waitForPosition(['notes', 'counts'], position, LONG)).toBe(true);
  await expect.poll(() => both.map(({ runner }) => runner.caughtUp()).toSorted()).toEqual([false, true]);
});

test('hands all over to a standby where the event store refuses this process alone', async () => {
  const log = createMemoryLog();
  const refused = vi.fn(() =>
    Promise.reject(new EventStoreRefused('subscribe', new Error('wrong password'))),
  );
  await processes.start({ ...log, subscribeToAll: refused }, [notesProjection()]);
  await expect.poll(() => refused.mock.calls.length, { timeout: LONG }).toBeGreaterThan(0);
  const standby = await processes.start(log, [notesProjection()]);
  const { position } = log.add('stone-a', repriced(1));
  expect(await standby.positions.waitForPosition(['notes'], position, LONG)).toBe(true);
  await expect.poll(() => standby.runner.caughtUpIn('notes'), { timeout: LONG }).toBe(true);
});

test('hands one that stops here over to a standby where it does not', async () => {
  const log = createMemoryLog();
  const first = await processes.start(log, [
    notesProjection({ faults: { defect: true } }),
    countsProjection(),
  ]);
  await first.positions.waitForPosition(['counts'], log.add('vendor-a', uncarted()).position, LONG);
  const standby = await processes.start(log, [notesProjection(), countsProjection()]);
  const { position } = log.add('stone-a', repriced(1));
  expect(await standby.positions.waitForPosition(['notes', 'counts'], position, LONG)).toBe(true);
  await expect.poll(() => standby.runner.caughtUpIn('notes')).toBe(true);
  expect(first.runner.caughtUpIn('notes')).toBeUndefined();
  expect([first.runner.caughtUpIn('counts'), standby.runner.caughtUpIn('counts')]).toEqual([true, undefined]);
  await expect
    .poll(() => projectionStatus(database.db, log, [notesProjection()]))
    .toMatchObject([{ state: 'live', problem: null }]);
});

test('notes nothing of its stop on a read model that another process has taken over', async () => {
  const log = createMemoryLog();
  await projectForTests(pool, log, [notesProjection()]);
  const [here, there] = [openLeases(pool), openLeases(pool)];
  const former = (await here.take(followingOf('notes')))!;
  await former.give();
  const lease = (await there.take(followingOf('notes')))!;
  const problem = async () => (await projectionStatus(database.db, log, [notesProjection()]))[0]!.problem;
  await noteStopped(pool, 'notes', former, new Error('stopped here'));
  expect(await problem()).toBeNull();
  await noteStopped(pool, 'notes', lease, new Error('stopped there'));
  expect(await problem()).toContain('stopped there');
  await lease.give();
});
