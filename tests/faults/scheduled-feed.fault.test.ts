import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vendorStream } from '#contracts/events/index.ts';
import { connectDatabase, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { DROPS } from '#services/vendors/feed-sources/fetch-dropped.ts';
import { findSource, saveSource } from '#services/vendors/feed-sources/source-store.ts';
import { generateFeed } from '#services/vendors/feed/testing/generate-feed.ts';
import { readMapping } from '#services/vendors/feed/map-columns.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { launchVitrine, type LaunchedVitrine } from '#tests/support/launched-vitrine.ts';
import { testContext } from '#tests/support/small-world.ts';

/** A feed that comes by itself is read and applied once, whenever the process is killed (rule: Feeds by themselves). */

const VENDOR = 2;
const { csv, goodRows } = generateFeed({ rows: 6_000 });
const patiently = { timeout: 120_000, interval: 20 };

let files: string;
let vitrine: LaunchedVitrine;
let database: Database;
let events: EventStore;

beforeAll(async () => {
  files = mkdtempSync(path.join(os.tmpdir(), 'vitrine-scheduled-'));
  vitrine = await launchVitrine({ VITRINE_DEMO: 'false', VITRINE_FILES_URL: pathToFileURL(files).href });
  database = connectDatabase(vitrine.databaseUrl);
  events = connectEventStore({ connectionString: vitrine.eventStoreUrl });
});
afterAll(async () => {
  await events?.close();
  await database?.close();
  await vitrine?.remove();
  rmSync(files, { recursive: true, force: true });
});

const runs = async () =>
  (
    await sql<{ state: string; done: number }>`
      select state, done from vitrine.feed_run where vendor_id = ${VENDOR}`.execute(database.db)
  ).rows;

/** Resolves when the run has that state, and the process that works on it is then killed. */
async function killWhen(isSo: (run: { state: string; done: number } | undefined) => boolean): Promise<void> {
  await expect.poll(async () => isSo((await runs())[0]), patiently).toBe(true);
  vitrine.kill('application');
  // Started again, it takes the job over.
  await sleep(1_000);
}

test('killed at random places, a scheduled feed is read once and applied whole', async () => {
  const context = testContext({ ...database, events });
  const command = (commandId: string) =>
    ({ commandId, actor: { username: 'admin', role: 'administrator' } }) as const;
  const mapping = readMapping(
    JSON.parse(readFileSync('services/vendors/feed/example-mapping.json', 'utf8')) as unknown,
  );
  await vendorCommands.register(context, command('vendor'), VENDOR, {
    settings: { name: 'Ashworth', autoWhitelist: true },
    terms: { markupPpm: 80_000 },
  });
  await vendorCommands.mapColumns(context, command('columns'), VENDOR, mapping);
  const folder = path.join(files, DROPS, 'ashworth');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'stock.csv');
  writeFileSync(file, csv);
  const earlier = new Date(Date.now() - 600_000);
  utimesSync(file, earlier, earlier);
  await saveSource(database.db, {
    vendorId: VENDOR,
    place: { type: 'FOLDER', folder: 'ashworth' },
    kind: 'FULL',
    schedule: null,
    nextAt: new Date(),
    changedAt: new Date(),
    changedBy: 'admin',
  });

  await sleep(Math.random() * 500);
  await killWhen(() => true);
  const states: string[] = [];
  const whileIn = (state: string, from = 0) =>
    killWhen((run) => {
      if (run) states.push(run.state);
      // It may have gone on before it was looked at.
      return run?.state === 'APPLIED' || (run?.state === state && run.done >= from);
    });
  await whileIn('READING');
  await whileIn('APPLYING');
  await whileIn('APPLYING', 500 + Math.random() * 4_000);
  await expect.poll(async () => (await runs())[0]?.state, patiently).toBe('APPLIED');

  expect(states).toContain('APPLYING');
  expect(await runs()).toHaveLength(1);
  expect(await findSource(database.db, VENDOR)).toMatchObject({ outcome: 'READ', nextAt: null });
  const perStone = new Map<string, number>();
  for await (const { stream } of events.readAll({ filter: { streamPrefixes: ['stone-'] } }))
    perStone.set(stream, (perStone.get(stream) ?? 0) + 1);
  expect(perStone.size).toBe(goodRows);
  expect([...perStone.values()].every((count) => count === 1)).toBe(true);
  const ofVendor: string[] = [];
  for await (const { type } of events.readStream(vendorStream(VENDOR))) ofVendor.push(type);
  expect(ofVendor.filter((type) => type === 'VendorFeedRead')).toHaveLength(1);
  const { rows: mails } = await sql`select subject from vitrine.mail`.execute(database.db);
  expect(mails).toEqual([]);
});
