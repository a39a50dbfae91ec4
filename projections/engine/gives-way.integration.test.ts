import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { buildsOf } from './builds.ts';
import { rebuildProjection } from './index.ts';
import { engineDatabase } from './testing/test-engine.ts';
import { createMemoryLog, repriced } from './testing/test-log.ts';
import { notesProjection } from './testing/test-projections.ts';
import { inTransaction } from './transactions.ts';

let database: Database;
beforeAll(async () => {
  database = await engineDatabase(await testDatabase());
});
afterAll(() => database.close());

it('a rebuild rests after each batch of its catching up, with nothing locked', async () => {
  const log = createMemoryLog();
  for (let stone = 1; stone <= 30; stone += 1) log.add(`stone-${stone}`, repriced(stone));
  const took: number[] = [];
  await rebuildProjection({
    pool: database.pool,
    events: log,
    projection: notesProjection(),
    batchSize: 10,
    giveWay: async (ms) => {
      took.push(ms);
      // The row that the flip takes for itself.
      await inTransaction(database.pool, 'begin', async (client) => {
        await client.query(`set local lock_timeout = '1s'`);
        await client.query('select 1 from vitrine.projection_build for update');
        expect(await buildsOf(client, 'notes')).toMatchObject([{ state: 'building' }]);
      });
    },
  });
  expect(took).toHaveLength(4);
  expect(took.every((ms) => ms > 0)).toBe(true);
});
