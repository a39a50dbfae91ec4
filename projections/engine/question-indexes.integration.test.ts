import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { createBuild, liveBuild, schemaOf, type Build } from './builds.ts';
import { createPositions, rebuildProjection } from './index.ts';
import type { AnyProjection } from './projection.ts';
import { engineDatabase, startEngine } from './testing/test-engine.ts';
import { createMemoryLog, repriced } from './testing/test-log.ts';
import { notesProjection } from './testing/test-projections.ts';
import { inTransaction } from './transactions.ts';

const LONG = 30_000;

let database: Database;
/** What `save` found when the first rows were written. */
let indexesAtFirstWrite: string[] | undefined;

beforeAll(async () => {
  database = await engineDatabase(await testDatabase());
});
afterAll(() => database.close());
beforeEach(() => {
  indexesAtFirstWrite = undefined;
});

async function indexesOf(build: Pick<Build, 'name' | 'build'>): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where schemaname = $1 and indexname like '%\\_cents\\_idx' order by 1`,
    [schemaOf(build)],
  );
  return rows.map(({ name }) => name);
}

function askedByPrice(name: string): AnyProjection {
  const plain = notesProjection({ name, prefix: `${name}_`, questionIndexes: ['(cents)'] });
  return {
    ...plain,
    async load(tx, keys) {
      const { rows } = await database.pool.query<{ build: number }>(
        'select max(build) as build from vitrine.projection_build where name = $1',
        [name],
      );
      indexesAtFirstWrite ??= await indexesOf({ name, build: rows[0]!.build });
      return plain.load(tx, keys);
    },
  } satisfies AnyProjection;
}

/** Runs the engine until the projection is at the log's end and reports that it has caught up. */
async function caughtUp(projection: AnyProjection, log: ReturnType<typeof createMemoryLog>): Promise<void> {
  const positions = createPositions(database.db, await logIdOf(log));
  const runner = startEngine({
    pool: database.pool,
    events: log,
    projections: [projection],
    positions,
  });
  await positions.waitForPosition([projection.name], await log.headPosition(), LONG);
  await expect.poll(() => runner.caughtUp(), { timeout: LONG }).toBe(true);
  await runner.stop();
}

describe('indexes that only questions use', () => {
  it('are made when a first build has caught up, and not before', async () => {
    const projection = askedByPrice('first');
    const log = createMemoryLog();
    for (let price = 1; price <= 30; price += 1) log.add(`stone-${price}`, repriced(price));
    await caughtUp(projection, log);
    expect(indexesAtFirstWrite).toEqual([]);
    const build = (await liveBuild(database.pool, 'first'))!;
    expect(build.indexed).toBe(true);
    expect(await indexesOf(build)).toEqual(['first_noted_stone_cents_idx']);
  });

  it('are made by the process that follows one killed before it had caught up, and by no later one', async () => {
    const projection = askedByPrice('killed');
    const log = createMemoryLog();
    log.add('stone-a', repriced(1));
    const logId = await logIdOf(log);
    await inTransaction(database.pool, 'begin', (client) => createBuild(client, projection, 'live', logId));
    expect((await liveBuild(database.pool, 'killed'))!.indexed).toBe(false);
    for (let start = 0; start < 2; start += 1) {
      await caughtUp(projection, log);
      expect(await indexesOf((await liveBuild(database.pool, 'killed'))!)).toEqual([
        'killed_noted_stone_cents_idx',
      ]);
    }
  });

  it('are there before a rebuilt one is live', async () => {
    const projection = askedByPrice('rebuilt');
    const log = createMemoryLog();
    log.add('stone-a', repriced(1));
    await caughtUp(projection, log);
    indexesAtFirstWrite = undefined;
    await rebuildProjection({ pool: database.pool, events: log, projection });
    expect(indexesAtFirstWrite).toEqual([]);
    const build = (await liveBuild(database.pool, 'rebuilt'))!;
    expect(build.build).toBe(2);
    expect(await indexesOf(build)).toEqual(['rebuilt_noted_stone_cents_idx']);
  });
});
