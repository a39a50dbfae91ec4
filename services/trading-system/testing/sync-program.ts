/** Syncs without end, for a test that kills it: TEST_URL (database), TEST_LOG (event store), TEST_PEER, TEST_ACCOUNTS (code → customer). */
import { systemClock } from '#services/platform/clock.ts';
import { createSnapshots } from '#services/platform/commands/index.ts';
import { connectDatabase } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { recordDocument } from '#services/stones/index.ts';
import { z } from 'zod';
import { connectTradingSystem } from '../peer.ts';
import { runSync } from '../sync/run-sync.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

const { TEST_URL, TEST_LOG, TEST_PEER, TEST_ACCOUNTS } = z
  .object({ TEST_URL: z.string(), TEST_LOG: z.string(), TEST_PEER: z.string(), TEST_ACCOUNTS: z.string() })
  .parse(process.env);
const accounts = z.record(z.string(), z.number()).parse(JSON.parse(TEST_ACCOUNTS));

const { db, pool } = connectDatabase(TEST_URL);
const context = {
  events: connectEventStore({ connectionString: TEST_LOG }),
  db,
  snapshots: createSnapshots(pool),
  clock: systemClock,
  zone: 'America/New_York',
};
console.log('syncing');
await runSync({
  db,
  leases: openLeases(pool),
  events: context.events,
  work: polledWork(),
  clock: systemClock,
  log: console,
  signal: new AbortController().signal,
  everySeconds: 0.01,
  peer: connectTradingSystem({ baseUrl: TEST_PEER }),
  customerByAccountCode: async (_, code) => accounts[code] ?? null,
  customersCaughtUp: async () => true,
  async recordDocument(document) {
    const outcome = await recordDocument(context, document);
    if (outcome === 'recorded') console.log(`recorded ${document.docNo}`);
    return outcome;
  },
});
