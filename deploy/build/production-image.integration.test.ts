import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#local/demo/demo-users.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { priceListText } from '#services/prices/testing/made-price-lists.ts';
import { dockerAnswers } from '#tests/support/docker.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProcess, type RunningProcess } from '#tests/support/processes.ts';
import { BUILT_FROM } from './build.mjs';
import { PRODUCT_PROGRAMS } from './programs.mjs';
import { carryOutDockerfile, type CarriedOut } from './testing/carry-out-dockerfile.ts';

/** The product without deploy/local and without the packages of development, as the Dockerfile makes it. */

const soon = { timeout: 60_000, interval: 50 };
const inShell = promisify(execFile);

let root: string;
let build: CarriedOut;
let image: CarriedOut;
let store: TestEventStore;
let environment: Record<string, string>;
let application: RunningProcess | undefined;

beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-image-'));
  ({ build, image } = await carryOutDockerfile(root));
  const url = await testDatabase();
  store = await startEmbeddedEventStoreForTests(url);
  environment = {
    ...image.env,
    VITRINE_DATA: path.join(image.folder, image.env['VITRINE_DATA'] ?? ''),
    DATABASE_URL: url,
    EVENTSTORE_URL: store.connectionString,
    HOST: '127.0.0.1',
    PORT: '0',
    JWT_SECRET: 'a secret of the tests, long enough',
    VITRINE_PUBLIC_URL: 'https://vitrine.example.com',
    VITRINE_HOUSE_EMAIL: 'office@example.com',
  };
});
afterAll(async () => {
  await application?.destroy();
  await store?.close();
  rmSync(root, { recursive: true, force: true });
});

/** Node stands in the base image; here it is the one that runs. */
const run = ([program, ...args]: readonly string[], more: Record<string, string> = {}): RunningProcess => {
  expect(program).toBe('node');
  return startProcess(process.execPath, args, {
    cwd: path.join(image.folder, image.workFolder),
    env: { ...environment, ...more },
  });
};

test('it is built from all that a build reads, on the Node that the product is tested with', () => {
  const copied = path.join(build.folder, build.workFolder);
  expect(BUILT_FROM.filter((source) => !existsSync(path.join(copied, source)))).toEqual([]);
  expect(existsSync(path.join(copied, 'deploy/local'))).toBe(false);
  expect([build.base, image.base]).toEqual(['node:24-slim', 'node:24-slim']);
});

test('it holds the programs, the pages and their packages, and nothing of the demo', () => {
  const folder = path.join(image.folder, image.workFolder);
  expect(readdirSync(folder).sort()).toEqual(['deploy', 'dist', 'node_modules', 'package.json']);
  expect(existsSync(path.join(folder, 'node_modules/vite'))).toBe(false);
  const server = path.join(folder, 'dist/server');
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

test('it starts, not as root, and its health check finds it alive', async () => {
  expect(image.user).toBe('node');
  expect(image.ports).toEqual([image.env['PORT']]);
  application = run(image.command);
  const [, address = ''] = await application.printed(/"address":"(http[^"]+)"/);
  const { port } = new URL(address);
  expect(await run(image.healthCheck, { PORT: port }).ended()).toBe(0);
  await expect.poll(async () => (await fetch(new URL('/readyz', address))).status, soon).toBe(200);
  expect(await run(image.healthCheck, { PORT: '1' }).ended()).toBe(1);
});

/** As in a checkout: `npm run …`, the command that each usage and each hint names. */
const runByNpm = (...words: string[]): RunningProcess =>
  startProcess('npm', ['--prefix', '.', 'run', ...words], {
    cwd: path.join(image.folder, image.workFolder),
    env: environment,
  });

test('each of its tools finds its packages, and is called as in a checkout', async () => {
  for (const tool of ['users', 'backup', 'price-list']) {
    const helped = runByNpm(tool, '--', '--help');
    expect(await helped.ended(), helped.output()).toBe(0);
    expect(helped.output()).toMatch(new RegExp(`^npm run ${tool} -- `, 'm'));
  }
  const copied = runByNpm('event-store', '--', 'copy', '--help');
  expect(await copied.ended(), copied.output()).toBe(0);
  expect(copied.output()).toMatch(/^npm run event-store -- copy /m);
});

test('an unknown program, and one of the local run alone, are refused in words', async () => {
  for (const unknown of ['event-store', 'user']) {
    const refused = run(['node', 'deploy/run.mjs', unknown]);
    expect(await refused.ended()).toBe(1);
    expect(refused.output().trim()).toBe(`There is no program "${unknown}".`);
  }
});

test('a file is read from where its name was typed', async () => {
  const folder = mkdtempSync(path.join(root, 'typed-'));
  writeFileSync(path.join(folder, 'prices.csv'), priceListText('2026-03-01'));
  const checked = run(['node', 'deploy/run.mjs', 'price-list', 'prices.csv', '--dry-run'], {
    INIT_CWD: folder,
  });
  expect(await checked.ended(), checked.output()).toBe(0);
  expect(checked.output()).toContain('16 prices of 2026-03-01');
});

test('a demo is refused in words', async () => {
  const refused = run(image.command, { NODE_ENV: '', VITRINE_DEMO: 'true' });
  expect(await refused.ended()).toBe(1);
  expect(refused.output()).toMatch(
    /^ {2}VITRINE_DEMO is on, but this build of Vitrine has no demo: unset it\.$/m,
  );
});

test('Docker makes the image', { timeout: 900_000 }, async (context) => {
  if (!(await dockerAnswers())) context.skip('no Docker engine answers here: the image itself is not made');
  const tag = `vitrine-test-${path.basename(root)}`.toLowerCase();
  await inShell('docker', ['build', '--tag', tag, path.resolve(import.meta.dirname, '../..')]);
  try {
    const help = ['run', '--rm', tag, 'npm', 'run', 'users', '--', '--help'];
    expect((await inShell('docker', help)).stdout).toContain('create-administrator');
  } finally {
    await inShell('docker', ['image', 'rm', tag]);
  }
});
