import { afterAll, beforeAll, expect, test } from 'vitest';
import { tradeOn } from '#local/demo/index.ts';
import { customerById } from '#projections/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { connectTradingSystem } from './peer.ts';
import { postLastEffect } from './outgoing/instruction-reactor.ts';
import {
  openTestLedger,
  startSimulatorForTests,
  type TestLedger,
  type TestSimulator,
} from './testing/simulator.ts';

let ledger: TestLedger;
let simulator: TestSimulator;
let vitrine: SmallVitrine;

beforeAll(async () => {
  ledger = await openTestLedger(await testDatabase());
  simulator = await startSimulatorForTests(ledger.url);
  // Without a trading system, so that nothing is posted as it happens: like a history that was made.
  vitrine = await startSmallVitrine();
});
afterAll(async () => {
  await vitrine.close();
  await simulator.close();
  await ledger.close();
});

test('what a made history left open is posted one at a time, the oldest first, each once', async () => {
  const alder = await vitrine.as('alder');
  for (const name of ['D-1', 'D-2']) {
    await vitrine.listStone(name);
    await vitrine.shown();
    const { status } = await alder.post('/inventory/request_stones', { parcelNames: [name] });
    expect(status).toBe(200);
  }
  await vitrine.shown();
  const { db } = vitrine.context;
  const posting = {
    context: vitrine.context,
    peer: connectTradingSystem({ baseUrl: simulator.url }),
    accountsOf: async (customerId: number) => (await customerById(db, customerId))?.accounts ?? [],
  };
  const stopped = new AbortController();
  const tried: [string, boolean][] = [];
  const trading = tradeOn({
    db,
    log: { warn: (message) => expect.fail(message) },
    signal: stopped.signal,
    everyMs: 10,
    post: async (parcelName) => {
      const posted = await postLastEffect(posting, parcelName, stopped.signal);
      tried.push([parcelName, posted]);
      return posted;
    },
  });
  await expect.poll(() => tried.length).toBeGreaterThanOrEqual(5);
  stopped.abort();
  await trading;
  expect(tried.slice(0, 5)).toEqual([
    ['D-1', true],
    ['D-1', false],
    ['D-2', true],
    ['D-1', false],
    ['D-2', false],
  ]);
});
