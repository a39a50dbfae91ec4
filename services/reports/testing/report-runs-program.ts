/**
 * Makes reports without end, for a test that kills it: TEST_URL (database), TEST_LOG (event store), TEST_FILES (folder),
 * and TEST_STOP: 'file' or 'mail', before which it says 'stopped' and waits to be killed.
 */
import { z } from 'zod';
import { createPositions } from '#projections/engine/index.ts';
import { createOutbox } from '#services/mail/index.ts';
import { systemClock } from '#services/platform/clock.ts';
import { createSnapshots } from '#services/platform/commands/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';
import { staffOf } from '../schedules/staff.ts';
import { workReportRuns } from '../runs/work-report-runs.ts';

const { TEST_URL, TEST_LOG, TEST_FILES, TEST_STOP } = z
  .object({
    TEST_URL: z.string(),
    TEST_LOG: z.string(),
    TEST_FILES: z.string(),
    TEST_STOP: z.enum(['file', 'mail', 'never']),
  })
  .parse(process.env);

const { db, pool } = connectDatabase(TEST_URL);
const events = connectEventStore({ connectionString: TEST_LOG });
const files = openFileStore({ dataFolder: TEST_FILES, filesUrl: undefined });
const send = createOutbox({ db, clock: systemClock, sending: false });
const stopBefore = async (step: string): Promise<void> => {
  if (step !== TEST_STOP) return;
  console.log('stopped');
  await new Promise(() => undefined);
};
console.log('working');
await workReportRuns({
  context: {
    events,
    db,
    snapshots: createSnapshots(pool),
    clock: systemClock,
    zone: 'America/New_York',
    positions: createPositions(db, await logIdOf(events)),
  },
  files: {
    ...files,
    async put(key, bytes) {
      await stopBefore('file');
      await files.put(key, bytes);
    },
  },
  async sendMail(mail, within) {
    await stopBefore('mail');
    return send(mail, within);
  },
  staff: staffOf(db),
  leases: openLeases(pool),
  log: console,
  work: polledWork(),
  signal: new AbortController().signal,
});
