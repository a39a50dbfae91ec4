import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandMigrations, oncePerKey } from '#services/platform/commands/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { EventStoreUnavailable } from '#services/platform/event-store/index.ts';
import { settableClock } from '#tests/support/clock.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { noteEnd, noteStart, openRebuilds } from './rebuild-jobs.ts';
import { newestRebuilds, operationsMigrations, requestRebuild, runUpkeep } from './index.ts';
import type { UpkeepOptions } from './run-upkeep.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

const soon = { timeout: 60_000, interval: 20 };
const clock = settableClock('2026-03-02T10:00:00.000Z');
let database: Database;

beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { max: 6 });
  await migrate(database.pool, [...commandMigrations, ...operationsMigrations]);
});
afterAll(() => database.close());
beforeEach(async () => {
  clock.set('2026-03-02T10:00:00.000Z');
  await database.pool.query('delete from vitrine.rebuild_job');
});

const ask = (projection: string) =>
  requestRebuild(database.db, { projection, requestedBy: 'admin', now: clock.now() });
const jobOf = async (projection: string) => (await newestRebuilds(database.db)).get(projection);

/** Works with this way of rebuilding until the function that it gives is called. */
function upkeep(
  rebuild: UpkeepOptions['rebuild'],
  isBusy: UpkeepOptions['isBusy'] = async () => false,
  { forgetOld, finishLeft }: Pick<UpkeepOptions, 'forgetOld' | 'finishLeft'> = {},
) {
  const stop = new AbortController();
  const running = runUpkeep({
    db: database.db,
    leases: openLeases(database.pool),
    work: polledWork(),
    clock: clock.now,
    signal: stop.signal,
    folds: ['parcel-3'],
    rebuild,
    isBusy,
    ...(forgetOld && { forgetOld }),
    ...(finishLeft && { finishLeft }),
    log: { info: () => undefined, warn: () => undefined },
    pace: { lookEveryMs: 10, againAfterMs: 10 },
  });
  return async () => {
    stop.abort();
    await running;
  };
}
/** A rebuild that lasts until it is broken off. */
const endless: UpkeepOptions['rebuild'] = (_, { signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('broken off')), { once: true });
  });

test('what was asked for is carried out once, and a second request waits for the end of the first', async () => {
  expect([await ask('parcels'), await ask('parcels'), await ask('carts')]).toEqual([true, false, true]);
  expect(await jobOf('parcels')).toMatchObject({ state: 'WAITING', requestedBy: 'admin', attempts: 0 });
  const built: string[] = [];
  const stop = upkeep(async (name, { resumed }) => void built.push(`${name} ${resumed}`));
  await expect.poll(() => jobOf('carts'), soon).toMatchObject({ state: 'DONE', attempts: 1, failure: null });
  expect(built).toEqual(['parcels false', 'carts false']);
  expect(await ask('parcels')).toBe(true);
  await expect.poll(() => built.length, soon).toBe(3);
  await stop();
});

test('a rebuild that is broken off stays open, and the next process takes it up where it stands', async () => {
  await ask('parcels');
  const stop = upkeep(endless);
  await expect.poll(() => jobOf('parcels'), soon).toMatchObject({ state: 'RUNNING', attempts: 1 });
  await stop();
  expect(await jobOf('parcels')).toMatchObject({ state: 'RUNNING', finishedAt: null, failure: null });
  const taken: boolean[] = [];
  const stopAgain = upkeep(async (_, { resumed }) => void taken.push(resumed));
  await expect.poll(() => jobOf('parcels'), soon).toMatchObject({ state: 'DONE', attempts: 2 });
  await stopAgain();
  expect(taken).toEqual([true]);
});

test('a process that wakes up late neither begins nor ends what another has carried out', async () => {
  await ask('parcels');
  const [job] = await openRebuilds(database.db);
  const end = { now: clock.now(), failure: null, givenUp: false };
  expect(await noteStart(database.db, job!.id, clock.now())).toBe(true);
  await noteEnd(database.db, job!.id, end);
  expect(await noteStart(database.db, job!.id, clock.now())).toBe(false);
  await noteEnd(database.db, job!.id, { ...end, failure: 'broken off' });
  expect(await jobOf('parcels')).toMatchObject({ state: 'DONE', attempts: 1, failure: null });
});

test('one that fails again and again is given up with its reason; being busy is no failure', async () => {
  await ask('parcels');
  await ask('carts');
  let busy = 0;
  const stop = upkeep(
    async (name) => {
      if (name === 'parcels') throw new Error('no room on the disk');
      if (++busy < 6) throw new Error('busy');
    },
    async (error, projection) => projection === 'carts' && error instanceof Error && error.message === 'busy',
  );
  await expect
    .poll(() => jobOf('parcels'), soon)
    .toMatchObject({ state: 'FAILED', attempts: 3, failure: 'no room on the disk' });
  await expect.poll(() => jobOf('carts'), soon).toMatchObject({ state: 'DONE', attempts: 6 });
  await stop();
});

test('an outage of the event store or of Postgres is no failure of a rebuild, however long it lasts', async () => {
  await ask('parcels');
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const outages = [
    new EventStoreUnavailable('it is away'),
    away,
    new Error('a part failed', { cause: away }),
  ];
  let attempts = 0;
  const stop = upkeep(async () => {
    if (attempts < 6) throw outages[attempts++ % outages.length]!;
  });
  await expect.poll(() => jobOf('parcels'), soon).toMatchObject({ finishedAt: expect.any(String) });
  expect(await jobOf('parcels')).toMatchObject({ state: 'DONE', attempts: 7, failure: null });
  await stop();
});

test('a rebuild for which the disk is too small is given up, though that is an outage of Postgres', async () => {
  await ask('parcels');
  const full = Object.assign(new pg.DatabaseError('No space left on device', 0, 'error'), { code: '53100' });
  const stop = upkeep(() => Promise.reject(full));
  await expect
    .poll(() => jobOf('parcels'), soon)
    .toMatchObject({ state: 'FAILED', attempts: 3, failure: 'No space left on device' });
  await stop();
});

test('a chore that always fails holds up no rebuild', async () => {
  await ask('parcels');
  const fails = () => Promise.reject(new Error('not this one'));
  const stop = upkeep(async () => undefined, undefined, { forgetOld: [fails], finishLeft: fails });
  await expect.poll(() => jobOf('parcels'), soon).toMatchObject({ state: 'DONE' });
  await stop();
});

test('what is too old is forgotten until nothing is left', async () => {
  let left = 3;
  const forgetOld = [async () => (left > 0 ? left-- : 0)];
  const stop = upkeep(async () => undefined, undefined, { forgetOld });
  await expect.poll(() => left, soon).toBe(0);
  await stop();
});

test('idempotency keys are forgotten after 30 days, not before', async () => {
  const context = { db: database.db, clock: clock.now };
  const [old, young] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const use = (commandId: string, bodyHash: string) =>
    oncePerKey(context, { commandId, bodyHash }, async (repeated) => repeated);
  await use(old, 'a');
  clock.advance(30 * 86_400_000);
  await use(young, 'a');
  expect(await use(old, 'a')).toBe(true);
  clock.advance(1000);
  const stop = upkeep(async () => undefined);
  const keys = async () => (await database.pool.query('select from vitrine.used_key')).rowCount;
  await expect.poll(keys, soon).toBe(1);
  await stop();
  expect([await use(young, 'a'), await use(old, 'b')]).toEqual([true, false]);
  await expect(use(young, 'b')).rejects.toMatchObject({ status: 409 });
});

test('snapshots of folds that the program does not name are forgotten', async () => {
  await database.pool.query(
    `insert into vitrine.snapshot (stream, fold, revision, last_recorded_at, recent, state)
      select 'stone-S', fold, 60, '', '[]', '{}' from unnest(array['parcel-2', 'parcel-3']) as fold`,
  );
  const stop = upkeep(endless);
  const kept = async () => (await database.pool.query('select fold from vitrine.snapshot')).rows;
  await expect.poll(kept, soon).toEqual([{ fold: 'parcel-3' }]);
  await stop();
});
