import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { createPositions, parkedStreams, verifyProjection } from './index.ts';
import { dropBuilds, engineDatabase, startEngine } from './testing/test-engine.ts';
import { createMemoryLog, repriced, withdrawn, type MemoryLog } from './testing/test-log.ts';
import { notesProjection, type Faults } from './testing/test-projections.ts';

// An older release follows a read model while a newer one appends events that the older one cannot read.

const LONG = 30_000;

let url: string;
let database: Database;
let pool: pg.Pool;

beforeAll(async () => {
  url = await testDatabase();
  database = await engineDatabase(url);
  pool = database.pool;
});
afterAll(() => database.close());
afterEach(() => dropBuilds(pool));

/** Follows the log with these faults to its end, as a process of its own, and ends once these streams are parked. */
async function follow(
  log: MemoryLog,
  faults: Faults,
  act: () => void,
  parked: readonly string[],
): Promise<void> {
  const own = connectDatabase(url, { max: 10, pipeline: true });
  const positions = createPositions(own.db, await logIdOf(log));
  const runner = startEngine({
    pool: own.pool,
    events: log,
    projections: [notesProjection({ faults })],
    positions,
  });
  try {
    await expect.poll(() => runner.caughtUp(), { timeout: LONG }).toBe(true);
    act();
    expect(await positions.waitForPosition(['notes'], await log.headPosition(), LONG)).toBe(true);
    const streams = async () => (await parkedStreams(database.db)).map(({ stream }) => stream);
    await expect.poll(streams, { timeout: LONG }).toEqual(parked);
  } finally {
    await runner.stop();
    await own.close();
  }
}

const isWhole = async (log: MemoryLog): Promise<void> => {
  expect(await parkedStreams(database.db)).toEqual([]);
  expect((await verifyProjection({ pool, events: log, projection: notesProjection() })).differences).toEqual(
    [],
  );
};

test('streams that an older release parked are whole once a newer one has taken the read model over', async () => {
  const log = createMemoryLog();
  await follow(
    log,
    { apply: 'new' },
    () => {
      log.add('stone-a', repriced(1));
      log.add('stone-a', withdrawn('new'));
      log.add('stone-a', repriced(2));
      log.add('stone-b', repriced(3));
    },
    ['stone-a'],
  );
  expect(await parkedStreams(database.db)).toMatchObject([{ stream: 'stone-a', waiting: 2 }]);
  await follow(log, {}, () => void log.add('stone-a', repriced(4)), []);
  await isWhole(log);
});

test('a stream that the one that takes over cannot read either stays parked, and holds up no other', async () => {
  const log = createMemoryLog();
  await follow(
    log,
    { apply: 'new' },
    () => {
      log.add('stone-a', withdrawn('new'));
      log.add('stone-b', withdrawn('new'));
    },
    ['stone-a', 'stone-b'],
  );
  await follow(log, { apply: 'new' }, () => void log.add('stone-c', repriced(3)), ['stone-a', 'stone-b']);
  await follow(log, {}, () => undefined, []);
  await isWhole(log);
});
