import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csv, startFeedSourceWorld } from '../feed-sources/testing/feed-source-world.ts';
import { setPassed, noteOutcomes, type WorkRow } from './row-store.ts';
import { lockRun } from './run-store.ts';
import { workOffRuns } from './testing/feed-runs.ts';
import { throughRows } from './write-rows.ts';

/** What changes rows of a run locks the run first: two that change the same rows wait in turn. */
let world: Awaited<ReturnType<typeof startFeedSourceWorld>>;
let run: { id: string; vendorId: number };
beforeAll(async () => {
  world = await startFeedSourceWorld();
  const { vendorId, runs } = await world.vendor('HTTPS', { autoWhitelist: false });
  world.serverSends(csv(2));
  await world.fetchDue();
  run = { vendorId, id: (await runs())[0]!.id };
  await workOffRuns(world.context, run.id);
});
afterAll(() => world.close());

const noting = async (): Promise<void> => {
  const row: WorkRow = {
    id: `S${run.vendorId}-1`,
    row: null,
    vendorStockId: null,
    parcelName: null,
    class: 'NEW',
    problems: [],
    offer: null,
    known: null,
    passed: false,
    outcome: null,
    setAsideAt: null,
  };
  const page = async (after: string): Promise<WorkRow[]> => (after === '' ? [row] : []);
  const { signal } = new AbortController();
  await throughRows(world.context, run.id, signal, page, async () => 'listed');
};

test.each([
  ['the progress of a run', noting],
  [
    'an outcome',
    () =>
      world.context.db
        .transaction()
        .execute((tx) => noteOutcomes(tx, run.id, [{ id: `S${run.vendorId}-1`, outcome: 'changed' }])),
  ],
  [
    "a person's yes",
    () =>
      setPassed(world.context.db, run.vendorId, ['1'], {
        passed: true,
        at: world.clock.now().toISOString(),
      }),
  ],
])('%s takes no row while another locks the run', async (_, change) => {
  const { db } = world.context;
  const waiting = async (): Promise<unknown> =>
    (
      await sql<{ waiting: boolean }>`
        select exists (select from pg_locks join pg_stat_activity as other using (pid)
          where not granted and other.datname = current_database()) as waiting`.execute(db)
    ).rows[0]?.waiting;
  let changed: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (tx) => {
    await lockRun(tx, run.id);
    changed = change();
    await expect.poll(waiting, { timeout: 10_000 }).toBe(true);
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    await sql`select from vitrine.feed_run_row where run_id = ${run.id} for update`.execute(tx);
  });
  await changed;
});
