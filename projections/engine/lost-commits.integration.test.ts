import { once } from 'node:events';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { liveBuild } from './builds.ts';
import {
  createPositions,
  rebuildProjection,
  verifyProjection,
  type AnyProjection,
  type Positions,
  type ProjectionsRunner,
} from './index.ts';
import { rememberCommits } from './testing/lost-commits.ts';
import { dropBuilds, engineDatabase, startEngine } from './testing/test-engine.ts';
import { createMemoryLog, projectForTests, repriced, type MemoryLog } from './testing/test-log.ts';
import { countsProjection, notesProjection } from './testing/test-projections.ts';

// Read models are committed before they are on disk: what a killed Postgres loses of them is written again.

const LONG = 30_000;
/** More than are written into all read models in one transaction. */
const MANY = 200;

let url: string;
let database: Database;
let pool: pg.Pool;
let log: MemoryLog;
let runner: ProjectionsRunner | undefined;

beforeAll(async () => {
  url = await testDatabase();
  database = await engineDatabase(url);
  pool = database.pool;
});
afterAll(() => database.close());
beforeEach(async () => {
  await dropBuilds(pool);
  log = createMemoryLog();
  log.add('stone-a', repriced(1));
  await projectForTests(pool, log, [notesProjection(), countsProjection()]);
});
afterEach(async () => {
  await runner?.stop();
  runner = undefined;
});

async function run(projections: readonly AnyProjection[]): Promise<Positions> {
  const positions = createPositions(database.db, await logIdOf(log), [pool]);
  const started = startEngine({ pool, events: log, projections, positions });
  runner = started;
  await expect.poll(() => started.caughtUp(), { timeout: LONG }).toBe(true);
  return positions;
}

it.each([
  ['concerns them all', ['stone-a']],
  ['concerns only others', ['vendor-1', 'stone-a']],
  ['concerns none', ['cart-1', 'stone-a']],
  ['is nothing', []],
])('what they wrote together is written again, when what comes next %s', async (_, streams) => {
  const both = [notesProjection(), countsProjection()];
  const positions = await run(both);
  const names = both.map(({ name }) => name);
  const { position } = log.add('stone-a', repriced(2));
  expect(await positions.waitForPosition(names, position, LONG)).toBe(true);

  const loseCommits = await rememberCommits(pool);
  const lost = log.add('stone-a', repriced(3));
  expect(await positions.waitForPosition(names, lost.position, LONG)).toBe(true);
  await loseCommits();

  for (const stream of streams) {
    const next = log.add(stream, repriced(4));
    expect(await positions.waitForPosition(names, next.position, LONG)).toBe(true);
  }
  await expect
    .poll(async () => (await liveBuild(pool, 'notes'))!.position, { timeout: LONG })
    .toBe(await log.headPosition());
  await runner?.stop();
  for (const projection of both)
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
});

it('what one read model wrote by itself is written again, when it is lost while another still writes', async () => {
  let reached: (() => void) | undefined;
  let goOn: () => void = () => undefined;
  const counts: AnyProjection = countsProjection();
  const held: { until: Promise<void> } = { until: Promise.resolve() };
  const slow: AnyProjection = {
    ...counts,
    async load(tx, keys) {
      reached?.();
      await held.until;
      return counts.load(tx, keys);
    },
  };
  const positions = await run([notesProjection(), slow]);
  log.add('stone-a', repriced(2));
  expect(await positions.waitForPosition(['notes', 'counts'], await log.headPosition(), LONG)).toBe(true);

  const loseCommits = await rememberCommits(pool);
  held.until = new Promise((resolve) => (goOn = resolve));
  const writing = new Promise<void>((resolve) => (reached = resolve));
  const { position } = log.add('stone-a', ...Array.from({ length: MANY }, () => repriced(1)));
  await writing;
  expect(await positions.waitForPosition(['notes'], position, LONG)).toBe(true);
  await loseCommits();
  goOn();

  const last = log.add('stone-a', repriced(1));
  expect(await positions.waitForPosition(['counts'], last.position, LONG)).toBe(true);
  await expect
    .poll(async () => (await liveBuild(pool, 'notes'))!.position, { timeout: LONG })
    .toBe(last.position);
  await runner?.stop();
  for (const projection of [notesProjection(), counts])
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
});

it('no reader believes in a position that is lost, in any process', async () => {
  const reader = connectDatabase(url, { max: 2 });
  const elsewhere = createPositions(reader.db, await logIdOf(log), [reader.pool]);
  const before = await log.headPosition();
  const loseCommits = await rememberCommits(pool);
  const { position } = log.add('stone-a', repriced(2));
  await projectForTests(pool, log, [notesProjection(), countsProjection()]);
  expect(await elsewhere.waitForPosition(['notes'], position, LONG)).toBe(true);

  await loseCommits();
  const connectionLost = once(reader.pool, 'remove');
  await expect(reader.pool.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  await connectionLost;
  expect(await elsewhere.waitForPosition(['notes'], position, 100)).toBe(false);
  expect(await elsewhere.positionOf(['notes'])).toBe(before);
  expect((await elsewhere.stateOf(['notes'])).places.get('notes')).toBe(before);
  await reader.close();
});

it('what was answered of rows without them is not taken for an answer of the same position with them', async () => {
  const positions = await run([notesProjection(), countsProjection()]);
  const loseCommits = await rememberCommits(pool);
  const { position } = log.add('stone-a', repriced(2));
  expect(await positions.waitForPosition(['notes', 'counts'], position, LONG)).toBe(true);
  const before = await positions.stateOf(['notes', 'counts']);

  await loseCommits();
  expect(await positions.waitForPosition(['notes', 'counts'], position, LONG)).toBe(true);
  const after = await positions.stateOf(['notes', 'counts']);
  expect(after.places).toEqual(before.places);
  expect(after.mark).not.toBe(before.mark);
  expect(await positions.markOf(['notes'])).not.toBe('');
});

it('a copy that lost its last rows does not become live', async () => {
  const seen: bigint[] = [];
  const losing: MemoryLog = {
    ...log,
    async endPosition() {
      // Asked once more after both were compared, before the copy takes the other's place.
      const { rowCount } = await pool.query(
        `update vitrine.projection_build set position = 0 where state = 'building' and differences is not null`,
      );
      if (rowCount === 1) seen.push(await log.endPosition());
      return log.endPosition();
    },
  };
  await expect(rebuildProjection({ pool, events: losing, projection: notesProjection() })).rejects.toThrow(
    /lost rows/,
  );
  expect(seen).toHaveLength(1);
  expect((await liveBuild(pool, 'notes'))!.build).toBe(1);
});
