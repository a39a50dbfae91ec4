import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApplication } from '#services/application.ts';
import { readConfig } from '#services/platform/config/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

/** A house with the stores of a local run, that is started once without VITRINE_DEMO=false. */

let house: SmallVitrine;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  // Without its own nightly jobs: what is counted before and after is to be changed by the demo alone.
  house = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
  await house.listStone('B-1');
  await house.shown();
});
afterAll(() => house?.close());

/** What the demo would add to: each table of the house that holds rows, with how many. */
async function rowsOf({ pool }: SmallVitrine): Promise<unknown> {
  const { rows } = await pool.query(
    `select relname as name, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from vitrine.%I', relname),
       false, true, '')))[1]::text as rows
     from pg_class where relnamespace = 'vitrine'::regnamespace and relkind = 'r' and relname <> 'lease' order by 1`,
  );
  return rows;
}

test("the demo does not start on a house's log, and nothing of it happens there", async () => {
  const { events } = house.context;
  const before = { head: await events.headPosition(), rows: await rowsOf(house) };
  const config = readConfig({
    DATABASE_URL: house.databaseUrl,
    EVENTSTORE_URL: house.store.connectionString,
    PORT: '0',
    VITRINE_DEMO: 'true',
    TRADING_SYSTEM_URL: 'http://127.0.0.1:9',
    VITRINE_LOG_LEVEL: 'silent',
  });
  const started = startApplication(config, `a secret of the tests, ${randomUUID()}`, silent);
  await expect(started).rejects.toMatchObject({
    name: 'BadConfiguration',
    message: expect.stringContaining(
      'VITRINE_DEMO is on, but these stores hold what the demo did not begin: set VITRINE_DEMO=false',
    ),
  });
  expect({ head: await events.headPosition(), rows: await rowsOf(house) }).toEqual(before);
});
