import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbox, mailMigrations } from '#services/mail/index.ts';
import { migrate } from '#services/platform/database/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { connectTradingSystem, requestSync, runSync, syncRuns, mailRequesters } from '../index.ts';
import {
  openTestLedger,
  startSimulatorForTests,
  type TestLedger,
  type TestSimulator,
} from '../testing/simulator.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { polledWork } from '#services/platform/testing/polled-work.ts';

const patiently = { timeout: 60_000, interval: 50 };
let ledger: TestLedger;
let simulator: TestSimulator;

beforeAll(async () => {
  ledger = await openTestLedger(await testDatabase());
  await migrate(ledger.database.pool, mailMigrations);
  simulator = await startSimulatorForTests(ledger.url);
});
afterAll(async () => {
  await simulator.close();
  await ledger.close();
});

const mails = async () =>
  (
    await ledger.database.pool.query<{ recipient: string; subject: string }>(
      'select recipient, subject from vitrine.mail order by recipient',
    )
  ).rows;
const ask = (requestedBy: string) =>
  requestSync(ledger.database.db, { id: crypto.randomUUID(), requestedBy, now: new Date() });

test('each requester is mailed once at the end, also when the end was reached a second time', async () => {
  const ids = [
    await ask('alex'),
    await ask('sam'),
    await ask('sam'),
    await ask('alex'),
    await ask('noaddress'),
  ];
  expect(new Set(ids).size).toBe(1);

  const { db } = ledger.database;
  const mailThem = mailRequesters({
    db,
    sendMail: createOutbox({ db, clock: () => new Date(), sending: false }),
    emailOf: async (username) => (username === 'noaddress' ? null : `${username}@example.com`),
  });
  let ends = 0;
  const stop = new AbortController();
  const syncing = runSync({
    db: ledger.database.db,
    events: ledger.context.events,
    leases: openLeases(ledger.database.pool),
    work: polledWork(),
    clock: () => new Date(),
    peer: connectTradingSystem({ baseUrl: simulator.url }),
    log: { info: () => undefined, warn: () => undefined },
    signal: stop.signal,
    everySeconds: null,
    customerByAccountCode: ledger.customerByAccountCode,
    customersCaughtUp: async () => true,
    recordDocument: () => Promise.reject(new Error('there are no documents')),
    async onRequestedEnd(id, reports) {
      await mailThem(id, reports);
      ends += 1;
      // As if the process had been killed before the end was noted.
      if (ends === 1) throw new Error('killed');
    },
  });
  await expect.poll(async () => (await syncRuns(db))[0]?.finishedAt, patiently).toBeInstanceOf(Date);
  stop.abort();
  await syncing;
  expect(ends).toBe(2);
  expect(await mails()).toEqual([
    { recipient: 'alex@example.com', subject: 'Sync finished: 0 new documents' },
    { recipient: 'sam@example.com', subject: 'Sync finished: 0 new documents' },
  ]);
});
