/** Works off bill runs without end, for a test that kills it: TEST_URL (database), TEST_LOG (event store). */
import { z } from 'zod';
import { createPositions } from '#projections/engine/index.ts';
import { systemClock } from '#services/platform/clock.ts';
import { createSnapshots } from '#services/platform/commands/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { workBillRuns } from './runs/work-runs.ts';

const { TEST_URL, TEST_LOG } = z.object({ TEST_URL: z.string(), TEST_LOG: z.string() }).parse(process.env);

const { db, pool } = connectDatabase(TEST_URL);
console.log('working');
await workBillRuns({
  billing: {
    events: connectEventStore({ connectionString: TEST_LOG }),
    db,
    snapshots: createSnapshots(pool),
    clock: systemClock,
    zone: 'America/New_York',
    positions: createPositions(db),
  },
  pool,
  log: console,
  signal: new AbortController().signal,
});
