import { afterAll, beforeAll, expect, test } from 'vitest';
import { reactorStatus } from '#services/platform/reactors/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';
import {
  openTestLedger,
  runTrading,
  startSimulatorForTests,
  type TestLedger,
  type TestSimulator,
} from './testing/simulator.ts';

let ledger: TestLedger;
let simulator: TestSimulator;

const MEMO_CODE = '12-00-0001';
const patiently = { timeout: 120_000, interval: 250 };

beforeAll(async () => {
  ledger = await openTestLedger(await testDatabase());
  await ledger.register(12);
  ledger.accounts.set(12, [{ dxInstance: 'VITRINE', accountCode: MEMO_CODE, docTypes: ['MEMO'] }]);
  simulator = await startSimulatorForTests(ledger.url);
});

afterAll(async () => {
  await simulator.close();
  await ledger.close();
});

const stones = (count: number) => Promise.all(Array.from({ length: count }, () => ledger.list()));
const documentsOf = (parcels: readonly string[]) =>
  Promise.all(parcels.map((parcel) => ledger.documents(parcel)));
const arrived = async (parcels: readonly string[]) =>
  (await documentsOf(parcels)).filter(({ length }) => length > 0).length;

test('kill -9 of the simulator and a restart of Vitrine in the middle: every request becomes one memo', async () => {
  const started = runTrading(ledger, simulator);
  await expect.poll(() => reactorStatus(ledger.database.db), patiently).toHaveLength(1);
  const parcels = await stones(100);
  const requests = Promise.all(parcels.map((parcel) => ledger.intend('Requested', parcel)));
  await expect
    .poll(async () => (await simulator.instructions()).length, { ...patiently, interval: 1 })
    .toBeGreaterThan(2);
  await simulator.kill();
  await requests;
  await started();
  await simulator.restart();
  const startedAgain = runTrading(ledger, simulator);
  await expect.poll(() => arrived(parcels), patiently).toBe(parcels.length);
  await startedAgain();
  expect(await documentsOf(parcels)).toEqual(parcels.map(() => ['MEMO v1']));
  expect(await simulator.instructions()).toHaveLength(parcels.length);
});

test('kill -9 of the sync in the middle: every document is recorded once', async () => {
  const parcels = await stones(100);
  const documents = parcels.map((parcelName, index) => ({
    docType: 'MEMO',
    docNo: `M-${index}`,
    line: 1,
    version: 1,
    accountCode: MEMO_CODE,
    parcelName,
    date: '2026-03-02',
    amount: 9800,
  }));
  await simulator.hook('documents', { instance: 'VITRINE', documents });
  const running: RunningProcess[] = [];
  const start = () => {
    const program = startProgram('services/trading-system/testing/sync-program.ts', [], {
      TEST_URL: ledger.url,
      TEST_LOG: ledger.store.connectionString,
      TEST_PEER: simulator.url,
      TEST_ACCOUNTS: JSON.stringify({ [MEMO_CODE]: 12 }),
    });
    running.push(program);
    return program;
  };
  try {
    for (let kills = 0; kills < 2; kills++) {
      const program = start();
      await program.printed(/recorded M-\d+\s/, 60_000);
      await program.destroy();
    }
    expect(await arrived(parcels)).toBeLessThan(parcels.length);
    start();
    await expect.poll(() => arrived(parcels), patiently).toBe(parcels.length);
  } finally {
    await Promise.all(running.map((program) => program.destroy()));
  }
  expect(await documentsOf(parcels)).toEqual(parcels.map(() => ['MEMO v1']));
  for (const parcel of parcels) {
    const types: string[] = [];
    for await (const { type } of ledger.context.events.readStream(`stone-${parcel}`)) types.push(type);
    expect(types).toEqual(['StoneListed', 'DocumentReceived']);
  }
});
