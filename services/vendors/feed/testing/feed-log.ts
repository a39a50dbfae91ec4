import { startEmbeddedEventStoreForTests } from '#local/event-store/testing/start-event-store.ts';
import { projectionMigrations } from '#projections/engine/index.ts';
import {
  createSnapshots,
  commandMigrations,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { connectDatabase, migrate } from '#services/platform/database/index.ts';
import {
  connectEventStore,
  type EventStore,
  type RecordedEvent,
} from '#services/platform/event-store/index.ts';
import { priceMigrations } from '#services/prices/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { feedRunMigrations } from '../../feed-runs/migrations.ts';
import { readTestFeed } from '../../feed-runs/testing/feed-runs.ts';
import { vendorCommands } from '../../handlers.ts';
import { repricingMigrations } from '../../repricing/migrations.ts';

export const MAPPING = {
  S: 'parcelName',
  W: 'weight',
  H: 'shapeCode',
  K: 'colour',
  Q: 'clarity',
  P: 'vendorPrice',
  A: 'vendorAvailability',
};
export const ACTOR = { username: 'test', role: 'administrator' } as const;

/** A log, a database and vendors whose feeds are read without a server. Close it. */
export async function startFeedLog() {
  const url = await testDatabase();
  const store = await startEmbeddedEventStoreForTests(url);
  const database = connectDatabase(url, { pipeline: true });
  const events = await identified(connectEventStore({ connectionString: store.connectionString }));
  await migrate(database.pool, [
    ...commandMigrations,
    ...projectionMigrations,
    ...priceMigrations,
    ...feedRunMigrations,
    ...repricingMigrations,
  ]);
  let now = new Date('2026-03-02T15:00:00.000Z');
  let vendors = 0;

  const context = (log: EventStore = events): CommandContext => ({
    events: log,
    db: database.db,
    snapshots: createSnapshots(database.pool),
    clock: () => now,
    zone: 'America/New_York',
  });

  /** A vendor of a test's own, with a prefix that keeps its parcels apart; gives its id and a reader of its feeds. */
  async function vendor(dxPrefix = `V${vendors + 1}-`, { autoWhitelist = true } = {}) {
    const vendorId = ++vendors;
    await vendorCommands.register(context(), { commandId: `vendor-${vendorId}`, actor: ACTOR }, vendorId, {
      settings: { name: `Vendor ${vendorId}`, dxPrefix, autoWhitelist },
      terms: { markupPpm: 80_000 },
    });
    return {
      vendorId,
      dxPrefix,
      async read(
        csv: string,
        options: { mapping?: object; log?: EventStore; beforeApplying?: () => Promise<void> } = {},
      ) {
        now = new Date(now.getTime() + 60_000);
        const mapping = options.mapping ?? MAPPING;
        const { run, outcomes, problems } = await readTestFeed(context(options.log), csv, {
          vendorId,
          mapping,
          beforeApplying: options.beforeApplying,
        });
        const { listed = 0, changed = 0, withdrawn = 0 } = outcomes;
        const { rows, reported, counts } = run;
        const { UNCHANGED: unchanged, HELD: held } = counts!;
        return { rows, reported, listed, changed, withdrawn, unchanged, held, problems, counts: counts! };
      },
      streamOf: (stock: string) => history(`stone-${dxPrefix}${stock}`),
    };
  }

  async function history(stream: string): Promise<RecordedEvent[]> {
    const found: RecordedEvent[] = [];
    for await (const event of events.readStream(stream)) found.push(event);
    return found;
  }

  /** Does something once, before the first parcel is written. */
  function beforeParcels(act: () => Promise<void>): EventStore {
    let acted: Promise<void> | undefined;
    return {
      ...events,
      async append(stream, ...rest) {
        if (stream.startsWith('stone-')) await (acted ??= act());
        return events.append(stream, ...rest);
      },
    };
  }

  /** Does something once, before a parcel is looked at. */
  function beforeReading(parcelName: string, act: () => Promise<void>): EventStore {
    let acted: Promise<void> | undefined;
    return {
      ...events,
      async *readStream(stream, ...rest) {
        if (stream === `stone-${parcelName}`) await (acted ??= act());
        yield* events.readStream(stream, ...rest);
      },
    };
  }

  return {
    database,
    events,
    beforeParcels,
    beforeReading,
    context,
    vendor,
    history,
    tomorrow(): void {
      now = new Date(now.getTime() + 86_400_000);
    },
    async close(): Promise<void> {
      await events.close();
      await database.close();
      await store.close();
    },
  };
}

/** A file of rows in the columns of `MAPPING`. */
export const feed = (...rows: string[]): string => ['S,W,H,K,Q,P,A', ...rows].join('\n');
/** Their types, in the order of the stream. */
export const types = (recorded: readonly RecordedEvent[]): string[] => recorded.map(({ type }) => type);
