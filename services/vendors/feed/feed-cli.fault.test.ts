import { formatCount } from '#contracts/vocabulary/counts.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { createSnapshots, commandMigrations } from '#services/platform/commands/index.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { priceMigrations } from '#services/prices/index.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { startProgram } from '#tests/support/programs.ts';
import { vendorCommands } from '../handlers.ts';
import { generateFeed } from './testing/generate-feed.ts';

const ROWS = 15_000;
const { csv, goodRows } = generateFeed({ rows: ROWS });
let folder: string;
let url: string;
let store: TestEventStore;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-feed-'));
  writeFileSync(path.join(folder, 'feed.csv'), csv);
  url = await testDatabase();
  store = await startEmbeddedEventStoreForTests(url);
  const { db, pool, close } = connectDatabase(url);
  const events = connectEventStore({ connectionString: store.connectionString });
  await migrate(pool, [...commandMigrations, ...priceMigrations]);
  const context = {
    events,
    db,
    snapshots: createSnapshots(pool),
    clock: () => new Date(),
    zone: 'America/New_York',
  };
  await vendorCommands.register(
    context,
    { commandId: 'vendor', actor: { username: 'test', role: 'administrator' } },
    2,
    { settings: { name: 'Ashworth', autoWhitelist: true }, terms: { markupPpm: 80_000 } },
  );
  await events.close();
  await close();
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The command line, as `npm run feed` runs it; found by the note of a running instance unless given another. */
function feed(
  args: readonly string[],
  env: Record<string, string> = { DATABASE_URL: url, EVENTSTORE_URL: store.connectionString },
) {
  return startProgram('services/vendors/feed/cli.ts', args, {
    DATABASE_URL: '',
    EVENTSTORE_URL: '',
    VITRINE_DATA: folder,
    ...env,
  });
}

const whole = ['--vendor', '2', '--map', 'services/vendors/feed/example-mapping.json'];

async function listed(): Promise<number[]> {
  const events = connectEventStore({ connectionString: store.connectionString });
  const perStream = new Map<string, number>();
  for await (const { stream } of events.readAll({ filter: { streamPrefixes: ['stone-'] } }))
    perStream.set(stream, (perStream.get(stream) ?? 0) + 1);
  await events.close();
  return [...perStream.values()];
}

test('killed at random places and run again, every good row is listed once', async () => {
  // Early enough that some of the feed is left for the last kill, also on a machine that reads it in a few seconds.
  const early = feed([...whole, path.join(folder, 'feed.csv')]);
  await sleep(Math.random() * 1_000);
  early.signal('SIGKILL');
  await early.ended();
  for (const afterMs of [Math.random() * 300, 0]) {
    const killed = feed([...whole, path.join(folder, 'feed.csv')]);
    await killed.printed(/\d,\d{3} of/, 120_000);
    await sleep(afterMs);
    killed.signal('SIGKILL');
    await killed.ended();
  }
  const before = (await listed()).length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(goodRows);

  writeFileSync(
    path.join(folder, 'running.json'),
    JSON.stringify({ DATABASE_URL: url, EVENTSTORE_URL: store.connectionString }),
  );
  const again = feed([...whole, path.join(folder, 'feed.csv')], {});
  expect(await again.ended(120_000)).toBe(0);
  expect(again.output()).toContain(`row 2701, column "Depth": "0" is impossible`);
  expect(again.output()).toContain(
    `15,000 rows: ${formatCount(goodRows)} good, ${ROWS - goodRows} reported.`,
  );
  const counts = await listed();
  expect(counts).toHaveLength(goodRows);
  expect(counts.every((count) => count === 1)).toBe(true);
});

test.each([
  [[], /npm run feed -- --vendor ID/],
  [['--vendor', 'two', '--map', 'm.json', 'f.csv'], /m\.json cannot be read|--vendor must be/],
  [['--vendor', '2', 'package.json'], /Map the vendor’s columns first/],
  [
    ['--vendor', '2', '--map', 'services/vendors/feed/example-mapping.json', 'no-such.csv'],
    /There is no file .*no-such\.csv\./,
  ],
  [
    ['--vendor', '77', '--map', 'services/vendors/feed/example-mapping.json', 'package.json'],
    /There is no vendor 77/,
  ],
  [
    ['--vendor', '2', '--map', 'services/vendors/feed/example-mapping.json', 'package.json'],
    /The file has no column "Stock #"/,
  ],
  [
    ['--vendor', '2', '--map', 'README-of-nothing.json', 'f.csv'],
    /The mapping README-of-nothing\.json cannot be read/,
  ],
])('the call %o ends with exit code 1 and the reason in a line', async (args, message) => {
  const call = feed(args);
  expect(await call.ended(60_000)).toBe(1);
  expect(call.output()).toMatch(message);
  expect(call.output()).not.toMatch(/\n\s+at /);
});

test('without a running Vitrine it names how to start one', async () => {
  const call = feed([...whole, 'package.json'], { VITRINE_DATA: path.join(folder, 'nowhere') });
  expect(await call.ended(60_000)).toBe(1);
  expect(call.output()).toContain('No Vitrine runs here: start it with npm start');
});
