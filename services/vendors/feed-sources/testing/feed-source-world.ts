import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { FeedPlace } from '#contracts/api/feed-sources.ts';
import { WEEKDAYS } from '#contracts/vendor/feed-schedule.ts';
import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { projectionMigrations } from '#projections/engine/index.ts';
import { createOutbox, mailMigrations } from '#services/mail/index.ts';
import { commandMigrations, createSnapshots } from '#services/platform/commands/index.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import { connectEventStore } from '#services/platform/event-store/index.ts';
import { openDropFolders } from '#services/platform/files/index.ts';
import { priceMigrations } from '#services/prices/index.ts';
import { settableClock } from '#tests/support/clock.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { feedRunMigrations } from '../../feed-runs/migrations.ts';
import { nextOpenRun } from '../../feed-runs/run-store.ts';
import { feedRunContextOf, workOffRuns } from '../../feed-runs/testing/feed-runs.ts';
import { vendorCommands } from '../../handlers.ts';
import type { FeedSourceContext } from '../feed-source-context.ts';
import { DROPS } from '../fetch-dropped.ts';
import { feedSourceMigrations } from '../migrations.ts';
import { findSource, saveSource } from '../source-store.ts';
import { startHttpsServer } from './https-server.ts';
import { fetchDueSources } from '../work-feed-sources.ts';

export const ACTOR = { username: 'admin', role: 'administrator' } as const;
export const ZONE = 'America/New_York';
const SCHEDULE = { days: [...WEEKDAYS], at: '06:30', everyHours: null };
export const COLUMNS = {
  S: 'parcelName',
  W: 'weight',
  H: 'shapeCode',
  K: 'colour',
  Q: 'clarity',
  P: 'vendorPrice',
} as const;
/** A vendor's file of so many stones at a price in dollars. */
export const csv = (count: number, price = 5000): string =>
  ['S,W,H,K,Q,P', ...Array.from({ length: count }, (_, index) => `${index + 1},1.01,RD,G,VS1,${price}`)].join(
    '\n',
  );

/** What a mail has that is about runs or the source of a vendor. */
type SentMail = { subject: string; body: string };

/** Stores, a server and the jobs by a clock of their own, for vendors whose files come by themselves. Close it. */
export async function startFeedSourceWorld() {
  const clock = settableClock('2026-11-23T12:00:00.000Z');
  const { signal } = new AbortController();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-feed-sources-'));
  const url = await testDatabase();
  const store = await startEmbeddedEventStoreForTests(url);
  const database = connectDatabase(url);
  const events = await identified(connectEventStore({ connectionString: store.connectionString }));
  const server = await startHttpsServer((_request, response) => void response.end());
  await migrate(database.pool, [
    ...commandMigrations,
    ...projectionMigrations,
    ...priceMigrations,
    ...mailMigrations,
    ...feedRunMigrations,
    ...feedSourceMigrations,
  ]);
  const { db, pool } = database;
  const context: FeedSourceContext = {
    ...feedRunContextOf({ events, db, snapshots: createSnapshots(pool), clock: clock.now, zone: ZONE }),
    drops: openDropFolders({ filesUrl: undefined, dataFolder: folder }),
    https: server.fetching,
    sendMail: createOutbox({ db, clock: clock.now, sending: false }),
    houseEmail: 'house@example.com',
    publicUrl: 'https://vitrine.example.com',
  };
  let vendors = 0;

  /** A vendor of a test's own with a source; its file is dropped, or sent by the server. */
  async function vendor(type: FeedPlace['type'], { autoWhitelist = true, mapped = true } = {}) {
    const vendorId = ++vendors;
    const name = `Vendor ${vendorId}.`;
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
        ? { type, folder: `vendor-${vendorId}` }
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
    const dropFolder = path.join(folder, 'files', DROPS, `vendor-${vendorId}`);
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
        mkdirSync(dropFolder, { recursive: true });
        writeFileSync(path.join(dropFolder, fileName), text);
        utimesSync(path.join(dropFolder, fileName), clock.now(), new Date(clock.now().getTime() - 120_000));
      },
      remove: (fileName: string): void => rmSync(path.join(dropFolder, fileName)),
    };
  }

  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn(message: string): void {
      warnings.push(message);
    },
  };
  /** One round of the fetching job; what it warns of is in `warnings`. */
  const fetchDue = (): Promise<void> => fetchDueSources({ context, log }, signal);

  /** All that the jobs do now: fetch, classify, follow up, apply, follow up. */
  async function work(): Promise<void> {
    await fetchDue();
    for (let pass = 0; pass < 2; pass += 1) {
      for (let run = await nextOpenRun(context); run; run = await nextOpenRun(context))
        await workOffRuns(context, run.id);
      await fetchDue();
    }
  }
  /** The next morning after 6:30, and what the jobs do then. */
  async function nextMorning(): Promise<void> {
    clock.advance(86_400_000);
    await work();
  }
  const serverSends = (text: string, status = 200): void =>
    server.willAnswer((_request, response) => void response.writeHead(status).end(text));

  return {
    clock,
    context,
    warnings,
    fetchDue,
    folder,
    server,
    vendor,
    work,
    nextMorning,
    serverSends,
    async close(): Promise<void> {
      await server.close();
      await events.close();
      await database.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
