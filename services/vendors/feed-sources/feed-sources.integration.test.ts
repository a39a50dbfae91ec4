import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedPlace } from '#contracts/api/feed-sources.ts';
import { WEEKDAYS } from '#contracts/vendor/feed-schedule.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import { projectionMigrations } from '#projections/engine/index.ts';
import { createOutbox, mailMigrations } from '#services/mail/index.ts';
import { commandMigrations, createSnapshots } from '#services/platform/commands/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import { connectEventStore, type EventStore } from '#services/platform/event-store/index.ts';
import { openDropFolders } from '#services/platform/files/index.ts';
import { priceMigrations } from '#services/prices/index.ts';
import { settableClock } from '#tests/support/clock.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { feedRunMigrations } from '../feed-runs/migrations.ts';
import { takeBackFeedRun } from '../feed-runs/run-commands.ts';
import { nextOpenRun } from '../feed-runs/run-store.ts';
import { feedRunContextOf } from '../feed-runs/testing/feed-runs.ts';
import { workOff } from '../feed-runs/work-feed-runs.ts';
import { vendorCommands } from '../handlers.ts';
import type { FeedSourceContext } from './feed-source-context.ts';
import { DROPS } from './fetch-dropped.ts';
import { feedSourceMigrations } from './migrations.ts';
import { askForSource, findSource, saveSource } from './source-store.ts';
import { startHttpsServer } from './testing/https-server.ts';
import { fetchDueSources } from './work-feed-sources.ts';

const ACTOR = { username: 'admin', role: 'administrator' } as const;
const ZONE = 'America/New_York';
const SCHEDULE = { days: [...WEEKDAYS], at: '06:30', everyHours: null };
const COLUMNS = {
  S: 'parcelName',
  W: 'weight',
  H: 'shapeCode',
  K: 'colour',
  Q: 'clarity',
  P: 'vendorPrice',
} as const;
const clock = settableClock('2026-11-23T12:00:00.000Z');
const { signal } = new AbortController();

let folder: string;
let database: Database;
let store: TestEventStore;
let events: EventStore;
let server: Awaited<ReturnType<typeof startHttpsServer>>;
let context: FeedSourceContext;
let vendors = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-feed-sources-'));
  const url = await testDatabase();
  store = await startEmbeddedEventStoreForTests(url);
  database = connectDatabase(url);
  events = await identified(connectEventStore({ connectionString: store.connectionString }));
  server = await startHttpsServer((_request, response) => void response.end());
  await migrate(database.pool, [
    ...commandMigrations,
    ...projectionMigrations,
    ...priceMigrations,
    ...mailMigrations,
    ...feedRunMigrations,
    ...feedSourceMigrations,
  ]);
  const { db, pool } = database;
  context = {
    ...feedRunContextOf({ events, db, snapshots: createSnapshots(pool), clock: clock.now, zone: ZONE }),
    drops: openDropFolders({ filesUrl: undefined, dataFolder: folder }),
    https: server.fetching,
    sendMail: createOutbox({ db, clock: clock.now, sending: false }),
    houseEmail: 'house@example.com',
    publicUrl: 'https://vitrine.example.com',
  };
});
afterAll(async () => {
  await server.close();
  await events.close();
  await database.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const csv = (count: number, price = 5000): string =>
  ['S,W,H,K,Q,P', ...Array.from({ length: count }, (_, index) => `${index + 1},1.01,RD,G,VS1,${price}`)].join(
    '\n',
  );

/** What a mail has that is about runs or the source of a vendor. */
type SentMail = { subject: string; body: string };

/** A vendor of a test's own with a source; its file is dropped, or sent by the server. */
async function vendor(type: FeedPlace['type'], { autoWhitelist = true, mapped = true } = {}) {
  const vendorId = ++vendors;
  const name = `Supplier ${vendorId}.`;
  const command = (what: string) => ({ commandId: `${what}-${vendorId}`, actor: ACTOR });
  await vendorCommands.register(context, command('register'), vendorId, {
    settings: { name, dxPrefix: `S${vendorId}-`, autoWhitelist },
    terms: { markupPpm: 100_000 },
  });
  if (mapped)
    await vendorCommands.mapColumns(context, command('map'), vendorId, {
      columns: Object.entries(COLUMNS).map(([heading, attribute]) => ({ heading, attribute })),
    });
  const place: FeedPlace =
    type === 'FOLDER'
      ? { type, folder: `supplier-${vendorId}` }
      : { type, url: `${server.address}?vendor=${vendorId}` };
  await saveSource(context.db, {
    vendorId,
    place,
    kind: 'FULL',
    schedule: SCHEDULE,
    nextAt: clock.now(),
    changedAt: clock.now(),
    changedBy: 'admin',
  });
  const runs = async () =>
    (
      await sql<{ id: string; state: string; fileName: string }>`
        select id, state, file_name as "fileName" from vitrine.feed_run where vendor_id = ${vendorId}
        order by requested_at`.execute(context.db)
    ).rows;
  return {
    vendorId,
    runs,
    states: async () => (await runs()).map(({ state }) => state),
    source: async () => (await findSource(context.db, vendorId))!,
    mails: async () =>
      (
        await sql<SentMail>`select subject, body from vitrine.mail
          where recipient = 'house@example.com' and position(${name} in subject) > 0 order by id`.execute(
          context.db,
        )
      ).rows,
    drop(text: string, fileName = 'stock.csv'): void {
      const place = path.join(folder, 'files', DROPS, `supplier-${vendorId}`);
      mkdirSync(place, { recursive: true });
      writeFileSync(path.join(place, fileName), text);
      utimesSync(path.join(place, fileName), clock.now(), new Date(clock.now().getTime() - 120_000));
    },
  };
}

/** All that the jobs do now: fetch, classify, follow up, apply, follow up. */
async function work(): Promise<void> {
  await fetchDueSources(context, signal);
  for (let pass = 0; pass < 2; pass += 1) {
    for (let run = await nextOpenRun(context); run; run = await nextOpenRun(context))
      await workOff(context, run.id);
    await fetchDueSources(context, signal);
  }
}
/** The next morning after 6:30, and what the jobs do then. */
async function nextMorning(): Promise<void> {
  clock.advance(86_400_000);
  await work();
}
const serverSends = (text: string, status = 200): void =>
  server.willAnswer((_request, response) => void response.writeHead(status).end(text));

describe('Given a vendor whose file is dropped in a folder', () => {
  it('when its time has come, then the newest file is read and applied, once while it stays the same', async () => {
    const { drop, runs, states, source, mails } = await vendor('FOLDER');
    drop('old', 'another list (1).csv');
    clock.advance(1_000);
    drop(csv(2), 'Stock list 23.11.csv');
    await work();
    expect(await runs()).toMatchObject([{ state: 'APPLIED', fileName: 'Stock list 23.11.csv' }]);
    expect(await source()).toMatchObject({
      outcome: 'READ',
      nextAt: new Date('2026-11-24T11:30:00.000Z'),
      lastTriedAt: clock.now(),
    });
    await nextMorning();
    expect(await states()).toEqual(['APPLIED']);
    expect(await source()).toMatchObject({ outcome: 'SAME', nextAt: new Date('2026-11-25T11:30:00.000Z') });
    drop(csv(2, 5100));
    await nextMorning();
    expect(await states()).toEqual(['APPLIED', 'APPLIED']);
    expect(await mails()).toEqual([]);
  });

  it('when several came since the last, then the newest is read and the others are named as skipped', async () => {
    const { drop, runs, source } = await vendor('FOLDER');
    drop(csv(1), 'monday.csv');
    await work();
    expect((await source()).skipped).toEqual([]);
    clock.advance(60_000);
    for (const [index, name] of ['tuesday.csv', 'part 2.csv', 'wednesday.csv'].entries()) {
      drop(csv(1, 5100 + index), name);
      clock.advance(1_000);
    }
    await nextMorning();
    expect((await runs()).map(({ fileName }) => fileName)).toEqual(['monday.csv', 'wednesday.csv']);
    expect((await source()).skipped).toEqual(['tuesday.csv', 'part 2.csv']);
    // What stays the same keeps what is known of it.
    await nextMorning();
    expect(await source()).toMatchObject({ outcome: 'SAME', skipped: ['tuesday.csv', 'part 2.csv'] });
  });

  it('when the newest file may still be written, then it is left until it is quiet', async () => {
    const { vendorId, drop, states, source } = await vendor('FOLDER');
    drop(csv(1));
    const file = path.join(folder, 'files', DROPS, `supplier-${vendorId}`, 'stock.csv');
    utimesSync(file, clock.now(), new Date(clock.now().getTime() - 1_000));
    await work();
    expect([await states(), (await source()).lastTriedAt]).toEqual([[], null]);
    clock.advance(60_000);
    await work();
    expect(await states()).toEqual(['APPLIED']);
  });

  it('when there is none, then that is shown and mailed once, and again after it went well in between', async () => {
    const { drop, source, mails } = await vendor('FOLDER');
    await work();
    await nextMorning();
    expect(await source()).toMatchObject({
      outcome: 'FAILED',
      reason: expect.stringMatching(
        /^There is no file in the folder vendor-drops\/supplier-\d+\.$/,
      ) as string,
    });
    expect(await mails()).toHaveLength(1);
    drop(csv(1));
    await nextMorning();
    expect(await source()).toMatchObject({ outcome: 'READ', reason: null, failingSince: null });
    rmSync(path.join(folder, 'files'), { recursive: true });
    await nextMorning();
    expect(await mails()).toHaveLength(2);
  });
});

describe('Given a vendor whose file is fetched from its server', () => {
  it('when the server fails, then its reason is shown without secrets, and mailed once', async () => {
    const { vendorId, source, mails } = await vendor('HTTPS');
    serverSends('away', 503);
    await work();
    await nextMorning();
    expect((await source()).reason).toBe(
      `feeds.test:${server.port} answers with status 503 instead of the file.`,
    );
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toContain('status 503');
    expect(sent[0]!.body).toContain(`https://vitrine.example.com/admin/vendors/${vendorId}/feed`);
    expect(sent[0]!.body).not.toContain('?vendor=');
  });

  it('when a guard holds what came, then the house has one mail with the numbers, and nothing is applied', async () => {
    const { runs, states, mails } = await vendor('HTTPS');
    serverSends(csv(10));
    await work();
    serverSends(csv(5));
    await nextMorning();
    await nextMorning();
    expect(await states()).toEqual(['APPLIED', 'HELD']);
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toContain('5 of 10 available stones are not in the file');
    expect(sent[0]!.body).toContain((await runs())[1]!.id);
  });

  it('when it cannot be read, then the house has a mail with the reason', async () => {
    const { states, mails } = await vendor('HTTPS');
    serverSends('no headings here');
    await work();
    expect(await states()).toEqual(['FAILED']);
    expect((await mails())[0]!.body).toContain('The file has no column');
  });

  it('when no row of it can be used, then it waits for a person', async () => {
    const { states, mails } = await vendor('HTTPS');
    serverSends('S,W,H,K,Q,P\n1,heavy,RD,G,VS1,5000');
    await work();
    expect(await states()).toEqual(['CLASSIFIED']);
    expect((await mails())[0]!.body).toContain('No row of the file can be used.');
  });

  it('when the vendor’s stones are not listed by themselves, then it waits for a person', async () => {
    const { states, mails } = await vendor('HTTPS', { autoWhitelist: false });
    serverSends(csv(1));
    await work();
    expect(await states()).toEqual(['CLASSIFIED']);
    expect(await mails()).toHaveLength(1);
  });

  it('when its columns are not mapped, then that is why', async () => {
    const { source } = await vendor('HTTPS', { mapped: false });
    serverSends(csv(1));
    await work();
    expect(await source()).toMatchObject({
      outcome: 'FAILED',
      reason: expect.stringMatching(/^Map the columns/) as string,
    });
  });

  it('when a run was taken back, then the same file is not read again by itself, but for a person who asks', async () => {
    const { vendorId, runs, states } = await vendor('HTTPS');
    serverSends(csv(1));
    await work();
    const [run] = await runs();
    await takeBackFeedRun(context, run!.id, ACTOR);
    await nextMorning();
    expect(await states()).toEqual(['TAKEN_BACK']);
    await askForSource(context.db, vendorId, 'admin', clock.now());
    await work();
    expect(await states()).toEqual(['TAKEN_BACK', 'APPLIED']);
  });

  it('when the process is killed before it noted what came, then the same file starts no second run', async () => {
    const { vendorId, states, source } = await vendor('HTTPS');
    serverSends(csv(1));
    const before = await source();
    await fetchDueSources(context, signal);
    // As a kill between the run and the note leaves it.
    await sql`
      update vitrine.feed_source set next_at = ${before.nextAt}, read_hash = null, run_id = null, outcome = null,
        last_tried_at = null where vendor_id = ${vendorId}`.execute(context.db);
    await work();
    expect(await states()).toEqual(['APPLIED']);
    expect(await source()).toMatchObject({ outcome: 'READ', nextAt: expect.any(Date) as Date });
  });

  it('when a person changes the source meanwhile, then their setting stands', async () => {
    const { vendorId, source } = await vendor('HTTPS');
    server.willAnswer((_request, response) => {
      clock.advance(1_000);
      const nextAt = new Date(clock.now().getTime() + 3_600_000);
      void saveSource(context.db, {
        vendorId,
        place: { type: 'FOLDER', folder: `elsewhere-${vendorId}` },
        kind: 'FULL',
        schedule: null,
        nextAt,
        changedAt: clock.now(),
        changedBy: 'admin',
      }).then(() => response.end(csv(1)));
    });
    await work();
    expect(await source()).toMatchObject({ place: { type: 'FOLDER' }, schedule: null, outcome: null });
  });
});
