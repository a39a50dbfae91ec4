import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionMigrations, rebuildProjection, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import { desiresOf, desiresProjection, desiresVersion, openDesires } from './index.ts';

const spec = {
  weight: { minimum: 900, maximum: 1100 },
  shape: ['RD'],
  colour: ['F', 'G'],
  clarity: [],
  fluorescence: [],
  cut: ['EX', 'VG'],
  polish: [],
  symmetry: [],
};
const common = (customerId: number, minute: number) => ({
  customerId,
  effectiveAt: `2026-03-01T15:0${minute}:00.000Z`,
});
const carted = (customerId: number, minute: number) =>
  newTestEvent('DesireCarted', { ...common(customerId, minute), spec });

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

it('desires stand under their customer and status, longest there first, and a rebuild gives the same', async () => {
  const log = createMemoryLog();
  const { db, pool } = database;
  log.add('desire-b', carted(7, 1));
  log.add('desire-a', carted(7, 2));
  log.add('desire-c', carted(8, 3));
  await projectForTests(pool, log, [desiresProjection], 2);
  const ids = async (customerId: number, status: 'CART' | 'ACTIVE' | 'CLOSED' | 'CANCELLED') =>
    (await desiresOf(db, customerId, status)).map(({ desireId }) => desireId);
  expect(await ids(7, 'CART')).toEqual(['b', 'a']);
  expect(await desiresOf(db, 8, 'CART')).toEqual([
    { desireId: 'c', customerId: 8, status: 'CART', spec, cartedAt: '2026-03-01T15:03:00.000Z' },
  ]);
  expect(await desiresVersion(db, 7)).toBe(14);

  log.add(
    'desire-b',
    newTestEvent('DesireRequested', { ...common(7, 4), instructionId: 'i', remarks: 'soon' }),
  );
  log.add('desire-a', newTestEvent('DesireCancelled', common(7, 5)));
  log.add('desire-c', newTestEvent('DesireChanged', { ...common(8, 6), spec: { ...spec, shape: [] } }));
  await projectForTests(pool, log, [desiresProjection]);
  expect(await desiresOf(db, 7, 'ACTIVE')).toMatchObject([
    { desireId: 'b', remarks: 'soon', requestedAt: '2026-03-01T15:04:00.000Z' },
  ]);
  expect([await ids(7, 'CART'), await ids(7, 'CANCELLED')]).toEqual([[], ['a']]);
  expect((await desiresOf(db, 8, 'CART'))[0]?.spec.shape).toEqual([]);
  expect(await desiresVersion(db, 7)).toBe(35);
  expect(await desiresVersion(db, 9)).toBe(0);

  log.add('desire-b', newTestEvent('DesireFulfilled', { ...common(7, 7), parcelName: 'AR-1' }));
  await projectForTests(pool, log, [desiresProjection]);
  expect(await desiresOf(db, 7, 'CLOSED')).toMatchObject([{ desireId: 'b', fulfilledBy: 'AR-1' }]);
  const verified = await verifyProjection({ pool, events: log, projection: desiresProjection });
  expect(verified.differences).toEqual([]);
});

it('open are those of every customer that were asked for and not settled, the longest open first', async () => {
  // Given desires of two customers: asked for in another order than their ids, in the cart, cancelled and filled
  const log = createMemoryLog();
  const { db, pool } = database;
  const asked = (customerId: number, minute: number) =>
    newTestEvent('DesireRequested', { ...common(customerId, minute), instructionId: 'i' });
  log.add('desire-open-c', carted(7, 1), asked(7, 2));
  log.add('desire-open-a', carted(8, 1), asked(8, 3));
  log.add('desire-open-b', carted(7, 1));
  log.add('desire-open-d', carted(8, 1), asked(8, 4), newTestEvent('DesireCancelled', common(8, 5)));
  log.add(
    'desire-open-e',
    carted(8, 1),
    asked(8, 4),
    newTestEvent('DesireFulfilled', { ...common(8, 5), parcelName: 'AR-1' }),
  );
  // When staff look at the open ones
  await rebuildProjection({ pool, events: log, projection: desiresProjection });
  const open = await openDesires(db);
  // Then they find those that wait for a stone
  expect(open.map(({ desireId, customerId }) => [desireId, customerId])).toEqual([
    ['open-c', 7],
    ['open-a', 8],
  ]);
});
