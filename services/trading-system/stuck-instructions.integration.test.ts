import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StuckInstructionResource } from '#contracts/api/back-office.ts';
import { customerCommands } from '#services/customers/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import {
  openTestLedger,
  startSimulatorForTests,
  type TestLedger,
  type TestSimulator,
} from './testing/simulator.ts';

const soon = { timeout: 60_000, interval: 100 };
let ledger: TestLedger;
let simulator: TestSimulator;
let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;

beforeAll(async () => {
  ledger = await openTestLedger(await testDatabase());
  simulator = await startSimulatorForTests(ledger.url);
  vitrine = await startSmallVitrine({ TRADING_SYSTEM_URL: simulator.url, VITRINE_SYNC_SECONDS: '0' });
  admin = await vitrine.as('admin');
});
afterAll(async () => {
  await vitrine.close();
  await simulator.close();
  await ledger.close();
});

const stuck = async () => {
  const { json, headers } = await admin.get('/api/stuck-instructions');
  return { rows: json as StuckInstructionResource[], range: headers.get('content-range') };
};
const figure = async (name: string): Promise<number> => {
  const { text } = await vitrine.call('/metrics', undefined, { method: 'GET' });
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
};

test('a request of a customer without an account is listed, counted, and posted once there is one (rule: Stuck instructions)', async () => {
  await vitrine.listStone('ST-1');
  const command = { commandId: 'no-account', actor: { username: 'admin', role: 'administrator' } } as const;
  await customerCommands.removeAccountCode(vitrine.context, command, 7, {
    dxInstance: 'VITRINE',
    accountCode: '07-01-0001',
  });
  // Posting looks for the account in the read model.
  await vitrine.shown();
  const alder = await vitrine.as('alder');
  expect((await alder.post('/inventory/request_stones', { parcelNames: ['ST-1'], remarks: '' })).status).toBe(
    200,
  );

  await expect.poll(async () => (await stuck()).rows.length, soon).toBe(1);
  await expect.poll(async () => (await stuck()).rows[0]?.customerName, soon).toBe('Alder & Sons');
  const { rows, range } = await stuck();
  expect(range).toBe('stuck-instructions 0-0/1');
  expect(rows[0]).toMatchObject({
    parcelName: 'ST-1',
    action: 'REQUEST',
    customerId: 7,
    actor: 'alder',
    reason: expect.stringContaining('customer 7 has no MEMO account code'),
    attempts: expect.any(Number),
  });
  expect(await figure('vitrine_stuck_instructions')).toBe(1);
  expect(await figure('vitrine_stuck_instructions_oldest_seconds')).toBeGreaterThan(0);

  await customerCommands.assignAccountCode(vitrine.context, { ...command, commandId: 'account' }, 7, {
    account: { dxInstance: 'VITRINE', accountCode: '07-01-0001', docTypes: ['MEMO'] },
  });
  await vitrine.shown();
  expect((await admin.post('/api/stuck-instructions/retry')).json).toEqual({ retried: 1 });
  await expect.poll(async () => (await stuck()).rows, soon).toEqual([]);
  expect(await figure('vitrine_stuck_instructions')).toBe(0);
  expect((await admin.post('/api/stuck-instructions/retry')).json).toEqual({ retried: 0 });
});

test('all of them are listed, so that the list, the menu and Today have one number', async () => {
  await vitrine.pool.query(
    `insert into vitrine.reactor_retry (reactor, position, stream, revision, event_type, since, attempts, reason,
        next_attempt_at)
      select 'trading-system-instructions', 1000000 + number, 'stone-AWAY-' || number, 0, 'StoneRequested', now(), 1,
        'the trading system is away', now() + interval '1 day'
      from generate_series(1, 620) as number`,
  );
  const { rows, range } = await stuck();
  expect([rows.length, range]).toEqual([620, 'stuck-instructions 0-619/620']);
  expect((await admin.get('/api/today')).json).toMatchObject({ stuckInstructions: 620 });
});

test('an effect that only waits for its turn, and was never tried, is not stuck', async () => {
  await vitrine.pool.query(
    `insert into vitrine.reactor_retry (reactor, position, stream, revision, event_type, since, attempts, reason,
        next_attempt_at)
      values ('trading-system-instructions', 2000000, 'stone-AWAY-1', 1, 'StoneRequested', now(), 0,
        'waits behind another', now() + interval '1 day')`,
  );
  expect((await stuck()).rows.map(({ id }) => id)).not.toContain('2000000');
  expect(await figure('vitrine_stuck_instructions')).toBe(620);
  expect((await admin.get('/api/today')).json).toMatchObject({ stuckInstructions: 620 });
});
