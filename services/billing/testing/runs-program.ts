/**
 * Works off bill runs without end, for a test that kills it: TEST_URL (database), TEST_LOG (event store), and
 * TEST_STOP_AFTER, the number of a large bill's parts after which it says 'stopped' and waits to be killed.
 */
import { z } from 'zod';
import { billPartStream } from '#contracts/events/index.ts';
import { createPositions } from '#projections/engine/index.ts';
import { systemClock } from '#services/platform/clock.ts';
import { createSnapshots } from '#services/platform/commands/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { workBillRuns } from '../runs/work-runs.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

const { TEST_URL, TEST_LOG, TEST_STOP_AFTER } = z
  .object({ TEST_URL: z.string(), TEST_LOG: z.string(), TEST_STOP_AFTER: z.coerce.number().optional() })
  .parse(process.env);

const { db, pool } = connectDatabase(TEST_URL);
const events = connectEventStore({ connectionString: TEST_LOG });
let parts = 0;
async function stopAfterParts(...append: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
  const isOfTheBill = append[0].startsWith(billPartStream('')) || append[2][0]?.type === 'BillCreated';
  if (isOfTheBill && TEST_STOP_AFTER !== undefined && parts >= TEST_STOP_AFTER) {
    console.log('stopped');
    return new Promise(() => undefined);
  }
  const appended = await events.append(...append);
  if (isOfTheBill) parts += 1;
  return appended;
}
console.log('working');
await workBillRuns({
  billing: {
    events: { ...events, append: stopAfterParts },
    db,
    snapshots: createSnapshots(pool),
    clock: systemClock,
    zone: 'America/New_York',
    positions: createPositions(db, await logIdOf(events)),
  },
  leases: openLeases(pool),
  work: polledWork(),
  log: console,
  signal: new AbortController().signal,
});
