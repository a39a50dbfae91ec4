/**
 * Makes plans without end, for a test that kills it: TEST_URL (database), TEST_LOG (event store), TEST_FILES (folder),
 * and TEST_STOP: 'file' before what a plan is made of is kept, 'end' once it is recorded; there it prints 'stopped' and
 * waits to be killed.
 */
import { z } from 'zod';
import { systemClock } from '#services/platform/clock.ts';
import { createSnapshots } from '#services/platform/commands/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';
import { workPlanJobs } from '../jobs/work-plan-jobs.ts';

const { TEST_URL, TEST_LOG, TEST_FILES, TEST_STOP } = z
  .object({
    TEST_URL: z.string(),
    TEST_LOG: z.string(),
    TEST_FILES: z.string(),
    TEST_STOP: z.enum(['file', 'end', 'never']),
  })
  .parse(process.env);

const { db, pool } = connectDatabase(TEST_URL);
const events = connectEventStore({ connectionString: TEST_LOG });
const files = openFileStore({ dataFolder: TEST_FILES, filesUrl: undefined });
const stopAt = async (step: string): Promise<void> => {
  if (step !== TEST_STOP) return;
  console.log('stopped');
  await new Promise(() => undefined);
};
console.log('working');
await workPlanJobs({
  context: {
    db,
    snapshots: createSnapshots(pool),
    clock: systemClock,
    zone: 'America/New_York',
    today: () => '2026-05-05',
    staleVendors: () => Promise.resolve(new Set<number>()),
    caughtUp: () => Promise.resolve(true),
    events: {
      ...events,
      async append(...given) {
        const appended = await events.append(...given);
        await stopAt('end');
        return appended;
      },
    },
    files: {
      ...files,
      async put(key, bytes) {
        await stopAt('file');
        await files.put(key, bytes);
      },
    },
  },
  leases: openLeases(pool),
  log: console,
  work: polledWork(),
  signal: new AbortController().signal,
});
