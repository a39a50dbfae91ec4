import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { projectionMigrations, verifyProjection } from '../engine/index.ts';
import { createMemoryLog, newTestEvent, projectForTests } from '../engine/testing/test-log.ts';
import { itemsInCart, cartsProjection } from './index.ts';

const early = '2024-03-01T15:00:00.000Z';
const late = '2024-03-02T15:00:00.000Z';
const carted = (customerId: number, line: string, parcelNames: readonly string[], effectiveAt = early) =>
  newTestEvent('StonesCarted', { customerId, line, parcelNames, effectiveAt });
const uncarted = (customerId: number, parcelNames: readonly string[]) =>
  newTestEvent('StonesUncarted', { customerId, parcelNames, effectiveAt: late });

let database: Database;
beforeAll(async () => {
  database = connectDatabase(await testDatabase(), { pipeline: true });
  await migrate(database.pool, projectionMigrations);
});
afterAll(() => database.close());

describe('carts', () => {
  it('hold what was put in and not taken out, by line, since it was first put in', async () => {
    const log = createMemoryLog();
    log.add(
      'cart-1',
      carted(1, 'natural', ['A1', 'A2']),
      carted(1, 'labGrown', ['L1'], late),
      carted(1, 'natural', ['A1', 'A3'], late),
    );
    log.add('cart-2', carted(2, 'natural', ['A1']));
    await projectForTests(database.pool, log, [cartsProjection], 2);
    expect(await itemsInCart(database.db, 1, 'natural').execute()).toEqual([
      { parcelName: 'A1', line: 'natural', since: early },
      { parcelName: 'A2', line: 'natural', since: early },
      { parcelName: 'A3', line: 'natural', since: late },
    ]);
    expect((await itemsInCart(database.db, 1).execute()).map(({ parcelName }) => parcelName)).toEqual([
      'A1',
      'A2',
      'A3',
      'L1',
    ]);

    log.add('cart-1', uncarted(1, ['A1', 'L1', 'Z9']));
    await projectForTests(database.pool, log, [cartsProjection]);
    expect((await itemsInCart(database.db, 1).execute()).map(({ parcelName }) => parcelName)).toEqual([
      'A2',
      'A3',
    ]);
    expect((await itemsInCart(database.db, 2).execute()).map(({ parcelName }) => parcelName)).toContain('A1');
    expect(await itemsInCart(database.db, 3).execute()).toEqual([]);
    expect(
      (await verifyProjection({ pool: database.pool, events: log, projection: cartsProjection })).differences,
    ).toEqual([]);
  });
});
