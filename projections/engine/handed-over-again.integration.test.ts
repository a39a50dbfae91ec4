import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { openWriter, type BuildWriter } from './build-writer.ts';
import { createBuild, liveBuild } from './builds.ts';
import { createPositions, verifyProjection } from './index.ts';
import { toLogEntry, type LogBatch } from './log-entries.ts';
import { dropBuilds, engineDatabase, startEngine } from './testing/test-engine.ts';
import { createMemoryLog, repriced, uncarted, type MemoryLog } from './testing/test-log.ts';
import { countsProjection, notesProjection } from './testing/test-projections.ts';
import { inTransaction } from './transactions.ts';
import { writeTogether } from './write-together.ts';

// What is handed over twice, for any reason, changes nothing: neither rows nor the number of events counted.

const projections = [notesProjection(), countsProjection()];

let database: Database;
let pool: pg.Pool;

beforeAll(async () => {
  database = await engineDatabase(await testDatabase());
  pool = database.pool;
});
afterAll(() => database.close());

/** Every second event is of a stream without a reader. */
function logOf(length: number): MemoryLog {
  const log = createMemoryLog();
  for (let index = 0; index < length; index += 1)
    if (index % 2 === 0) log.add(`stone-${index % 5}`, repriced(index));
    else log.add('cart-1', uncarted());
  return log;
}

async function countedEvents(): Promise<number[]> {
  const { rows } = await pool.query<{ events: number }>(
    `select events from vitrine.projection_build where state = 'live' order by name`,
  );
  return rows.map(({ events }) => events);
}

async function expectEachOnce(log: MemoryLog): Promise<void> {
  expect(await countedEvents()).toEqual(projections.map(() => log.recorded.length));
  for (const projection of projections) {
    expect((await liveBuild(pool, projection.name))!.position).toBe(await log.headPosition());
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
  }
}

/**
 * The log's events with these indexes, in this order, as a batch that claims to begin after the event before `from`.
 */
function batchOf(log: MemoryLog, from: number, indexes: readonly number[]): LogBatch {
  const events = indexes.map((index) => log.recorded[index]!);
  return {
    entries: events.filter(({ stream }) => stream.startsWith('stone-')).map(toLogEntry),
    positions: events.map(({ position }) => position),
    after: from === 0 ? 0n : log.recorded[from - 1]!.position,
    position: events.map(({ position }) => position).reduce((most, one) => (one > most ? one : most), 0n),
  };
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

async function write(writer: BuildWriter, batch: LogBatch): Promise<void> {
  if (writer.concernedBy(batch)) await writer.write(batch);
  else expect(await writeTogether(pool, [writer], batch)).toEqual(new Map([[writer, []]]));
}

test('batches that overlap, come again or hold an event twice leave what a rebuild would make', async () => {
  const step = fc.record({ back: fc.nat(6), ahead: fc.integer({ min: 0, max: 7 }), again: fc.nat(5) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await dropBuilds(pool);
      const log = logOf(30);
      const logId = await logIdOf(log);
      for (const projection of projections) {
        const build = await inTransaction(pool, 'begin', (client) =>
          createBuild(client, projection, 'live', logId),
        );
        const writer = await openWriter(pool, projection, build);
        let reached = 0;
        for (const { back, ahead, again } of [...steps, { back: 2, ahead: log.recorded.length, again: 3 }]) {
          const from = Math.max(0, reached - back);
          const to = Math.min(log.recorded.length, reached + ahead);
          // Cut off and begun again: the last few of the batch come a second time, within it.
          const indexes = [...range(from, to), ...range(Math.max(from, to - again), to)];
          if (indexes.length > 0) await write(writer, batchOf(log, from, indexes));
          reached = to;
        }
      }
      await expectEachOnce(log);
    }),
    { numRuns: 20 },
  );
});

test('the engine behind a subscription that hands everything over twice, immediately and later, counts each event once', async () => {
  await dropBuilds(pool);
  const log = logOf(400);
  let random = 7;
  const chance = (): number => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647;
  const stuttering: MemoryLog = {
    ...log,
    subscribeToAll: ({ onEvents, ...options }) =>
      log.subscribeToAll({
        ...options,
        maxBatch: 9,
        async onEvents(batch) {
          const [one, other] = [onEvents(batch), chance() < 0.5 ? onEvents(batch) : undefined];
          await Promise.all([one, other]);
          if (chance() < 0.3) await onEvents(batch.slice(Math.floor(chance() * batch.length)));
        },
      }),
  };
  const positions = createPositions(database.db, await logIdOf(log));
  const runner = startEngine({
    pool,
    events: stuttering,
    projections,
    positions,
    batchSize: 20,
  });
  try {
    for (let more = 0; more < 40; more += 1) {
      log.add('stone-x', repriced(more));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const names = projections.map(({ name }) => name);
    expect(await positions.waitForPosition(names, await log.headPosition(), 20_000)).toBe(true);
  } finally {
    await runner.stop();
  }
  await expectEachOnce(log);
});
