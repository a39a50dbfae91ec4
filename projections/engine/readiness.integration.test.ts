import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { createPositions, projectionMigrations, readModelsReady, startProjections } from './index.ts';
import { notesProjection, type Faults } from './testing/test-projections.ts';
import { createMemoryLog, newTestEvent, repriced } from './testing/test-log.ts';

const soon = { timeout: 30_000, interval: 20 };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const databases: Database[] = [];
let url: string;
let events: ReturnType<typeof createMemoryLog>;

beforeEach(async () => {
  url = await testDatabase();
  events = createMemoryLog();
  events.add(
    'stone-a',
    newTestEvent('StoneWithdrawn', { reason: 'lost', effectiveAt: '2024-05-01T12:00:00.000Z' }),
  );
  await migrate(connect().pool, projectionMigrations);
});
afterAll(async () => {
  for (const database of databases) await database.close();
});

function connect(): Database {
  const database = connectDatabase(url, { pipeline: true });
  databases.push(database);
  return database;
}

/** A process that runs the projections, or one that only reads what they write. */
async function start(projections = [notesProjection()], follows = true, needed?: readonly string[]) {
  const { db, pool } = connect();
  const leases = openLeases(pool);
  const runner = follows
    ? startProjections({
        pool,
        looking: pool,
        leases,
        events,
        projections,
        log,
        positions: createPositions(db, await logIdOf(events)),
      })
    : undefined;
  return { runner, ready: readModelsReady({ db, events, projections, runner, ...(needed && { needed }) }) };
}

describe('read models are ready', () => {
  it('in the process that follows them and in one that stands by, before and after the change of hands', async () => {
    const first = await start();
    await expect.poll(first.ready, soon).toBe(true);
    const second = await start();
    await expect.poll(second.ready, soon).toBe(true);
    expect(second.runner?.caughtUp()).toBe(false);
    await first.runner?.stop();
    expect(await second.ready()).toBe(true);
    await expect.poll(() => second.runner?.caughtUp(), soon).toBe(true);
    expect(await second.ready()).toBe(true);
    await second.runner?.stop();
  });

  it('for one who only reads while somebody follows them, and for half a minute longer', async () => {
    const reading = await start(undefined, false);
    expect(await reading.ready()).toBe(false);
    const { runner, ready } = await start();
    await expect.poll(reading.ready, soon).toBe(true);
    await expect.poll(ready, soon).toBe(true);
    await runner?.stop();
    expect([await reading.ready(), await ready()]).toEqual([true, true]);
    expect(await (await start(undefined, false)).ready()).toBe(false);
    const { pool } = connect();
    await pool.query("update vitrine.lease set beat_at = clock_timestamp() - interval '31 seconds'");
    expect([await reading.ready(), await ready()]).toEqual([false, false]);
  });

  it('not any more once one that is followed has been stopped for half a minute, and again when it goes on', async () => {
    const faults: Faults = {};
    const { runner, ready } = await start([notesProjection({ faults })]);
    const reading = await start(undefined, false);
    await expect.poll(ready, soon).toBe(true);
    await expect.poll(reading.ready, soon).toBe(true);
    faults.defect = true;
    events.add('stone-b', repriced(1));
    const { pool } = connect();
    const stoppedLongAgo = () =>
      pool.query(
        `update vitrine.projection_build set stopped_at = clock_timestamp() - interval '31 seconds',
           updated_at = clock_timestamp() - interval '32 seconds' where stopped_at is not null`,
      );
    await expect.poll(async () => (await stoppedLongAgo()).rowCount, soon).toBe(1);
    // Also after it was tried again in vain.
    const fence = async () =>
      (await pool.query<{ fence: number }>('select fence from vitrine.lease')).rows[0]!.fence;
    const before = await fence();
    await expect.poll(fence, soon).toBeGreaterThan(before);
    expect([await reading.ready(), await ready()]).toEqual([false, false]);
    faults.defect = false;
    await expect.poll(ready, soon).toBe(true);
    expect(await reading.ready()).toBe(true);
    await runner?.stop();
  });

  it('not where they are of an older version than the program', async () => {
    const { runner, ready } = await start();
    await expect.poll(ready, soon).toBe(true);
    expect(await (await start([notesProjection({ version: 2 })], false)).ready()).toBe(false);
    await runner?.stop();
  });

  it('in a process that starts while one that no call is answered from stands still, or is of an older version', async () => {
    const first = await start();
    await expect.poll(first.ready, soon).toBe(true);
    await first.runner?.stop();
    events.add('stone-b', repriced(1));
    const faulty = [notesProjection({ faults: { defect: true } })];
    const needing = await start(faulty);
    const others = [await start(faulty, true, []), await start(faulty, false, [])];
    for (const { ready } of others) await expect.poll(ready, soon).toBe(true);
    expect(await needing.ready()).toBe(false);
    for (const { runner } of [needing, ...others]) await runner?.stop();
    const newer = [notesProjection({ version: 2 })];
    expect(await (await start(newer, false, [])).ready()).toBe(true);
  });
});
