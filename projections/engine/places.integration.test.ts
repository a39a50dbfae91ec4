import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { openWriter, type BuildWriter } from './build-writer.ts';
import { liveBuild } from './builds.ts';
import {
  createPositions,
  parkedStreams,
  projectionStatus,
  rebuildProjection,
  verifyProjection,
  type AnyProjection,
} from './index.ts';
import { toLogEntry, type LogBatch } from './log-entries.ts';
import { follow, makePlace, type Place } from './places.ts';
import { dropBuilds, engineDatabase, startEngine } from './testing/test-engine.ts';
import { createMemoryLog, projectForTests, repriced, withdrawn, type MemoryLog } from './testing/test-log.ts';
import { countsProjection, notesProjection, type Faults } from './testing/test-projections.ts';
import { writeTogether } from './write-together.ts';

// Read models that follow a place: one row moves with every batch, their checkpoints only with what concerns them.

const projections = [notesProjection(), countsProjection()];

let database: Database;
let pool: pg.Pool;
let log: MemoryLog;
let writers: BuildWriter[];
let place: Place;

beforeAll(async () => {
  database = await engineDatabase(await testDatabase());
  pool = database.pool;
});
afterAll(() => database.close());
beforeEach(async () => {
  await dropBuilds(pool);
  log = createMemoryLog();
  log.add('stone-a', repriced(1));
  await projectForTests(pool, log, projections);
  place = { id: randomUUID(), position: await log.headPosition() };
  await makePlace(pool, place);
  writers = [];
  for (const projection of projections) {
    const writer = await openWriter(pool, projection, (await liveBuild(pool, projection.name))!);
    expect(await follow(pool, place, writer)).toBe(true);
    writers.push(writer);
  }
});

async function batchOf(stream: string, added = repriced(2)): Promise<LogBatch> {
  const after = await log.headPosition();
  log.add(stream, added);
  const event = log.recorded.at(-1)!;
  return { entries: [toLogEntry(event)], positions: [event.position], after, position: event.position };
}

async function checkpoints(): Promise<Record<string, bigint>> {
  const { rows } = await pool.query<{ name: string; position: number }>(
    `select name, position from vitrine.projection_build where state = 'live'`,
  );
  return Object.fromEntries(rows.map(({ name, position }) => [name, BigInt(position)]));
}

it('have come as far as it to everyone who asks, though their own checkpoints stay where their rows are', async () => {
  const before = place.position;
  const batch = await batchOf('vendor-1');
  expect((await writeTogether(pool, writers, batch, place)).size).toBe(2);
  expect(await checkpoints()).toEqual({ notes: before, counts: batch.position });

  expect((await liveBuild(pool, 'notes'))!.position).toBe(batch.position);
  const elsewhere = createPositions(database.db, await logIdOf(log));
  expect(await elsewhere.waitForPosition(['notes', 'counts'], batch.position, 1_000)).toBe(true);
  expect(await elsewhere.positionOf(['notes'])).toBe(batch.position);
  expect(await projectionStatus(database.db, log, projections)).toMatchObject([{ lag: 0 }, { lag: 0 }]);
  for (const projection of projections)
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
});

it('move no checkpoint for an event without a key, but park its stream when its key cannot be computed', async () => {
  const faults: Faults = {};
  const counts: AnyProjection = countsProjection();
  const withoutWithdrawals: AnyProjection = {
    ...counts,
    keysOf(event) {
      if (faults.keys) throw new Error(faults.keys);
      return event.type === 'StoneWithdrawn' ? [] : counts.keysOf(event);
    },
  };
  const writer = await openWriter(pool, withoutWithdrawals, (await liveBuild(pool, 'counts'))!);
  const before = place.position;
  const keyless = await batchOf('stone-a', withdrawn('sold'));
  const written = await writeTogether(pool, [writers[0]!, writer], keyless, place);
  expect(written.get(writer)).toEqual([]);
  expect(await checkpoints()).toEqual({ notes: keyless.position, counts: before });
  expect((await liveBuild(pool, 'counts'))!.position).toBe(keyless.position);

  faults.keys = 'no key';
  const at = (position: bigint): Place => ({ ...place, position });
  const unknown = await batchOf('stone-a');
  await writeTogether(pool, [writer], unknown, at(keyless.position));
  expect(await parkedStreams(database.db, ['counts'])).toMatchObject([{ stream: 'stone-a', waiting: 1 }]);
  // Without a key again, and of a parked stream: it waits with the others.
  delete faults.keys;
  const later = await batchOf('stone-a', withdrawn('sold'));
  await writeTogether(pool, [writer], later, at(unknown.position));
  expect(await parkedStreams(database.db, ['counts'])).toMatchObject([{ stream: 'stone-a', waiting: 2 }]);
});

it('are left where it was, and no longer follow it, once it goes on without them', async () => {
  const [notes, counts] = writers as [BuildWriter, BuildWriter];
  const quiet = await batchOf('vendor-1');
  await writeTogether(pool, writers, quiet, place);
  const missed = await batchOf('stone-a');
  const { generation } = (await liveBuild(pool, 'notes'))!;
  const written = await writeTogether(pool, [counts], missed, { ...place, position: quiet.position });
  expect([...written.keys()]).toEqual([counts]);
  expect((await liveBuild(pool, 'notes'))!.position).toBe(quiet.position);
  expect(await checkpoints()).toEqual({ notes: quiet.position, counts: missed.position });
  // What was answered of its rows is not taken for an answer of those that it gets now.
  expect((await liveBuild(pool, 'notes'))!.generation).toBe(generation + 1);
  // Its former writer knows another checkpoint.
  await expect(notes.write(missed)).rejects.toThrow(/another worker has gone on/);
  await projectForTests(pool, log, projections);
  for (const projection of projections)
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
});

it('are put out with a batch that does not concern them, when they were changed or replaced beside it', async () => {
  const [, counts] = writers as [BuildWriter, BuildWriter];
  await pool.query(`update vitrine.projection_build set generation = generation + 1 where name = 'notes'`);
  const first = await batchOf('vendor-1');
  expect([...(await writeTogether(pool, writers, first, place)).keys()]).toEqual([counts]);
  await rebuildProjection({ pool, events: log, projection: projections[1]! });
  const second = await batchOf('cart-1');
  expect(await writeTogether(pool, writers, second, { ...place, position: first.position })).toEqual(
    new Map(),
  );
});

it('that are being replaced hold it, so that what replaces them is no further behind', async () => {
  const client = await pool.connect();
  await client.query('begin');
  const live = await liveBuild(client, 'notes', { lock: true });
  const batch = await batchOf('vendor-1');
  let written = false;
  const writing = writeTogether(pool, writers, batch, place).then(() => (written = true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(written).toBe(false);
  expect((await liveBuild(client, 'notes'))!.position).toBe(live!.position);
  await client.query('commit');
  client.release();
  await writing;
  expect((await liveBuild(pool, 'notes'))!.position).toBe(batch.position);
});

it('have their checkpoints kept there when the engine stops', async () => {
  const positions = createPositions(database.db, await logIdOf(log));
  const runner = startEngine({ pool, events: log, projections, positions });
  await expect.poll(() => runner.caughtUp(), { timeout: 10_000 }).toBe(true);
  const { position } = log.add('vendor-1', repriced(2));
  expect(await positions.waitForPosition(['notes', 'counts'], position, 10_000)).toBe(true);
  expect((await checkpoints())['notes']).toBeLessThan(position);
  await runner.stop();
  expect(await checkpoints()).toEqual({ notes: position, counts: position });
});

it('that another process has just made stay until it follows them', async () => {
  const [others, own] = [randomUUID(), randomUUID()].map((id) => ({ id, position: place.position }));
  await makePlace(pool, others!);
  await makePlace(pool, own!);
  expect(await follow(pool, others!, writers[0]!)).toBe(true);
});
