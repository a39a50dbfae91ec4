import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import type { Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import {
  createPositions,
  parkedStreams,
  projectionStatus,
  rebuildProjection,
  retryParked,
  verifyProjection,
} from './index.ts';
import { engineDatabase, startEngine } from './testing/test-engine.ts';
import { repriced, withdrawn } from './testing/test-log.ts';
import { countsProjection, notesProjection, type Faults } from './testing/test-projections.ts';

const LONG = 30_000;

let database: Database;
let store: TestEventStore;
let events: EventStore;

beforeAll(async () => {
  database = await engineDatabase(await testDatabase());
  store = await startEmbeddedEventStoreForTests(await testDatabase());
  events = await identified(connectEventStore({ connectionString: store.connectionString }));
});
afterAll(async () => {
  await events.close();
  await store.close();
  await database.close();
});

describe('the engine on the event store', () => {
  it('catches up, follows, survives a killed event store, rebuilds to the same rows, and retries by re-reading the stream', async () => {
    const faults: Faults = { apply: 'bad' };
    const projections = [notesProjection({ faults }), countsProjection()];
    const names = projections.map(({ name }) => name);
    for (let stone = 0; stone < 40; stone += 1)
      await events.append(`stone-${stone}`, 'no_stream', [
        repriced(stone),
        withdrawn(stone === 7 ? 'bad' : 'good'),
      ]);

    const positions = createPositions(database.db, await logIdOf(events));
    const runner = startEngine({
      pool: database.pool,
      events,
      projections,
      positions,
      batchSize: 16,
    });
    expect(await positions.waitForPosition(names, await events.headPosition(), LONG)).toBe(true);

    await store.kill();
    await store.restart();
    let reached = 0n;
    for (let stone = 0; stone < 10; stone += 1)
      reached = (await events.append(`stone-${stone}`, 1n, [repriced(1000)])).position;
    expect(await positions.waitForPosition(names, reached, LONG)).toBe(true);

    expect(await parkedStreams(database.db)).toMatchObject([
      { projection: 'notes', stream: 'stone-7', waiting: 2 },
    ]);
    delete faults.apply;
    expect(
      await retryParked({ pool: database.pool, events, projection: notesProjection({ faults }) }),
    ).toMatchObject([{ stream: 'stone-7', applied: 2, parkedAgain: null }]);
    for (const projection of projections) {
      expect(await verifyProjection({ pool: database.pool, events, projection, batchSize: 7 })).toMatchObject(
        { differences: [], parked: [] },
      );
      expect(await rebuildProjection({ pool: database.pool, events, projection })).toMatchObject({
        differences: [],
        parked: [],
      });
    }
    reached = (await events.append('stone-7', 2n, [repriced(5)])).position;
    expect(await positions.waitForPosition(names, reached, LONG)).toBe(true);
    const { rows } = await database.pool.query<{ cents: number }>(
      `select cents from read.noted_stone where parcel = 'stone-7'`,
    );
    expect(rows).toEqual([{ cents: 7 + 1000 + 5 }]);
    await expect
      .poll(() => projectionStatus(database.db, events, projections), { timeout: LONG })
      .toMatchObject(names.map((id) => ({ id, state: 'live', lag: 0, parked: [] })));
    await runner.stop();
    expect(await projectionStatus(database.db, events, projections)).toMatchObject(
      names.map((id) => ({ id, state: 'stopped' })),
    );
  });
});
