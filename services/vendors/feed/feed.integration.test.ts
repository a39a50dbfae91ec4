import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vendorStream, type StockJudgementGiven } from '#contracts/events/index.ts';
import { createPositions, projectionMigrations, startProjections } from '#projections/engine/index.ts';
import { parcelsProjection } from '#projections/parcels/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import {
  startEmbeddedEventStoreForTests,
  type TestEventStore,
} from '#local/event-store/testing/start-event-store.ts';
import {
  createSnapshots,
  commandMigrations,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { connectDatabase, migrate, type Database } from '#services/platform/database/index.ts';
import {
  connectEventStore,
  type EventStore,
  type RecordedEvent,
} from '#services/platform/event-store/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { recordDocument } from '#services/stones/index.ts';
import { identified } from '#tests/support/log-identity.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { vendorCommands } from '../handlers.ts';
import { feedRunMigrations } from '../feed-runs/migrations.ts';
import { takeBackFeedRun } from '../feed-runs/run-commands.ts';
import { lastAppliedRun } from '../feed-runs/run-store.ts';
import { feedRunContextOf, readTestFeed } from '../feed-runs/testing/feed-runs.ts';
import { workOff } from '../feed-runs/work-feed-runs.ts';
import { judgeStock } from '../judgements/judge-stock.ts';
import { judgementReactor } from '../judgements/judgement-reactor.ts';
import { repricingMigrations } from '../repricing/migrations.ts';
import { retiering } from '../repricing/retier-parcel.ts';
import { priceMigrations } from '#services/prices/index.ts';
import { readKnownStock } from './known-stock.ts';
import { generateFeed } from './testing/generate-feed.ts';
import { openLeases } from '#services/platform/leases/index.ts';

const MAPPING = {
  S: 'parcelName',
  W: 'weight',
  H: 'shapeCode',
  K: 'colour',
  Q: 'clarity',
  P: 'vendorPrice',
  A: 'vendorAvailability',
};
const GENERATED = {
  'Stock #': 'parcelName',
  Shape: 'shapeCode',
  Weight: 'weight',
  Color: 'colour',
  Clarity: 'clarity',
  'Cut Grade': 'cut',
  'Depth %': 'depthPct',
  'Table %': 'tablePct',
  Length: 'length',
  Width: 'width',
  Depth: 'height',
  Price: 'vendorPrice',
};
const ACTOR = { username: 'test', role: 'administrator' } as const;
const LOG = {
  info: () => undefined,
  warn: () => undefined,
  error: (details: object) => console.error(details),
};

let database: Database;
let store: TestEventStore;
let events: EventStore;
let now = new Date('2026-03-02T15:00:00.000Z');
let vendors = 0;

beforeAll(async () => {
  const url = await testDatabase();
  store = await startEmbeddedEventStoreForTests(url);
  database = connectDatabase(url, { pipeline: true });
  events = await identified(connectEventStore({ connectionString: store.connectionString }));
  await migrate(database.pool, [
    ...commandMigrations,
    ...projectionMigrations,
    ...priceMigrations,
    ...feedRunMigrations,
    ...repricingMigrations,
  ]);
});
afterAll(async () => {
  await events.close();
  await database.close();
  await store.close();
});

const context = (log: EventStore = events): CommandContext => ({
  events: log,
  db: database.db,
  snapshots: createSnapshots(database.pool),
  clock: () => now,
  zone: 'America/New_York',
});

/** A vendor of a test's own, with a prefix that keeps its parcels apart; gives its id and a reader of its feeds. */
async function vendor(dxPrefix = `V${vendors + 1}-`) {
  const vendorId = ++vendors;
  await vendorCommands.register(context(), { commandId: `vendor-${vendorId}`, actor: ACTOR }, vendorId, {
    settings: { name: `Vendor ${vendorId}`, dxPrefix, autoWhitelist: true },
    terms: { markupPpm: 80_000 },
  });
  return {
    vendorId,
    dxPrefix,
    async read(csv: string, options: { mapping?: object; log?: EventStore } = {}) {
      now = new Date(now.getTime() + 60_000);
      const mapping = options.mapping ?? MAPPING;
      const { run, outcomes, problems } = await readTestFeed(context(options.log), csv, {
        vendorId,
        mapping,
      });
      const { listed = 0, changed = 0, withdrawn = 0 } = outcomes;
      const { rows, reported, counts } = run;
      const { UNCHANGED: unchanged, HELD: held } = counts!;
      return { rows, reported, listed, changed, withdrawn, unchanged, held, problems };
    },
    streamOf: (stock: string) => history(`stone-${dxPrefix}${stock}`),
  };
}

async function history(stream: string): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const event of events.readStream(stream)) found.push(event);
  return found;
}

const feed = (...rows: string[]): string => ['S,W,H,K,Q,P,A', ...rows].join('\n');
const types = (recorded: readonly RecordedEvent[]): string[] => recorded.map(({ type }) => type);
const tomorrow = (): void => {
  now = new Date(now.getTime() + 86_400_000);
};

test('good rows are listed at cost and list price, bad ones reported, and the reading is noted on the vendor', async () => {
  const { vendorId, read, streamOf } = await vendor();
  const report = await read(
    feed('1,1.01,RD,G,VS1,5000,In stock', '2,1.01,RD,G,VS9,5000,In stock', '3,0.5,OV,D,IF,1851.85,On memo'),
  );
  expect(report).toMatchObject({
    rows: 3,
    listed: 2,
    changed: 0,
    unchanged: 0,
    withdrawn: 0,
    reported: 1,
  });
  expect(report.problems).toEqual([
    { row: 3, column: 'Q', value: 'VS9', message: 'is not known as clarity' },
  ]);
  expect((await streamOf('3'))[0]).toMatchObject({
    type: 'StoneListed',
    data: {
      vendorId,
      costCents: 185_185,
      totalCents: 200_000,
      vendorAvailability: 'MEMO',
      attributes: { weight: 500 },
    },
  });
  expect((await history(vendorStream(vendorId))).at(-1)).toMatchObject({
    type: 'VendorFeedRead',
    data: { rows: 3, listed: 2, reported: 1 },
  });
});

test('the same feed twice writes nothing at all', async () => {
  const { read } = await vendor();
  const csv = feed('1,1.01,RD,G,VS1,5000,In stock', '2,0.7,RD,H,SI1,1500,In stock');
  await read(csv);
  const head = await events.headPosition();
  expect(await read(csv)).toMatchObject({ listed: 0, changed: 0, unchanged: 2, withdrawn: 0 });
  expect(await events.headPosition()).toBe(head);
});

test('the same feed on a later day is fresh again, and changes no parcel', async () => {
  const { vendorId, read, streamOf } = await vendor();
  const csv = feed('1,1.01,RD,G,VS1,5000,In stock');
  await read(csv);
  tomorrow();
  await read(csv);
  expect(types(await history(vendorStream(vendorId)))).toEqual([
    'VendorRegistered',
    'VendorFeedRead',
    'VendorFeedRead',
  ]);
  expect(await streamOf('1')).toHaveLength(1);
});

test('what changed is changed, what is missing is withdrawn, what is back is reinstated', async () => {
  const { read, streamOf } = await vendor();
  await read(feed('1,1.01,RD,G,VS1,5000,In stock', '2,0.7,RD,H,SI1,1500,In stock'));
  expect(await read(feed('1,1.01,RD,G,VS1,5200,On hold'))).toMatchObject({ changed: 1, withdrawn: 1 });
  expect(await read(feed('1,1.01,RD,F,VS1,5200,On hold', '2,0.7,RD,H,SI1,1500,In stock'))).toMatchObject({
    changed: 2,
    unchanged: 0,
  });
  expect(types(await streamOf('1'))).toEqual([
    'StoneListed',
    'StoneRepriced',
    'VendorAvailabilityChanged',
    'StoneDescribed',
  ]);
  expect(types(await streamOf('2'))).toEqual(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);
  // The first feed once more: the same file as before, yet it brings changes again.
  expect(await read(feed('1,1.01,RD,G,VS1,5000,In stock', '2,0.7,RD,H,SI1,1500,In stock'))).toMatchObject({
    changed: 1,
    unchanged: 1,
  });
  const ids = (await streamOf('1')).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a parcel that a customer holds is never withdrawn, until it is back and missing still', async () => {
  const { dxPrefix, read, streamOf } = await vendor();
  const parcelName = `${dxPrefix}1`;
  await read(feed('1,1.01,RD,G,VS1,5000,In stock', '2,0.7,RD,H,SI1,1500,In stock'));
  await customerCommands.register(context(), { commandId: 'customer', actor: ACTOR }, 7, {
    identity: { name: 'Harbor' },
  });
  const document = {
    parcelName,
    instance: 'VITRINE',
    docNo: 'M1',
    line: 1,
    version: 1,
    customerId: 7,
    accountCode: '10-07-0001',
    amountCents: 540_000,
  } as const;
  await recordDocument(context(), { ...document, docType: 'MEMO', effectiveAt: '2026-03-01' });
  expect(await read(feed('2,0.7,RD,H,SI1,1500,In stock'))).toMatchObject({ withdrawn: 0, held: 1 });
  expect(types(await streamOf('1'))).toEqual(['StoneListed', 'DocumentReceived']);
  await recordDocument(context(), {
    ...document,
    docType: 'RETURN_MEMO',
    docNo: 'R1',
    effectiveAt: '2026-03-02',
  });
  expect(await read(feed('2,0.7,RD,H,SI1,1500,In stock'))).toMatchObject({ withdrawn: 1, held: 0 });
});

test('a bad row keeps its parcel as it was; a row that cannot be identified keeps them all', async () => {
  const { read, streamOf } = await vendor();
  await read(feed('1,1.01,RD,G,VS1,5000,In stock', '2,0.7,RD,H,SI1,1500,In stock'));
  expect(await read(feed('1,1.01,RD,G,VS1,free,In stock', '2,0.7,RD,H,SI1,1500,In stock'))).toMatchObject({
    unchanged: 1,
    withdrawn: 0,
    reported: 1,
  });
  expect(await read(feed('1,1.01,RD,G,VS1,5000,In stock,one more'))).toMatchObject({
    withdrawn: 0,
    reported: 1,
  });
  expect(types(await streamOf('2'))).toEqual(['StoneListed']);
});

test("another vendor's parcel of the same name is reported and stays theirs", async () => {
  const first = await vendor('SAME-');
  const second = await vendor('SAME-');
  await first.read(feed('1,1.01,RD,G,VS1,5000,In stock'));
  const report = await second.read(feed('1,1.01,RD,G,VS1,4000,In stock', '2,1.01,RD,G,VS1,4000,In stock'));
  expect(report).toMatchObject({ listed: 1, reported: 1 });
  expect(report.problems).toEqual([
    {
      row: 2,
      column: 'S',
      value: 'SAME-1',
      message: 'names a parcel of another vendor: give this vendor a prefix of its own',
    },
  ]);
  expect(await first.streamOf('1')).toHaveLength(1);
});

test('an unknown vendor, and a file that cannot be read, change nothing', async () => {
  const { read } = await vendor();
  const head = await events.headPosition();
  const unknown = readTestFeed(context(), feed('1,1,RD,G,VS1,1,A'), { vendorId: 9_999, mapping: MAPPING });
  await expect(unknown).rejects.toThrow('There is no vendor 9999.');
  await expect(read('S,W\n1,2\n')).rejects.toThrow('no column "H"');
  await expect(read(feed('1,1,"RD,G,VS1,1,A'))).rejects.toThrow('never closed');
  await expect(read('', { mapping: { S: 'size' } })).rejects.toThrow('is none of');
  expect(await events.headPosition()).toBe(head);
});

/** Breaks after so many appends, as a process that is killed would. */
function breakingAfter(appends: number): EventStore {
  let left = appends;
  return {
    ...events,
    append: (...call) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('killed')) : events.append(...call);
    },
  };
}

test('a run that broke off in the middle is finished before the next one, with nothing twice', async () => {
  const { csv, goodRows } = generateFeed({ rows: 400, seed: 3 });
  const { vendorId, dxPrefix, read } = await vendor();
  const options = { mapping: GENERATED };
  await expect(read(csv, { ...options, log: breakingAfter(150) })).rejects.toThrow('killed');
  await expect(read(csv, { ...options, log: breakingAfter(100) })).rejects.toThrow('killed');
  const report = await read(csv, options);
  expect(report).toMatchObject({ rows: 400, listed: 0, unchanged: goodRows });
  const perStream = new Map<string, number>();
  for await (const { stream } of events.readAll({ filter: { streamPrefixes: [`stone-${dxPrefix}`] } }))
    perStream.set(stream, (perStream.get(stream) ?? 0) + 1);
  expect(perStream.size).toBe(goodRows);
  expect([...perStream.values()].every((count) => count === 1)).toBe(true);
  expect(types(await history(vendorStream(vendorId)))).toEqual(['VendorRegistered', 'VendorFeedRead']);
});

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

/** Does the waiting work of the job that gives parcels the tiers that people set. */
async function retierQueued(): Promise<void> {
  const { rows } = await sql<{ id: string; vendorId: number; parcels: string[] }>`
    update vitrine.repricing set finished_at = now() where finished_at is null
    returning id, vendor_id as "vendorId", parcels`.execute(database.db);
  for (const { id, vendorId, parcels } of rows) {
    const retier = await retiering(context(), vendorId, id);
    for (const parcelName of parcels) await retier(parcelName);
  }
}

/** Judges stones of a vendor, and does the work that follows at once. */
const judging =
  (vendorId: number) =>
  async (...given: StockJudgementGiven[]): Promise<void> => {
    await judgeStock(context(), { commandId: `judge-${randomUUID()}`, actor: ACTOR }, vendorId, given);
    const event = (await history(`judgements-${vendorId}`)).at(-1)!;
    await judgementReactor(context(), 'head').react(event, new AbortController().signal);
    await retierQueued();
  };

test('what is accepted, rejected and given a tier while a feed is applied counts', async () => {
  const { vendorId, dxPrefix, read, streamOf } = await vendor();
  const judge = judging(vendorId);
  await judge({ vendorStockId: '3', status: 'REJECTED' });
  const log = beforeParcels(() =>
    judge(
      { vendorStockId: '2', status: 'REJECTED' },
      { vendorStockId: '3', status: 'ACCEPTED' },
      { vendorStockId: '4', overrideTier: 'Reserve' },
    ),
  );
  const csv = feed(...['1', '2', '3', '4'].map((stock) => `${stock},1.01,RD,G,VS1,5000,In stock`));
  await read(csv, { log });
  await retierQueued();
  expect(types(await streamOf('1'))).toEqual(['StoneListed']);
  expect(types(await streamOf('2'))).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(types(await streamOf('3'))).toEqual(['StoneListed']);
  expect((await streamOf('4')).at(-1)).toMatchObject({ data: { overrideTier: 'Reserve' } });
  // The run knows that the third was listed from it, and takes it back too.
  const runs = feedRunContextOf(context());
  const run = (await lastAppliedRun(database.db, vendorId))!;
  await takeBackFeedRun(runs, run.id, ACTOR);
  await workOff(runs, run.id);
  for (const stock of ['1', '2', '3'])
    expect(types(await streamOf(stock)), dxPrefix + stock).toEqual(['StoneListed', 'StoneWithdrawn']);
});

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

test('a rejected stone that is accepted while a feed is applied is listed when it ends', async () => {
  const { vendorId, dxPrefix, read, streamOf } = await vendor();
  const judge = judging(vendorId);
  const csv = (price: number) => feed(`1,1.01,RD,G,VS1,${price},In stock`);
  await read(csv(5000));
  await judge({ vendorStockId: '1', status: 'REJECTED' });
  const log = beforeReading(`${dxPrefix}1`, () => judge({ vendorStockId: '1', status: 'ACCEPTED' }));
  await read(csv(5000), { log });
  expect(types(await streamOf('1')).slice(2)).toEqual([
    'StoneReinstated',
    'StoneWithdrawn',
    'StoneReinstated',
  ]);
});

test('a tier that a person takes back is that of the feed’s group again', async () => {
  const { vendorId, read, streamOf } = await vendor();
  const tier = async () =>
    ((await streamOf('1')).at(-1)!.data as { attributes: { tier?: string } }).attributes.tier;
  const judge = judging(vendorId);
  const csv = 'S,W,H,K,Q,P,G\n1,1.01,RD,G,VS1,5000,Reserve';
  await read(csv, {
    mapping: {
      S: 'parcelName',
      W: 'weight',
      H: 'shapeCode',
      K: 'colour',
      Q: 'clarity',
      P: 'vendorPrice',
      G: 'group',
    },
  });
  await judge({ vendorStockId: '1', overrideTier: 'Exceptional' });
  expect(await tier()).toBe('Exceptional');
  await judge({ vendorStockId: '1', overrideTier: null });
  expect(await tier()).toBe('Reserve');
});

test('the answers are the same with the read model, behind or caught up', async () => {
  const one = await vendor();
  await one.read(
    feed('1,1.01,RD,G,VS1,5000,In stock', '2,0.7,RD,H,SI1,1500,In stock', '3,0.9,RD,H,SI1,2500,In stock'),
  );
  const positions = createPositions(database.db, await logIdOf(events));
  const projections = startProjections({
    pool: database.pool,
    leases: openLeases(database.pool),
    events,
    projections: [parcelsProjection('America/New_York')],
    positions,
    log: LOG,
  });
  await positions.waitForPosition(['parcels'], await events.headPosition(), 20_000);
  await projections.stop();
  // Written after the projections have stopped: the read model is behind from here on.
  expect(await one.read(feed('1,1.01,RD,G,VS1,5100,In stock', '2,0.7,RD,H,SI1,1500,In stock'))).toMatchObject(
    { changed: 1, unchanged: 1, withdrawn: 1 },
  );
  expect(await one.read(feed('1,1.01,RD,G,VS1,5100,In stock', '3,0.9,RD,H,SI1,2500,In stock'))).toMatchObject(
    { changed: 1, unchanged: 1, withdrawn: 1 },
  );
  expect(await one.read(feed('1,1.01,RD,G,VS1,5100,In stock', '3,0.9,RD,H,SI1,2500,In stock'))).toMatchObject(
    { changed: 0, unchanged: 2, withdrawn: 0 },
  );
  // To another vendor these are new: the read model has neither their withdrawal nor their return.
  const { newElsewhere } = await readKnownStock(context(), one.vendorId + 1);
  const isWithdrawn = (stock: string) => newElsewhere.get(one.dxPrefix + stock)?.withdrawn;
  expect([isWithdrawn('2'), isWithdrawn('3')]).toEqual([true, false]);
});
