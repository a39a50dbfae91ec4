import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { EventStoreUnavailable } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { buildsOf, liveBuild } from './builds.ts';
import {
  createPositions,
  parkedStreams,
  projectionStatus,
  rebuildProjection,
  retryParked,
  verifyProjection,
} from './index.ts';
import type { AnyProjection } from './projection.ts';
import { engineProcesses } from './testing/engine-processes.ts';
import { dropBuilds, engineDatabase } from './testing/test-engine.ts';
import {
  createMemoryLog,
  projectForTests,
  repriced,
  uncarted,
  withdrawn,
  type MemoryLog,
} from './testing/test-log.ts';
import { countsProjection, notesProjection, type Faults } from './testing/test-projections.ts';

const LONG = 30_000;

let url: string;
let database: Database;
let pool: pg.Pool;
let processes: ReturnType<typeof engineProcesses>;

async function pricesOf(name = 'noted_stone'): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ parcel: string; cents: number }>(
    `select parcel, cents from read."${name}"`,
  );
  return Object.fromEntries(rows.map((row) => [row.parcel, row.cents]));
}

beforeAll(async () => {
  url = await testDatabase();
  database = await engineDatabase(url);
  pool = database.pool;
  processes = engineProcesses(url);
});
afterAll(() => database.close());
afterEach(async () => {
  await processes.stopAll();
  await dropBuilds(pool);
});

describe('the engine', () => {
  it('makes the first builds, catches up, follows the log, and wakes waiting readers', async () => {
    const log = createMemoryLog();
    for (let price = 1; price <= 30; price += 1) log.add(`stone-${price % 3}`, repriced(price));
    const { positions, committed, runner } = await processes.start(log, [
      notesProjection(),
      countsProjection(),
    ]);
    expect(await positions.waitForPosition(['notes', 'counts'], await log.headPosition(), LONG)).toBe(true);
    const total = Object.values(await pricesOf()).reduce((sum, cents) => sum + cents, 0);
    expect(total).toBe(465);

    const { position } = log.add('stone-0', repriced(1000));
    expect(await positions.waitForPosition(['notes', 'counts'], position, LONG)).toBe(true);
    expect((await pricesOf())['stone-0']).toBe(165 + 1000);
    expect(committed.filter((one) => one.projection === 'notes').at(-1)).toMatchObject({
      position,
      events: [{ type: 'StoneRepriced', stream: 'stone-0' }],
    });
    expect(runner.caughtUp()).toBe(true);

    // What does not concern a projection moves its checkpoint all the same: a reader may wait for any position.
    const other = log.add('cart-1', uncarted());
    expect(await positions.waitForPosition(['notes', 'counts'], other.position, LONG)).toBe(true);
  });

  it('lets a process without projections wait for what another one writes, up to a time limit', async () => {
    const log = createMemoryLog();
    const reader = createPositions(database.db, await logIdOf(log));
    expect(await reader.waitForPosition(['notes'], 1n, 30)).toBe(false);
    await processes.start(log, [notesProjection()]);
    const { position } = log.add('stone-a', repriced(5));
    expect(await reader.waitForPosition(['notes'], position, LONG)).toBe(true);
    expect(await reader.positionOf(['notes'])).toBe(position);
    expect(await reader.waitForPosition(['notes'], position + 1n, 30)).toBe(false);
    expect(await reader.waitForPosition(['nobody'], 0n, 30)).toBe(false);
  });

  it('goes on after its connections were cut, without a gap or a repetition', async () => {
    const log = createMemoryLog();
    const { positions } = await processes.start(log, [notesProjection(), countsProjection()]);
    const elsewhere = createPositions(database.db, await logIdOf(log));
    for (let round = 1; round <= 5; round += 1) {
      const { position } = log.add('stone-a', repriced(round));
      if (round % 2 === 0)
        await pool.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      expect(
        await positions
          .waitForPosition(['notes', 'counts'], position, LONG)
          .catch(() => elsewhere.waitForPosition(['notes', 'counts'], position, LONG)),
      ).toBe(true);
    }
    expect(await pricesOf()).toEqual({ 'stone-a': 15 });
    expect(
      (await verifyProjection({ pool, events: log, projection: countsProjection() })).differences,
    ).toEqual([]);
  });

  it('brings a projection that is new to a long log up without holding the others back', async () => {
    const log = createMemoryLog();
    for (let price = 1; price <= 2500; price += 1) log.add(`stone-${price % 7}`, repriced(1));
    const before = await processes.start(log, [notesProjection()]);
    await before.positions.waitForPosition(['notes'], await log.headPosition(), LONG);
    await processes.stop(before);
    const { positions, committed } = await processes.start(log, [notesProjection(), countsProjection()]);
    const { position } = log.add('stone-0', repriced(1));
    expect(await positions.waitForPosition(['notes'], position, LONG)).toBe(true);
    expect(await positions.waitForPosition(['counts'], position, LONG)).toBe(true);
    expect(committed.filter((one) => one.projection === 'notes').flatMap((one) => one.events)).toHaveLength(
      1,
    );
    expect((await pool.query('select events from read.type_count')).rows).toEqual([{ events: 2501 }]);
  });

  it('parks one stream and lets it flow again after a retry made beside it', async () => {
    const log = createMemoryLog();
    const faults: Faults = { apply: 'bad' };
    const { positions, runner } = await processes.start(log, [notesProjection({ faults })]);
    log.add('stone-a', withdrawn('bad'));
    const { position } = log.add('stone-b', repriced(2));
    await positions.waitForPosition(['notes'], position, LONG);
    expect(await parkedStreams(database.db)).toMatchObject([{ stream: 'stone-a' }]);
    const status = await projectionStatus(database.db, log, [notesProjection()]);
    expect(status).toMatchObject([
      {
        id: 'notes',
        version: 1,
        lag: 0,
        state: 'live',
        progress: null,
        parked: [{ stream: 'stone-a', position: '7', reason: expect.stringContaining('cannot apply bad') }],
      },
    ]);

    const mark = await positions.markOf(['notes']);
    delete faults.apply;
    await retryParked({ pool, events: log, projection: notesProjection({ faults }) });
    // Rows changed and the log did not: a cache of answers by position must know.
    expect(await positions.markOf(['notes'])).not.toBe(mark);
    await positions.waitForPosition(['notes'], log.add('stone-a', repriced(7)).position, LONG);
    expect(await pricesOf()).toEqual({ 'stone-a': 7, 'stone-b': 2 });
    expect(await parkedStreams(database.db)).toEqual([]);
    await expect.poll(() => runner.caughtUp()).toBe(true);
  });

  it('leaves a projection with a defect standing and runs the others', async () => {
    const log = createMemoryLog();
    const faults: Faults = { defect: true };
    const projections = [notesProjection({ faults }), countsProjection()];
    const { positions, runner } = await processes.start(log, projections);
    const { position } = log.add('stone-a', repriced(1));
    expect(await positions.waitForPosition(['counts'], position, LONG)).toBe(true);
    expect(await positions.waitForPosition(['notes'], position, 50)).toBe(false);
    expect(await parkedStreams(database.db)).toEqual([]);
    const status = () => projectionStatus(database.db, log, projections);
    const good = { state: 'live', isFollowed: true, problem: null };
    await expect
      .poll(status)
      .toMatchObject([
        { state: 'stopped', isFollowed: false, problem: expect.stringContaining('no_such_column') },
        good,
      ]);
    faults.defect = false;
    expect(await positions.waitForPosition(['notes'], position, LONG)).toBe(true);
    await expect.poll(() => runner.caughtUp()).toBe(true);
    await expect.poll(status).toMatchObject([good, good]);
  });
});

describe('a rebuild', () => {
  it('beside a running engine changes no row, loses no event, and flips while events go on coming', async () => {
    const log = createMemoryLog();
    for (let price = 1; price <= 500; price += 1) log.add(`stone-${price % 7}`, repriced(1));
    const { positions } = await processes.start(log, [notesProjection(), countsProjection()]);
    await positions.waitForPosition(['notes'], await log.headPosition(), LONG);

    let writing = true;
    const writer = (async () => {
      while (writing) {
        log.add('stone-live', repriced(1));
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    })();
    const first = await rebuildProjection({
      pool,
      events: log,
      projection: notesProjection(),
      batchSize: 50,
    });
    const second = await rebuildProjection({
      pool,
      events: log,
      projection: notesProjection(),
      batchSize: 7,
    });
    writing = false;
    await writer;
    expect([first, second].map(({ differences, parked }) => ({ differences, parked }))).toEqual([
      { differences: [], parked: [] },
      { differences: [], parked: [] },
    ]);
    expect(await positions.waitForPosition(['notes'], await log.headPosition(), LONG)).toBe(true);
    expect((await pricesOf())['stone-live']).toBe(
      log.recorded.filter((event) => event.stream === 'stone-live').length,
    );
    expect((await buildsOf(pool, 'notes')).map(({ build, state }) => [build, state])).toEqual([
      [2, 'superseded'],
      [3, 'live'],
    ]);
    expect(await positions.markOf(['notes', 'counts'])).toBe('counts 1 0, notes 3 0');
  });

  it('comes by itself when the version was raised, after which the older program leaves the projection alone', async () => {
    const log = createMemoryLog();
    const older = await processes.start(log, [notesProjection(), countsProjection()]);
    await older.positions.waitForPosition(
      ['notes', 'counts'],
      log.add('stone-a', repriced(1)).position,
      LONG,
    );
    const newer = await processes.start(log, [notesProjection({ version: 2 }), countsProjection()]);
    await expect.poll(async () => (await liveBuild(pool, 'notes'))?.version, { timeout: LONG }).toBe(2);
    expect(
      await newer.positions.waitForPosition(
        ['notes', 'counts'],
        log.add('stone-a', repriced(2)).position,
        LONG,
      ),
    ).toBe(true);
    expect(newer.committed.filter((one) => one.projection === 'notes').length).toBeGreaterThan(0);
    // The lease on what did not change stays where it was.
    expect(newer.committed.filter((one) => one.projection === 'counts')).toEqual([]);
    expect(await pricesOf()).toEqual({ 'stone-a': 3 });
    expect(older.runner.caughtUp()).toBe(false);
  });

  it('goes on with its copy after the event store was away for a moment', async () => {
    const log = createMemoryLog();
    log.add('stone-a', ...Array.from({ length: 450 }, () => repriced(1)));
    await projectForTests(pool, log, [notesProjection()]);
    const begunAfter: bigint[] = [];
    const cut: MemoryLog = {
      ...log,
      async *readAll(options) {
        begunAfter.push(options?.after ?? 0n);
        for await (const event of log.readAll(options)) {
          if (begunAfter.length === 1 && event === log.recorded[440])
            throw new EventStoreUnavailable(new Error('another leader'));
          yield event;
        }
      },
    };
    await processes.start(cut, [notesProjection({ version: 2 })]);
    await expect.poll(async () => (await liveBuild(pool, 'notes'))?.version, { timeout: LONG }).toBe(2);
    expect(begunAfter.map(String)).toEqual(['0', String(log.recorded[399]!.position)]);
    expect(await pricesOf()).toEqual({ 'stone-a': 450 });
  });

  it('many in parallel need no more connections than one: each waits its turn', async () => {
    const log = createMemoryLog();
    log.add('stone-a', repriced(1));
    const names = Array.from({ length: 9 }, (_, index) => `notes_${index}`);
    const ofVersion = (version: number): AnyProjection[] =>
      names.map((name) => notesProjection({ name, version, prefix: `${name}_` }));
    const older = await processes.start(log, ofVersion(1));
    expect(await older.positions.waitForPosition(names, await log.headPosition(), LONG)).toBe(true);
    await processes.stop(older);
    const newer = await processes.start(log, ofVersion(2), 8);
    await expect.poll(() => newer.runner.caughtUp(), { timeout: LONG }).toBe(true);
    for (const name of names) expect((await liveBuild(pool, name))?.version).toBe(2);
  });

  it('waits for no reader and fails none, also one that holds one view and then asks for another', async () => {
    const log = createMemoryLog();
    log.add('stone-a', repriced(3), withdrawn('lost'));
    const projection = notesProjection();
    const rebuild = () => rebuildProjection({ pool, events: log, projection });
    const first = await processes.start(log, [projection, countsProjection()]);
    await first.positions.waitForPosition(['notes', 'counts'], await log.headPosition(), LONG);
    await processes.stop(first);

    const reader = await pool.connect();
    const holds = async (view: string): Promise<number> =>
      (await reader.query<{ rows: number }>(`select count(*)::int as rows from read.${view}`)).rows[0]!.rows;
    try {
      await reader.query('begin');
      expect(await holds('stone_note')).toBe(1);
      expect((await rebuild()).differences).toEqual([]);
      // What it holds was of the build before; what it asks for now is of the new one, and other projections' is there.
      expect([await holds('stone_note'), await holds('noted_stone'), await holds('type_count')]).toEqual([
        1, 1, 2,
      ]);
    } finally {
      await reader.query('rollback');
      reader.release();
    }
    expect((await rebuild()).differences).toEqual([]);
    expect(await pricesOf()).toEqual({ 'stone-a': 3 });
    const { rows: kept } = await pool.query<{ name: string }>(
      `select nspname as name from pg_namespace where nspname like 'read%' order by 1`,
    );
    expect(kept.map(({ name }) => name)).toEqual(['read', 'read_before_notes_3']);
  });

  it('is made by one process at a time', async () => {
    const log = createMemoryLog();
    for (let price = 1; price <= 300; price += 1) log.add('stone-a', repriced(1));
    const projection = notesProjection();
    const another = () => rebuildProjection({ pool, events: log, projection });
    let refused = 0;
    const giveWay = async () => {
      await expect(another()).rejects.toMatchObject({ name: 'AlreadyRebuilding' });
      refused += 1;
    };
    await rebuildProjection({ pool, events: log, projection, batchSize: 100, giveWay });
    expect(refused).toBeGreaterThan(0);
    expect((await buildsOf(pool, 'notes')).map(({ state }) => state)).toEqual(['live']);
    expect(await pricesOf()).toEqual({ 'stone-a': 300 });
  });
});
