import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { stoneStream } from '#contracts/events/index.ts';
import { DX_INSTANCES } from '#contracts/vocabulary/dx-instances.ts';
import { failingReactions, reactorStatus } from '#services/platform/reactors/index.ts';
import { recordDocument } from '#services/stones/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { tradingTables } from './tables.ts';
import {
  openTestLedger,
  runTrading,
  startSimulatorForTests,
  type TestLedger,
  type TestSimulator,
} from './testing/simulator.ts';

let ledger: TestLedger;
let simulator: TestSimulator;
let halt: () => Promise<void>;

const soon = { timeout: 60_000, interval: 25 };

beforeAll(async () => {
  ledger = await openTestLedger(await testDatabase());
  await ledger.register(12);
  simulator = await startSimulatorForTests(ledger.url);
});

afterAll(async () => {
  await simulator.close();
  await ledger.close();
});

beforeEach(async () => {
  ledger.accounts.set(12, [
    { dxInstance: 'VITRINE', accountCode: '12-00-0001', docTypes: ['MEMO'] },
    { dxInstance: 'VITRINE', accountCode: '12-00-0002', docTypes: ['INVOICE'] },
  ]);
  halt = runTrading(ledger, simulator);
  // What is recorded before the first start is history to the reactor.
  await expect.poll(() => reactorStatus(ledger.database.db), soon).toHaveLength(1);
});

afterEach(async () => {
  await halt();
  await simulator.hook('behaviour', { mode: 'ok' });
  await simulator.hook('delay', { seconds: 0 });
});

const status = async (parcelName: string) => (await ledger.view(parcelName)).status;
const postedFor = async (parcelName: string, instance?: string) =>
  (await simulator.instructions(instance))
    .filter((posted) => posted.parcelName === parcelName)
    .map(({ action, state }) => `${action} ${state}`);

/** A stone that customer 12 has on memo. */
async function onMemo(): Promise<string> {
  const parcelName = await ledger.list();
  await ledger.intend('Requested', parcelName);
  await expect.poll(() => status(parcelName), soon).toBe('CUSTOMER');
  return parcelName;
}

const undo = (parcelName: string, eventId: string) =>
  ledger.record(stoneStream(parcelName), {
    type: 'EventUndone',
    data: { eventId, effectiveAt: new Date().toISOString() },
  });

test('a request becomes a memo by itself, at the price that was shown', async () => {
  const parcelName = await onMemo();
  const { entries, anomalies } = await ledger.view(parcelName);
  expect(entries.map(({ type }) => type)).toEqual(['REQUEST', 'MEMO']);
  expect(anomalies).toEqual([]);
});

test('a return becomes a return memo, and the stone can be requested again', async () => {
  const parcelName = await onMemo();
  await ledger.intend('Returned', parcelName);
  await expect.poll(() => status(parcelName), soon).toBe('AVAILABLE');
  await ledger.intend('Requested', parcelName);
  await expect.poll(() => status(parcelName), soon).toBe('CUSTOMER');
  expect(await ledger.documents(parcelName)).toEqual(['MEMO v1', 'RETURN_MEMO v1', 'MEMO v1']);
  expect((await ledger.view(parcelName)).anomalies).toEqual([]);
});

test('an instruction over two parcels is posted for each of them', async () => {
  const parcels = [await onMemo(), await onMemo()];
  const data = { customerId: 12, instructionId: randomUUID(), effectiveAt: new Date().toISOString() };
  for (const parcelName of parcels) {
    await ledger.record(stoneStream(parcelName), { type: 'StoneReturned', data });
    await expect.poll(() => status(parcelName), soon).toBe('AVAILABLE');
  }
});

test('a sale becomes an invoice under the INVOICE account', async () => {
  const parcelName = await onMemo();
  await ledger.intend('Sold', parcelName);
  await expect.poll(() => status(parcelName), soon).toBe('INVOICED');
  expect(
    (await simulator.instructions()).find(
      (posted) => posted.parcelName === parcelName && posted.action === 'SOLD',
    ),
  ).toMatchObject({ accountCode: '12-00-0002', amount: 9800 });
  expect((await ledger.view(parcelName)).anomalies).toEqual([]);
});

test('a request that is withdrawn before its memo becomes nothing', async () => {
  await simulator.hook('delay', { seconds: 3600 });
  const parcelName = await ledger.list();
  await ledger.intend('Requested', parcelName);
  await ledger.intend('Returned', parcelName);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn', 'RETURN pending']);
  expect(await status(parcelName)).toBe('AVAILABLE');
});

test.each([3600, 0])(
  'a request stands again whose return is undone, also where that was due (%s s)',
  async (seconds) => {
    await simulator.hook('delay', { seconds: 3600 });
    const parcelName = await ledger.list();
    await ledger.intend('Requested', parcelName);
    await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST pending']);
    await simulator.hook('delay', { seconds });
    const returned = await ledger.intend('Returned', parcelName);
    await expect.poll(() => postedFor(parcelName), soon).toContain('REQUEST withdrawn');
    if (seconds === 0) await expect.poll(() => postedFor(parcelName), soon).toContain('RETURN done');
    await simulator.hook('delay', { seconds: 0 });
    await undo(parcelName, returned);
    await expect.poll(() => status(parcelName), soon).toBe('CUSTOMER');
  },
);

test('a request that was undone itself does not stand again with its return', async () => {
  await simulator.hook('delay', { seconds: 3600 });
  const parcelName = await ledger.list();
  const requested = await ledger.intend('Requested', parcelName);
  const returned = await ledger.intend('Returned', parcelName);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn', 'RETURN pending']);
  await undo(parcelName, requested);
  await undo(parcelName, returned);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn', 'RETURN withdrawn']);
});

test('a request that is undone before its memo is taken back', async () => {
  await simulator.hook('delay', { seconds: 3600 });
  const parcelName = await ledger.list();
  const eventId = await ledger.intend('Requested', parcelName);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST pending']);
  await undo(parcelName, eventId);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn']);
});

test.each(['has', 'had'])(
  'a request whose answer was lost is taken back where its customer %s an account',
  async (then) => {
    await simulator.hook('delay', { seconds: 3600 });
    await simulator.hook('behaviour', { mode: 'lose' });
    const parcelName = await ledger.list();
    const eventId = await ledger.intend('Requested', parcelName);
    // What the reactor of the test before had not noted, this one reacts to once more, and gets no answer either.
    const failing = async () => (await failingReactions(ledger.database.db)).map(({ stream }) => stream);
    await expect.poll(failing, soon).toContain(stoneStream(parcelName));
    if (then === 'had') {
      ledger.formerAccounts.set(12, ledger.accounts.get(12)!);
      ledger.accounts.set(12, []);
    }
    await undo(parcelName, eventId);
    // An instance where the customer never had an account is not asked.
    for (const instance of DX_INSTANCES)
      await simulator.hook('behaviour', { instance, mode: instance === 'VITRINE' ? 'ok' : 'fail' });
    await expect.poll(() => failingReactions(ledger.database.db), soon).toEqual([]);
    await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn']);
  },
);

test('a request that went to a second instance is taken back from the first too, whose answer was lost', async () => {
  // Given a request that one instance took without an answer, posted to another once the account had moved there.
  await simulator.hook('delay', { seconds: 3600 });
  await simulator.hook('behaviour', { mode: 'lose' });
  const parcelName = await ledger.list();
  const eventId = await ledger.intend('Requested', parcelName);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST pending']);
  ledger.formerAccounts.set(12, ledger.accounts.get(12)!);
  ledger.accounts.set(12, [{ dxInstance: 'NEW_YORK', accountCode: '12-00-0008', docTypes: ['MEMO'] }]);
  await simulator.hook('behaviour', { mode: 'ok' });
  await expect.poll(() => postedFor(parcelName, 'NEW_YORK'), soon).toEqual(['REQUEST pending']);
  // When it is undone, then neither has it.
  await undo(parcelName, eventId);
  await expect.poll(() => postedFor(parcelName, 'NEW_YORK'), soon).toEqual(['REQUEST withdrawn']);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn']);
});

test.each(['has', 'had'])(
  'an undone request is taken back where it is noted, while another instance where its customer %s an account is away',
  async (then) => {
    // Given a request that is noted at one instance, and another that does not answer.
    await simulator.hook('delay', { seconds: 3600 });
    const parcelName = await ledger.list();
    const eventId = await ledger.intend('Requested', parcelName);
    const noted = async () =>
      tradingTables(ledger.database.db)
        .selectFrom('vitrine.trading_instruction')
        .select('instance')
        .where('parcel_name', '=', parcelName)
        .execute();
    await expect.poll(noted, soon).toEqual([{ instance: 'VITRINE' }]);
    const away = [{ dxInstance: 'NEW_YORK', accountCode: '12-00-0008', docTypes: ['MEMO'] }];
    ledger.formerAccounts.set(12, then === 'had' ? away : []);
    if (then === 'has') ledger.accounts.set(12, [...ledger.accounts.get(12)!, ...away]);
    await simulator.hook('behaviour', { instance: 'NEW_YORK', mode: 'fail' });
    // When it is undone, then one that the customer has left is not waited for, and one of its own is.
    await undo(parcelName, eventId);
    await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn']);
    const failing = async () => (await failingReactions(ledger.database.db)).map(({ stream }) => stream);
    if (then === 'has') {
      await expect.poll(failing, soon).toContain(stoneStream(parcelName));
      await simulator.hook('behaviour', { mode: 'ok' });
    }
    await ledger.intend('Requested', parcelName);
    await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn', 'REQUEST pending']);
    expect(await failing()).toEqual([]);
  },
);

test('a request that was posted by a process that was then killed is taken back when it is undone', async () => {
  await simulator.hook('delay', { seconds: 3600 });
  const parcelName = await ledger.list();
  const eventId = await ledger.intend('Requested', parcelName);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST pending']);
  await halt();
  // As after a kill between the peer's answer and the note of it.
  await tradingTables(ledger.database.db).deleteFrom('vitrine.trading_instruction').execute();
  halt = runTrading(ledger, simulator);
  await undo(parcelName, eventId);
  await expect.poll(() => postedFor(parcelName), soon).toEqual(['REQUEST withdrawn']);
});

test('a return of what was sent before the reactor first ran names its memo, and is received', async () => {
  const parcelName = await ledger.list();
  await recordDocument(ledger.context, {
    instance: 'VITRINE',
    docType: 'MEMO',
    docNo: 'H-17',
    line: 1,
    version: 1,
    customerId: 12,
    accountCode: '12-00-0001',
    amountCents: 980_000,
    effectiveAt: '2024-03-01',
    parcelName,
  });
  await ledger.intend('Returned', parcelName);
  await expect.poll(() => status(parcelName), soon).toBe('AVAILABLE');
  expect((await simulator.instructions()).find((posted) => posted.parcelName === parcelName)?.memo).toEqual({
    docNo: 'H-17',
    line: 1,
  });
});

test.each(['fail', 'hang', 'html', 'shape', 'cut', 'drop', 'huge'])(
  'a peer that does "%s" holds nothing up but its own part, and is asked again until it accepts',
  async (mode) => {
    await simulator.hook('behaviour', { mode });
    const parcelName = await ledger.list();
    await ledger.intend('Requested', parcelName);
    await expect
      .poll(() => failingReactions(ledger.database.db), soon)
      .toMatchObject([
        {
          stream: stoneStream(parcelName),
          reason: expect.stringMatching(/^it (answered|gave|sent|cannot|s answer)|^its answer/),
        },
      ]);
    expect(await status(parcelName)).toBe('REQUESTED');
    await simulator.hook('behaviour', { mode: 'ok' });
    await expect.poll(() => status(parcelName), soon).toBe('CUSTOMER');
    await expect.poll(() => failingReactions(ledger.database.db), soon).toEqual([]);
  },
);

test('a customer without an account code is posted once there is one', async () => {
  ledger.accounts.set(12, []);
  const parcelName = await ledger.list();
  await ledger.intend('Requested', parcelName);
  await expect
    .poll(() => failingReactions(ledger.database.db), soon)
    .toMatchObject([{ reason: expect.stringContaining('customer 12 has no MEMO account code') }]);
  ledger.accounts.set(12, [{ dxInstance: 'MUMBAI', accountCode: '12-00-0009', docTypes: ['MEMO'] }]);
  await expect.poll(() => status(parcelName), soon).toBe('CUSTOMER');
  expect(await simulator.instructions('MUMBAI')).toMatchObject([{ parcelName, accountCode: '12-00-0009' }]);
});
