import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { buildsOf, liveBuild } from './builds.ts';
import {
  createPositions,
  isOthersTurn,
  NotOfThisLog,
  OfNewerVersion,
  OfOtherZone,
  projectionStatus,
  rebuildProjection,
  retryParked,
  startProjections,
  verifyProjection,
  zoneToBuildIn,
  type Positions,
  type ProjectionsRunner,
} from './index.ts';
import { dropBuilds, engineDatabase, startEngine } from './testing/test-engine.ts';
import { createMemoryLog, projectForTests, repriced, type MemoryLog } from './testing/test-log.ts';
import { countsProjection, notesProjection } from './testing/test-projections.ts';

const LONG = 30_000;
const notes = notesProjection();
const runners: ProjectionsRunner[] = [];

let database: Database;
let pool: pg.Pool;

beforeAll(async () => {
  database = await engineDatabase(await testDatabase());
  pool = database.pool;
});
afterAll(() => database.close());
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.stop())));
beforeEach(() => dropBuilds(pool));

function logOf(stones: number): MemoryLog {
  const log = createMemoryLog();
  for (let stone = 1; stone <= stones; stone += 1) log.add(`stone-${stone}`, repriced(stone));
  return log;
}

async function stones(): Promise<number> {
  return (await pool.query('select from read.noted_stone')).rowCount ?? 0;
}

const moveTo = (position: bigint) =>
  pool.query('update vitrine.projection_build set position = $1', [position]);

/** The engine of the program before; `warned` gets what it warns of. */
const olderEngine = (log: MemoryLog, positions: Positions, warned: string[]): ProjectionsRunner =>
  startProjections({
    pool,
    looking: pool,
    leases: openLeases(pool),
    events: log,
    projections: [notes],
    positions,
    log: {
      info: () => undefined,
      warn: (_details, text) => void warned.push(text),
      error: () => undefined,
    },
  });

/** Runs the engine until it has logged this many errors; answers their messages. */
async function errorsOf(log: MemoryLog, version = 1, count = 1, zone?: string): Promise<string[]> {
  const logged: string[] = [];
  const runner = startProjections({
    pool,
    looking: pool,
    leases: openLeases(pool),
    events: log,
    projections: [notesProjection({ version, ...(zone && { zone }) })],
    positions: createPositions(database.db, await logIdOf(log)),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: ({ err }: { err?: Error }) => void logged.push(String(err?.message)),
    },
  });
  runners.push(runner);
  await expect.poll(() => logged.length, { timeout: LONG }).toBeGreaterThanOrEqual(count);
  expect(runner.caughtUp()).toBe(false);
  await runner.stop();
  return logged;
}

const cases = [
  {
    what: 'of another log, behind the first event of this one',
    other: 5,
    place: 3n,
    message: /another event log/,
  },
  { what: 'of another log, inside this one', other: 5, place: 14n, message: /another event log/ },
  {
    what: 'of another log, beyond the end of this one',
    other: 5,
    place: 9_000n,
    message: /another event log/,
  },
  { what: 'of an empty log instead of a full one', other: 0, place: 70n, message: /another event log/ },
];

describe('a read model with a checkpoint', () => {
  it.each(cases)(
    '$what is not gone on with, not emptied and not called good, and a rebuild begins at nothing',
    async ({ other, place, message }) => {
      await projectForTests(pool, logOf(10), [notes]);
      await moveTo(place);
      const log = logOf(other);
      expect((await errorsOf(log))[0]).toMatch(message);
      // Not even by the automatic rebuild of a newer version.
      expect((await errorsOf(log, 2))[0]).toMatch(message);
      expect(await stones()).toBe(10);
      expect(await projectionStatus(database.db, log, [notes])).toMatchObject([
        { state: 'stopped', problem: expect.stringContaining('npm run projections -- rebuild notes') },
      ]);
      await expect(verifyProjection({ pool, events: log, projection: notes })).rejects.toThrow(NotOfThisLog);
      await expect(retryParked({ pool, events: log, projection: notes })).rejects.toThrow(NotOfThisLog);
      expect(await stones()).toBe(10);

      const report = await rebuildProjection({ pool, events: log, projection: notes });
      expect(report).toMatchObject({ differences: null, position: await log.headPosition() });
      expect(await stones()).toBe(other);
      expect((await liveBuild(pool, 'notes'))!.logId).toBe(await logIdOf(log));
      expect(await projectionStatus(database.db, log, [notes])).toMatchObject([{ problem: null }]);
      expect((await verifyProjection({ pool, events: log, projection: notes })).differences).toEqual([]);
    },
  );

  it.each([10n * 7n + 1n, 2n ** 63n - 1n])(
    'beyond the end of its own log (%s) is not believed',
    async (place) => {
      const log = logOf(10);
      await projectForTests(pool, log, [notes]);
      await moveTo(place);
      expect((await errorsOf(log))[0]).toMatch(/beyond the end/);
      expect(await projectionStatus(database.db, log, [notes])).toMatchObject([
        { problem: expect.stringContaining('beyond the end') },
      ]);
      await expect(verifyProjection({ pool, events: log, projection: notes })).rejects.toThrow(
        /beyond the end/,
      );
      await rebuildProjection({ pool, events: log, projection: notes });
      expect(await stones()).toBe(10);
      expect((await liveBuild(pool, 'notes'))!.position).toBe(70n);
    },
  );

  it('from before logs had an identity takes the identity of the log it is opened on, unless it lies beyond its end', async () => {
    const log = logOf(10);
    await projectForTests(pool, log, [notes]);
    await pool.query('update vitrine.projection_build set log_id = null');
    expect(await projectionStatus(database.db, log, [notes])).toMatchObject([{ problem: null }]);
    expect((await errorsOf(logOf(5)))[0]).toMatch(/beyond the end/);
    expect((await liveBuild(pool, 'notes'))!.logId).toBeNull();
    expect((await verifyProjection({ pool, events: log, projection: notes })).differences).toEqual([]);
    expect((await liveBuild(pool, 'notes'))!.logId).toBe(await logIdOf(log));
  });

  it('with days of another time zone is not gone on with, and is rebuilt without a comparison', async () => {
    const log = logOf(10);
    const [paris, london] = [
      notesProjection({ zone: 'Europe/Paris' }),
      notesProjection({ zone: 'Europe/London' }),
    ];
    await projectForTests(pool, log, [paris]);
    expect((await errorsOf(log, 1, 1, 'Europe/London'))[0]).toMatch(
      /days are of the time zone Europe\/Paris, and VITRINE_TIME_ZONE is Europe\/London/,
    );
    expect(await projectionStatus(database.db, log, [london])).toMatchObject([
      { state: 'stopped', problem: expect.stringContaining('npm run projections -- rebuild notes') },
    ]);
    await expect(verifyProjection({ pool, events: log, projection: london })).rejects.toThrow(OfOtherZone);
    await expect(retryParked({ pool, events: log, projection: london })).rejects.toThrow(OfOtherZone);
    expect((await verifyProjection({ pool, events: log, projection: paris })).differences).toEqual([]);

    expect(await rebuildProjection({ pool, events: log, projection: london })).toMatchObject({
      differences: null,
    });
    expect((await liveBuild(pool, 'notes'))!.zone).toBe('Europe/London');
    expect((await verifyProjection({ pool, events: log, projection: london })).differences).toEqual([]);
  });

  it('from before time zones were kept takes the zone of the process that follows it, and of no tool', async () => {
    const log = logOf(10);
    await projectForTests(pool, log, [notes]);
    const london = notesProjection({ zone: 'Europe/London' });
    expect((await verifyProjection({ pool, events: log, projection: london })).differences).toEqual([]);
    expect(await zoneToBuildIn(pool, undefined)).toBe('America/New_York');
    const positions = createPositions(database.db, await logIdOf(log));
    runners.push(startEngine({ pool, events: log, projections: [london], positions }));
    await expect.poll(() => zoneToBuildIn(pool, undefined), { timeout: LONG }).toBe('Europe/London');
  });

  it('of a newer version than the program is left to a newer one, which the status, the log and a rebuild say', async () => {
    const log = logOf(10);
    const newer = notesProjection({ version: 2 });
    await projectForTests(pool, log, [newer]);
    const message = expect.stringMatching(
      /live in version 2, newer than this program's 1\. Start the newer program, or restore the backup/,
    );
    const problem = async () => (await projectionStatus(database.db, log, [notes]))[0]!.problem;
    expect(await problem()).toEqual(message);
    const warned: string[] = [];
    const positions = createPositions(database.db, await logIdOf(log));
    runners.push(olderEngine(log, positions, warned));
    await expect.poll(() => warned, { timeout: LONG }).toEqual([message]);
    // It looks twice a second, and says it once.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(warned).toHaveLength(1);
    const refused = await rebuildProjection({ pool, events: log, projection: notes }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(OfNewerVersion);
    expect(await isOthersTurn(refused, 'notes', openLeases(pool))).toBe(false);
    expect(await buildsOf(pool, 'notes')).toHaveLength(1);
    // Beside a newer program, in an upgrade, nothing is wrong.
    runners.push(startEngine({ pool, events: log, projections: [newer], positions }));
    await expect.poll(problem, { timeout: LONG }).toBeNull();
  });

  it('that a newer program makes its own while an older one rebuilds it stays the newer one’s', async () => {
    const log = logOf(10);
    await projectForTests(pool, log, [notes]);
    const overtaken: MemoryLog = {
      ...log,
      async *readAll(options) {
        await pool.query(`update vitrine.projection_build set version = 2 where state = 'live'`);
        yield* log.readAll(options);
      },
    };
    await expect(rebuildProjection({ pool, events: overtaken, projection: notes })).rejects.toThrow(
      OfNewerVersion,
    );
    expect(await buildsOf(pool, 'notes')).toMatchObject([{ version: 2, state: 'live' }]);
  });

  it.each([
    { what: 'of another log', former: logOf(10), log: logOf(5) },
    { what: 'of another time zone', former: logOf(10), zone: 'Europe/Paris' },
  ])('is rebuilt from the beginning, where the copy that was broken off is $what', async (one) => {
    // Given a rebuild that was broken off, whose copy can be gone on with
    const { former, log = former, zone } = one;
    const stopping = new AbortController();
    await projectForTests(pool, former, [notes]);
    await expect(
      rebuildProjection({
        pool,
        events: former,
        projection: notesProjection({ ...(zone && { zone }) }),
        batchSize: 3,
        signal: stopping.signal,
        onProgress: () => stopping.abort(),
      }),
    ).rejects.toThrow();
    expect(await buildsOf(pool, 'notes')).toMatchObject([{ state: 'live' }, { state: 'building' }]);
    // When it goes on, then nothing of the copy is left
    const projection = notesProjection({ zone: 'Europe/London' });
    await rebuildProjection({ pool, events: log, projection, resume: true });
    expect(await liveBuild(pool, 'notes')).toMatchObject({
      logId: await logIdOf(log),
      zone: 'Europe/London',
    });
    expect(await stones()).toBe(log.recorded.length);
  });

  it('that a newer program has rebuilt and follows, in an upgrade, is left to it without a word', async () => {
    const log = logOf(10);
    const newer = notesProjection({ version: 2 });
    const warned: string[] = [];
    const positions = createPositions(database.db, await logIdOf(log));
    runners.push(olderEngine(log, positions, warned));
    expect(await positions.waitForPosition(['notes'], 70n, LONG)).toBe(true);
    const upgraded = startEngine({ pool, events: log, projections: [newer], positions });
    runners.push(upgraded);
    await expect.poll(async () => (await liveBuild(pool, 'notes'))?.version, { timeout: LONG }).toBe(2);
    // At its next event the older program finds that the read model is no longer its own.
    log.add('stone-11', repriced(11));
    await expect.poll(() => upgraded.caughtUp(), { timeout: LONG }).toBe(true);
    // The older program looks twice a second.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(warned).toEqual([]);
    const refused = new OfNewerVersion(notes, 2);
    expect(await isOthersTurn(refused, 'notes', openLeases(pool))).toBe(true);
    expect(await isOthersTurn(new Error('no room on the disk'), 'notes', openLeases(pool))).toBe(false);
  });

  it('goes on by itself once it was rebuilt beside the running engine, and readers learn that places went back', async () => {
    await projectForTests(pool, logOf(10), [notes]);
    const log = logOf(5);
    const positions = createPositions(database.db, await logIdOf(log));
    // A reader in a process that runs no projections. The other log's place is no place for it.
    const elsewhere = createPositions(database.db, await logIdOf(log));
    expect(await elsewhere.positionOf(['notes'])).toBe(0n);
    // A reader that has gone on since before the log was changed, with its places.
    const before = (await liveBuild(pool, 'notes'))!;
    const goingOn = createPositions(database.db, before.logId!, [], {
      readLogId: () => logIdOf(log),
      log: { warn: () => undefined },
    });
    expect(await goingOn.positionOf(['notes'])).toBe(70n);
    expect(await positions.waitForPosition(['notes'], 7n, 50)).toBe(false);
    const runner = startEngine({ pool, events: log, projections: [notes, countsProjection()], positions });
    runners.push(runner);
    expect(await positions.waitForPosition(['counts'], 35n, LONG)).toBe(true);
    await rebuildProjection({ pool, events: log, projection: notes });
    const { position } = log.add('stone-6', repriced(6));
    expect(await positions.waitForPosition(['notes'], position, 2 * LONG)).toBe(true);
    expect(await elsewhere.positionOf(['notes'])).toBe(position);
    expect(await elsewhere.waitForPosition(['notes'], 70n, 100)).toBe(false);
    expect(await goingOn.positionOf(['notes'])).toBe(position);
    expect(await goingOn.waitForPosition(['notes'], 70n, 100)).toBe(false);
    expect((await goingOn.stateOf(['notes'])).mark).not.toBe('');
    expect(await stones()).toBe(6);
  });

  it('of another log is answered for as before while the event store, which is asked for its log, does not answer', async () => {
    await projectForTests(pool, logOf(10), [notes, countsProjection()]);
    const { logId } = (await liveBuild(pool, 'notes'))!;
    // As a projection that the program no longer has leaves it.
    await pool.query("update vitrine.projection_build set log_id = gen_random_uuid() where name = 'counts'");
    const warned: string[] = [];
    const asked = { never: 0, away: 0 };
    const readerOf = (how: keyof typeof asked, answer: () => Promise<string>) =>
      createPositions(database.db, logId!, [], {
        readLogId: () => {
          asked[how] += 1;
          return answer();
        },
        log: { warn: (_details, message) => void warned.push(message) },
      });
    const waiting = readerOf('never', () => new Promise(() => undefined));
    const refused = readerOf('away', () => Promise.reject(new Error('the event store is away')));
    for (const reader of [waiting, refused]) {
      expect((await reader.stateOf(['notes'])).position).toBe(70n);
      expect(asked).toEqual(reader === waiting ? { never: 0, away: 0 } : { never: 1, away: 0 });
      expect((await reader.stateOf(['notes', 'counts'])).position).toBe(0n);
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      expect(await reader.positionOf(['counts'])).toBe(0n);
      expect(await reader.waitForPosition(['counts'], 1n, 50)).toBe(false);
      expect((await reader.stateOf(['notes'])).position).toBe(70n);
    }
    // While it is being asked it is not asked again; of what is the same each time one line is written.
    expect(asked).toEqual({ never: 1, away: 2 });
    expect(warned).toEqual([expect.stringContaining('the event store is away')]);
  });
});
