import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { EventStoreUnavailable } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { liveBuild } from './builds.ts';
import { createPositions, verifyProjection, type AnyProjection } from './index.ts';
import { dropBuilds, engineDatabase, startEngine } from './testing/test-engine.ts';
import { createMemoryLog, repriced, type MemoryLog } from './testing/test-log.ts';
import { countsProjection, notesProjection } from './testing/test-projections.ts';

// A process that is stopped while it waits for a store leaves its checkpoints where its rows are.

const LONG = 30_000;
/** More than are written into all read models in one transaction. */
const MANY = 200;

let database: Database;
let pool: pg.Pool;
let log: MemoryLog;

beforeAll(async () => {
  database = await engineDatabase(await testDatabase());
  pool = database.pool;
});
afterAll(() => database.close());
beforeEach(async () => {
  await dropBuilds(pool);
  log = createMemoryLog();
  log.add('stone-a', repriced(1));
});

async function caughtUp(projections: readonly AnyProjection[], events: MemoryLog = log) {
  const positions = createPositions(database.db, await logIdOf(events));
  const runner = startEngine({ pool, events, projections, positions });
  const names = projections.map(({ name }) => name);
  expect(await positions.waitForPosition(names, await events.headPosition(), LONG)).toBe(true);
  await expect.poll(() => runner.caughtUp(), { timeout: LONG }).toBe(true);
  return runner;
}

async function expectWhatTheLogHas(): Promise<void> {
  const projections = [notesProjection(), countsProjection()];
  await (await caughtUp(projections)).stop();
  for (const projection of projections)
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
}

it.each([
  ['one event', 1],
  ['many events', MANY],
])('%s that could not be written are written by the next process', async (_, events) => {
  const counts: AnyProjection = countsProjection();
  let attempts = 0;
  let away = false;
  const waiting: AnyProjection = {
    ...counts,
    async load(tx, keys) {
      if (!away) return counts.load(tx, keys);
      attempts += 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    },
  };
  const runner = await caughtUp([notesProjection(), waiting]);
  const before = (await liveBuild(pool, 'counts'))!.position;
  away = true;
  log.add('stone-a', ...Array.from({ length: events }, () => repriced(2)));
  await expect.poll(() => attempts, { timeout: LONG }).toBeGreaterThan(2);
  await runner.stop();
  expect((await liveBuild(pool, 'counts'))!.position).toBe(before);
  await expectWhatTheLogHas();
});

it('what came before the connection was cut is written by the next process, when the log is not reached again', async () => {
  let isCut = false;
  let asked = 0;
  const cut: MemoryLog = {
    ...log,
    subscribeToAll: ({ onEvents, ...options }) =>
      log.subscribeToAll({
        ...options,
        async onEvents(events) {
          if (isCut) options.onDropped?.(new Error('the connection was cut'), 100);
          await onEvents(events);
        },
      }),
    async endPosition() {
      if (!isCut) return log.endPosition();
      asked += 1;
      throw new EventStoreUnavailable(new Error('no answer'));
    },
  };
  const runner = await caughtUp([notesProjection(), countsProjection()], cut);
  const before = (await liveBuild(pool, 'notes'))!.position;
  isCut = true;
  log.add('stone-a', ...Array.from({ length: MANY }, () => repriced(2)));
  await expect.poll(() => asked, { timeout: LONG }).toBeGreaterThan(0);
  await runner.stop();
  expect((await liveBuild(pool, 'notes'))!.position).toBe(before);
  await expectWhatTheLogHas();
});
