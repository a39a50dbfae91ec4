import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Customer } from '#contracts/api/customers.ts';
import type { User } from '#contracts/api/session.ts';
import type { Stone } from '#contracts/api/stones.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { generateFeed } from '#services/vendors/feed/testing/generate-feed.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import type { RunningProcess } from '#tests/support/processes.ts';
import { startProgram } from '#tests/support/programs.ts';

const ROWS = 40;
const { csv, goodRows } = generateFeed({ rows: ROWS });
const soon = { timeout: 60_000, interval: 50 };

let folder: string;
let store: TestEventStore;
let environment: Record<string, string>;
let application: RunningProcess;
let address: string;

const run = (program: string, args: readonly string[] = [], more: Record<string, string> = {}) =>
  startProgram(program, args, { ...environment, ...more });

async function outputOf(program: string, args: readonly string[], code = 0): Promise<string> {
  const running = run(program, args);
  expect([await running.ended(60_000), running.output()]).toEqual([code, running.output()]);
  return running.output();
}
const users = (...args: string[]) => outputOf('services/identity/cli.ts', args);
const vendors = (...args: string[]) => outputOf('services/vendors/cli.ts', args);

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-production-'));
  const url = await testDatabase();
  store = await startEmbeddedEventStoreForTests(url);
  environment = {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    EVENTSTORE_URL: store.connectionString,
    JWT_SECRET: 'a secret of the tests, long enough',
    VITRINE_DATA: folder,
    PORT: '0',
    VITRINE_PUBLIC_URL: 'https://vitrine.example.com',
    VITRINE_HOUSE_EMAIL: 'office@example.com',
  };
});
afterAll(async () => {
  await application?.destroy();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function post(at: string, body: object, token?: string) {
  const response = await fetch(new URL(at, address), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: await response.json() };
}
const login = async (username: string, password: string) =>
  (await post('/login', { username, password })).json as { token: string; user: User };
const passwordIn = (output: string) => /^Password: (\S+)$/m.exec(output)?.[1] ?? '';

test('from nothing to a signed-in administrator who registers a customer, and a vendor with stock', async () => {
  // Also before the first start: the tables that users and vendors need are made, and the log is known from then on.
  await vendors('create', '9', '--name', 'Early Bird', '--dx-prefix', 'EB');
  const models = path.join(folder, 'models.csv');
  writeFileSync(models, 'name,additional quantity\nAlba,2\n');
  expect(await outputOf('services/jewellery/import/cli.ts', [models])).toContain('1 imported');
  const made = await users('create-administrator', 'Ada', '--email', 'ada@example.com');
  application = run('services/main.ts');
  [, address = ''] = await application.printed(/"address":"(http[^"]+)"/);
  await expect.poll(async () => (await fetch(new URL('/readyz', address))).status, soon).toBe(200);
  // So no reactor waits for an order: it would have exited with 1.
  expect(await outputOf('services/platform/reactors/cli.ts', ['status'])).toContain('back-orders');

  const first = await login('ada', passwordIn(made));
  expect(first.user).toMatchObject({ username: 'ada', administrator: true, mustChangePassword: true });
  await post(
    '/login/changepassword',
    { username: 'ada', oldPassword: passwordIn(made), newPassword: 'Ada-chose-1' },
    first.token,
  );
  const { token } = await login('ada', 'Ada-chose-1');

  const registered = await post('/admin/newcustomer', { name: 'Alder & Sons', allowLogin: true }, token);
  expect([registered.status, (registered.json as Customer).name]).toEqual([200, 'Alder & Sons']);

  expect(
    await vendors(
      'create',
      '1',
      '--name',
      'Antwerp Rounds',
      '--dx-prefix',
      'AR',
      '--markup',
      '8',
      '--auto-whitelist',
      'yes',
    ),
  ).toBe('Vendor 1, Antwerp Rounds, was created.\n');
  writeFileSync(path.join(folder, 'stock.csv'), csv);
  const read = await outputOf('services/vendors/feed/cli.ts', [
    '--vendor',
    '1',
    '--map',
    'services/vendors/feed/example-mapping.json',
    path.join(folder, 'stock.csv'),
  ]);
  expect(read).toContain(`${goodRows} listed`);
  await expect
    .poll(async () => ((await post('/inventory/available', {}, token)).json as Stone[]).length, soon)
    .toBe(goodRows);
});

test('users are listed, deactivated and given a new password; the running Vitrine follows', async () => {
  await users('create-administrator', 'bob', '--email', 'bob@example.com', '--first-name', 'Bob');
  const reset = await users('reset-password', 'Bob');
  const { token } = await login('bob', passwordIn(reset));
  const check = async () => (await post('/login/check', {}, token)).status;
  expect(await check()).toBe(200);
  await users('deactivate', 'bob');
  await expect.poll(check, soon).toBe(401);
  expect(await users('list')).toBe(
    'ada  administrator  active    ada@example.com\nbob  administrator  inactive  bob@example.com\n',
  );
  await users('activate', 'bob');
  expect((await login('bob', passwordIn(reset))).token).toEqual(expect.any(String));
});

test('a vendor is changed, from now on; what it was already changes nothing', async () => {
  expect(await vendors('change', '1', '--markup', '9.5', '--auto-whitelist', 'yes')).toBe(
    'Vendor 1 was changed.\n',
  );
  expect(await vendors('change', '1', '--markup', '9.5')).toBe('Vendor 1 already had these settings.\n');
  expect(await vendors('change', '1', '--additions-only', 'yes')).toBe('Vendor 1 was changed.\n');
  expect(await vendors('change', '1', '--additions-only', 'yes')).toBe(
    'Vendor 1 already had these settings.\n',
  );
});

test.each([
  [
    'identity',
    ['create-administrator', 'a b', '--email', 'nowhere'],
    /email: E-mail must be .*\nusername: A username has/,
  ],
  ['identity', ['create-administrator'], /email is missing: give a value\.\nusername is missing/],
  ['identity', ['create-administrator', 'ada', '--email', 'a@example.com'], /There is a user ada already/],
  ['identity', ['deactivate', 'nobody'], /There is no user nobody/],
  ['identity', ['deactivate'], /Give the username/],
  ['identity', ['promote', 'ada'], /^npm run users -- create-administrator/],
  ['vendors', ['create', 'two', '--name', 'X'], /ID must be a vendor's number/],
  ['vendors', ['create', '2'], /name is missing/],
  [
    'vendors',
    ['create', '2', '--name', 'X', '--markup', 'much', '--email', 'x', '--send-sales', 'perhaps'],
    /email: Write it like .*\nmarkup: Enter a percentage\.\nsendSales: Answer yes or no\./,
  ],
  ['vendors', ['create', '2', '--name', 'X', '--tier', 'Best'], /tier must be one of Exceptional/],
  ['vendors', ['create', '1', '--name', 'X'], /Vendor 1 exists already/],
  ['vendors', ['change', '7', '--name', 'X'], /There is no vendor 7/],
  ['vendors', ['create', '2', '--nmae', 'X'], /Unknown option '--nmae'/],
])('%s %j: refused in words', async (area, args, message) => {
  const output = await outputOf(`services/${area}/cli.ts`, args, 1);
  expect(output).toMatch(message);
  expect(output).not.toMatch(/\n\s+at /);
});

test('what was refused has changed nothing', async () => {
  expect((await users('list')).trim().split('\n')).toHaveLength(2);
  await outputOf('services/vendors/cli.ts', ['change', '2', '--name', 'X'], 1);
});

test('without a database that answers, a line reports it', async () => {
  const call = run('services/identity/cli.ts', ['list'], {
    DATABASE_URL: 'postgres://someone@127.0.0.1:9/vitrine',
  });
  expect(await call.ended(60_000)).toBe(1);
  expect(call.output()).toMatch(/^No Postgres answers \(.*\)\. Start it, or correct DATABASE_URL\.\n$/);
});
