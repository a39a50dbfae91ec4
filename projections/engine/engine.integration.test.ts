import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { bringTo } from './bring-to.ts';
import { buildsOf, createBuild, liveBuild, tablesOf, type Build } from './builds.ts';
import { openWriter } from './build-writer.ts';
import { Fenced } from './failures.ts';
import { parkedStreams, rebuildProjection, retryParked, verifyProjection } from './index.ts';
import type { AnyProjection } from './projection.ts';
import { dropBuilds, engineDatabase } from './testing/test-engine.ts';
import {
  createMemoryLog,
  newTestEvent,
  repriced,
  withdrawn,
  withFrozenStates,
  type MemoryLog,
} from './testing/test-log.ts';
import { countsProjection, notesProjection, type Faults } from './testing/test-projections.ts';
import { inTransaction } from './transactions.ts';

const unreadable = () =>
  newTestEvent('StoneRepriced', { costCents: 'dear', effectiveAt: '2024-05-01T12:00:00.000Z' });

let database: Database;
let pool: pg.Pool;

beforeAll(async () => {
  database = await engineDatabase(await testDatabase());
  pool = database.pool;
});
afterAll(() => database.close());
beforeEach(() => dropBuilds(pool));

async function firstBuild(projection: AnyProjection, log: MemoryLog): Promise<Build> {
  const logId = await logIdOf(log);
  return inTransaction(pool, 'begin', (client) => createBuild(client, projection, 'live', logId));
}

/** Brings a build to the log's end, in batches of these sizes, one writer a batch: as if killed after each. */
async function projectInBatches(
  projection: AnyProjection,
  log: MemoryLog,
  sizes: readonly number[],
): Promise<Build> {
  if (!(await liveBuild(pool, projection.name))) await firstBuild(projection, log);
  const head = await log.headPosition();
  for (let round = 0; ; round += 1) {
    const build = (await liveBuild(pool, projection.name))!;
    if (build.position >= head) return build;
    const writer = await openWriter(pool, withFrozenStates(projection), build);
    const size = sizes[round % sizes.length]!;
    const batchEnd = log.recorded
      .filter((event) => event.position > build.position)
      .slice(0, size)
      .at(-1)!.position;
    await bringTo(writer, batchEnd, { events: log, batchSize: size });
  }
}

async function rowsOf(build: Build, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(
    `select t::text as row from ${tablesOf(build)(table)} t order by 1`,
  );
  return rows.map(({ row }) => row);
}

const noteRows = async (build: Build) => [
  await rowsOf(build, 'noted_stone'),
  await rowsOf(build, 'stone_note'),
];

describe('a build', () => {
  it('comes to the same rows whatever the batches, also when its worker dies after each of them, and rebuilt once or twice', async () => {
    const step = fc.record({
      stone: fc.nat(4),
      what: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.constantFrom('lost', 'back to vendor')),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (steps, sizes) => {
          await dropBuilds(pool);
          const log = createMemoryLog();
          for (const { stone, what } of steps)
            log.add(`stone-${stone}`, typeof what === 'number' ? repriced(what) : withdrawn(what));
          for (const projection of [notesProjection(), countsProjection()]) {
            const inPieces = await projectInBatches(projection, log, sizes);
            expect(inPieces.position).toBe(await log.headPosition());
            for (let time = 0; time < 2; time += 1) {
              const report = await rebuildProjection({
                pool,
                events: log,
                projection,
                batchSize: 1 + time * 1000,
              });
              expect(report).toMatchObject({
                differences: [],
                parked: [],
                position: await log.headPosition(),
              });
            }
          }
          const live = (await liveBuild(pool, 'counts'))!;
          const counted = Object.fromEntries(
            (
              await pool.query<{ type: string; events: number }>(
                `select type, events from ${tablesOf(live)('type_count')}`,
              )
            ).rows.map((row) => [row.type, row.events]),
          );
          const prices = steps.filter(({ what }) => typeof what === 'number').length;
          expect(counted['StoneRepriced'] ?? 0).toBe(prices);
          expect(counted['StoneWithdrawn'] ?? 0).toBe(steps.length - prices);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('refuses a worker whose checkpoint another one has moved, and nothing of its batch is kept', async () => {
    const log = createMemoryLog();
    const projection = notesProjection();
    log.add('stone-a', repriced(100));
    const build = await firstBuild(projection, log);
    const stale = await openWriter(pool, projection, build);
    await projectInBatches(projection, log, [10]);
    const before = await noteRows(build);
    await expect(
      bringTo(stale, await log.headPosition(), { events: log, batchSize: 10 }),
    ).rejects.toBeInstanceOf(Fenced);
    expect(await noteRows(build)).toEqual(before);
  });

  it('refuses a batch that would leave out a part of the log', async () => {
    const build = await firstBuild(notesProjection(), createMemoryLog());
    const writer = await openWriter(pool, notesProjection(), build);
    await expect(writer.write({ entries: [], positions: [], after: 5n, position: 9n })).rejects.toThrow(
      /would be lost/,
    );
  });

  it('is held to its statements: a defect of the projection parks nothing', async () => {
    const log = createMemoryLog();
    log.add('stone-a', repriced(1));
    await expect(projectInBatches(notesProjection({ faults: { defect: true } }), log, [10])).rejects.toThrow(
      /no_such_column/,
    );
    expect(await parkedStreams(database.db)).toEqual([]);
  });
});

describe('a stream with an event that cannot be applied', () => {
  const kinds: {
    kind: string;
    fault: (faults: Faults) => void;
    bad: () => ReturnType<typeof withdrawn>;
    reason: RegExp;
  }[] = [
    {
      kind: 'its keys cannot be computed',
      fault: (faults) => (faults.keys = 'bad'),
      bad: () => withdrawn('bad'),
      reason: /no key for bad/,
    },
    {
      kind: 'it cannot be folded',
      fault: (faults) => (faults.apply = 'bad'),
      bad: () => withdrawn('bad'),
      reason: /cannot apply bad/,
    },
    {
      kind: 'its rows cannot be written',
      fault: (faults) => (faults.write = 'bad'),
      bad: () => withdrawn('bad'),
      reason: /out of range/,
    },
  ];

  it.each(kinds)(
    'is parked by itself when $kind, and after mending a retry gives what would have been',
    async ({ fault, bad, reason }) => {
      const log = createMemoryLog();
      for (let round = 0; round < 3; round += 1) {
        for (const stone of ['a', 'b', 'c', 'd'])
          log.add(`stone-${stone}`, repriced(10 + round), withdrawn(`round ${round}`));
        if (round === 1) log.add('stone-b', bad());
      }
      const faults: Faults = {};
      fault(faults);
      const projection = notesProjection({ faults });
      const build = await projectInBatches(projection, log, [1000]);

      const parked = await parkedStreams(database.db, ['notes']);
      expect(parked).toMatchObject([
        { projection: 'notes', stream: 'stone-b', eventType: 'StoneWithdrawn', waiting: 3 },
      ]);
      expect(parked[0]!.reason).toMatch(reason);
      expect(await parkedStreams(database.db, ['counts'])).toEqual([]);
      expect((await noteRows(build))[0]).toHaveLength(4);

      // Retrying without mending changes nothing, and what comes meanwhile waits with the rest.
      expect(await retryParked({ pool, events: log, projection })).toMatchObject([
        { stream: 'stone-b', applied: 0, parkedAgain: expect.stringMatching(reason) },
      ]);
      log.add('stone-b', repriced(7));
      log.add('stone-a', repriced(8));
      await projectInBatches(projection, log, [1]);
      expect(await parkedStreams(database.db)).toMatchObject([{ waiting: 4 }]);

      for (const mended of Object.keys(faults) as (keyof Faults)[]) delete faults[mended];
      expect(await retryParked({ pool, events: log, projection })).toEqual([
        { projection: 'notes', stream: 'stone-b', applied: 4, parkedAgain: null },
      ]);
      expect(await parkedStreams(database.db)).toEqual([]);
      log.add('stone-b', repriced(9));
      await projectInBatches(projection, log, [1000]);
      expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
    },
  );

  it('is parked in every projection that reads it when the event is unreadable', async () => {
    const log = createMemoryLog();
    log.add('stone-a', repriced(1), unreadable(), repriced(2));
    log.add('stone-b', repriced(3));
    await projectInBatches(notesProjection(), log, [1000]);
    await projectInBatches(countsProjection(), log, [1000]);
    expect(await parkedStreams(database.db)).toMatchObject([
      { projection: 'counts', stream: 'stone-a', waiting: 2, reason: expect.stringContaining('costCents') },
      { projection: 'notes', stream: 'stone-a', waiting: 2 },
    ]);
    const live = (await liveBuild(pool, 'counts'))!;
    expect(await rowsOf(live, 'type_count')).toEqual(['(StoneRepriced,2)']);
  });

  it('stops again at the next event that cannot be applied, after what could be', async () => {
    const log = createMemoryLog();
    log.add('stone-a', withdrawn('bad'), repriced(5), withdrawn('worse'), repriced(6));
    const faults: Faults = { apply: 'bad' };
    const projection = notesProjection({ faults });
    await projectInBatches(projection, log, [1000]);
    faults.apply = 'worse';
    expect(await retryParked({ pool, events: log, projection })).toMatchObject([
      { applied: 2, parkedAgain: expect.stringContaining('worse') },
    ]);
    expect(await parkedStreams(database.db)).toMatchObject([{ waiting: 2, position: 21n }]);
    delete faults.apply;
    faults.write = 'worse';
    expect(await retryParked({ pool, events: log, projection })).toMatchObject([
      { applied: 0, parkedAgain: expect.stringContaining('out of range') },
    ]);
    delete faults.write;
    await retryParked({ pool, events: log, projection });
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
  });

  it('makes a writer beside the retry start over, so that it does not go on from what it knew', async () => {
    const log = createMemoryLog();
    log.add('stone-a', withdrawn('bad'));
    const faults: Faults = { apply: 'bad' };
    const projection = notesProjection({ faults });
    const build = await projectInBatches(projection, log, [1000]);
    const beside = await openWriter(pool, projection, build);
    delete faults.apply;
    await retryParked({ pool, events: log, projection });
    log.add('stone-a', repriced(3));
    await expect(
      bringTo(beside, await log.headPosition(), { events: log, batchSize: 10 }),
    ).rejects.toBeInstanceOf(Fenced);
    await projectInBatches(projection, log, [1000]);
    expect((await verifyProjection({ pool, events: log, projection })).differences).toEqual([]);
  });
});

describe('a rebuild', () => {
  it('is no further behind than what it replaces, though that goes on until the end', async () => {
    const log = createMemoryLog();
    const projection = notesProjection();
    log.add('stone-a', repriced(1));
    await projectInBatches(projection, log, [1000]);
    // Whenever the log is read the live one goes on, until it is held to be replaced.
    const growing: MemoryLog = {
      ...log,
      async *readAll(options) {
        const free = await pool.query(
          `select from vitrine.projection_build where name = 'notes' and state = 'live' for update skip locked`,
        );
        if (free.rowCount === 1) {
          log.add('stone-a', repriced(1));
          await projectInBatches(projection, log, [1000]);
        }
        yield* log.readAll(options);
      },
    };
    const report = await rebuildProjection({ pool, events: growing, projection });
    expect(report.differences).toEqual([]);
    expect(report.position).toBe(await log.headPosition());
    expect((await liveBuild(pool, 'notes'))!.position).toBe(report.position);
  });

  it('that fails leaves its copy to the process that has taken it over, and else clears it away', async () => {
    const log = createMemoryLog();
    const faults: Faults = {};
    const projection = notesProjection({ faults });
    log.add('stone-a', repriced(1));
    await projectInBatches(projection, log, [1000]);
    faults.defect = true;
    const rebuildHolding = (holds: boolean) =>
      rebuildProjection({
        pool,
        events: log,
        projection,
        copyLeases: () => {
          const leases = openLeases(pool);
          return {
            ...leases,
            async take(name) {
              const lease = await leases.take(name);
              return lease && { ...lease, holdsIn: async () => holds };
            },
          };
        },
      });
    const states = async () => (await buildsOf(pool, 'notes')).map(({ state }) => state);
    await expect(rebuildHolding(false)).rejects.toThrow();
    expect(await states()).toEqual(['live', 'building']);
    await expect(rebuildHolding(true)).rejects.toThrow();
    expect(await states()).toEqual(['live']);
  });
});

describe('a comparison', () => {
  it('finds a changed, a missing and a surplus row', async () => {
    const log = createMemoryLog();
    for (const stone of ['a', 'b', 'c']) log.add(`stone-${stone}`, repriced(5), withdrawn('gone'));
    const projection = notesProjection();
    const build = await projectInBatches(projection, log, [1000]);
    const table = tablesOf(build);
    await pool.query(`update ${table('noted_stone')} set cents = 6 where parcel = 'stone-a'`);
    await pool.query(`delete from ${table('stone_note')} where parcel = 'stone-b'`);
    await pool.query(`insert into ${table('stone_note')} values ('stone-z', 0, 'never')`);
    const { differences } = await verifyProjection({ pool, events: log, projection });
    expect(differences).toMatchObject([
      { table: 'noted_stone', onlyLive: 1, onlyCopy: 1, examples: [expect.stringContaining('stone-a')] },
      { table: 'stone_note', onlyLive: 1, onlyCopy: 1, examples: [expect.stringContaining('stone-b')] },
    ]);
    // The copy is thrown away; the live build is as it was.
    expect((await liveBuild(pool, 'notes'))!.build).toBe(build.build);
    expect(
      (await pool.query(`select from pg_namespace where nspname like 'projection\\_notes\\_%'`)).rowCount,
    ).toBe(1);
  });
});
