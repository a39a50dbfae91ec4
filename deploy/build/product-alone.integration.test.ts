import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#local/demo/demo-users.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProcess, type RunningProcess } from '#tests/support/processes.ts';
import { buildStale } from './build.mjs';
import { PRODUCT_PROGRAMS } from './programs.mjs';

/** The product without deploy/local, as production's image has it. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = ['package.json', 'tsconfig.json', 'contracts', 'services', 'projections', 'deploy/build'];
const soon = { timeout: 60_000, interval: 50 };

let root: string;
let store: TestEventStore;
let environment: Record<string, string>;
let application: RunningProcess | undefined;

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-product-'));
  for (const source of SOURCES) cpSync(path.join(ROOT, source), path.join(root, source), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  await buildStale(root, { only: 'server' });
  const url = await testDatabase();
  store = await startEmbeddedEventStoreForTests(url);
  environment = {
    ...{ DATABASE_URL: url, EVENTSTORE_URL: store.connectionString, PORT: '0' },
    ...{ JWT_SECRET: 'a secret of the tests, long enough', VITRINE_DATA: path.join(root, '.data') },
    ...{ VITRINE_PUBLIC_URL: 'https://vitrine.example.com', VITRINE_HOUSE_EMAIL: 'office@example.com' },
  };
});
afterAll(async () => {
  await application?.destroy();
  await store?.close();
  rmSync(root, { recursive: true, force: true });
});

const start = (more: Record<string, string>) =>
  startProcess(process.execPath, ['dist/server/application.js'], {
    cwd: root,
    env: { ...environment, ...more },
  });

test('its programs are built, and nothing of the demo is in them', () => {
  const server = path.join(root, 'dist/server');
  const programs = readdirSync(server).filter((name) => name.endsWith('.js'));
  expect(programs.sort()).toEqual(
    Object.keys(PRODUCT_PROGRAMS)
      .map((name) => `${name}.js`)
      .sort(),
  );
  expect(
    programs.filter((name) => readFileSync(path.join(server, name), 'utf8').includes(DEMO_PASSWORD)),
  ).toEqual([]);
});

test('it starts', async () => {
  application = start({ NODE_ENV: 'production' });
  const [, address = ''] = await application.printed(/"address":"(http[^"]+)"/);
  await expect.poll(async () => (await fetch(new URL('/readyz', address))).status, soon).toBe(200);
});

test('a demo is refused in words', async () => {
  const refused = start({ VITRINE_DEMO: 'true' });
  expect(await refused.ended(60_000)).toBe(1);
  expect(refused.output()).toMatch(
    /^ {2}VITRINE_DEMO is on, but this build of Vitrine has no demo: unset it\.$/m,
  );
});
