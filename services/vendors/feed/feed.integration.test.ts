import { afterAll, beforeAll, expect, test } from 'vitest';
import { vendorStream } from '#contracts/events/index.ts';
import { createPositions, startProjections } from '#projections/engine/index.ts';
import { parcelsProjection } from '#projections/parcels/index.ts';
import { customerCommands } from '#services/customers/index.ts';
import type { EventStore } from '#services/platform/event-store/index.ts';
import { openLeases } from '#services/platform/leases/index.ts';
import { logIdOf } from '#services/platform/log-identity.ts';
import { recordDocument } from '#services/stones/index.ts';
import { lastAppliedRun } from '../feed-runs/run-store.ts';
import { takeBackFeedRun } from '../feed-runs/take-back-run.ts';
import { feedRunContextOf, readTestFeed } from '../feed-runs/testing/feed-runs.ts';
import { readKnownStock, readNewElsewhere } from './known-stock.ts';
import { ACTOR, feed, MAPPING, startFeedLog, types } from './testing/feed-log.ts';
import { generateFeed } from './testing/generate-feed.ts';

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
const LOG = {
  info: () => undefined,
  warn: () => undefined,
  error: (details: object) => console.error(details),
};

let world: Awaited<ReturnType<typeof startFeedLog>>;
let database: typeof world.database;
let events: typeof world.events;
let context: typeof world.context;
let vendor: typeof world.vendor;
let history: typeof world.history;
let tomorrow: typeof world.tomorrow;
beforeAll(async () => {
  world = await startFeedLog();
  ({ database, events, context, vendor, history, tomorrow } = world);
});
afterAll(() => world.close());

test('lab-grown stones follow a feed whose laboratory is no longer mapped (rule: Feed mapping)', async () => {
  const { read, streamOf } = await vendor();
  const csv = (price: number) =>
    `S,W,H,K,Q,P,A,L,C\n1,1.01,RD,G,VS1,${price},,IGI,LG71\n2,1.01,RD,G,VS1,${price},,GIA-LG,72`;
  await read(csv(900), { mapping: { ...MAPPING, L: 'lab', C: 'certNo' } });
  const { counts } = await read(csv(910), { mapping: MAPPING });
  expect(counts).toMatchObject({ CHANGED: 2, REFUSED: 0 });
  for (const stock of ['1', '2'])
    expect(types(await streamOf(stock))).toEqual(['StoneListed', 'StoneRepriced']);
});

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

test('a file whose stones are all sold withdraws them', async () => {
  const { read, streamOf } = await vendor();
  await read(feed('1,1.01,RD,G,VS1,5000,In stock'));
  expect(await read(feed('1,1.01,RD,G,VS1,5000,Sold'))).toMatchObject({ rows: 0, reported: 0, withdrawn: 1 });
  expect(types(await streamOf('1'))).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('stock numbers of different case are different stones (rule: Classifying rows)', async () => {
  const { read, streamOf } = await vendor();
  const lower = 'a1,1.01,RD,G,VS1,5000,In stock';
  const upper = 'A1,0.7,RD,H,SI1,1500,In stock';
  expect(await read(feed(lower, upper))).toMatchObject({ listed: 2, reported: 0 });
  expect(await read(feed(upper))).toMatchObject({ unchanged: 1, withdrawn: 1 });
  expect(types(await streamOf('a1'))).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(types(await streamOf('A1'))).toEqual(['StoneListed']);
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
  await expect(read('', { mapping: { S: 'size' } })).rejects.toThrow('is not one of');
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

test('a feed is not taken back while a later one is applied, though that one broke off', async () => {
  const { vendorId, read, streamOf } = await vendor();
  await read(feed('1,1.01,RD,G,VS1,5000,In stock'));
  const first = (await lastAppliedRun(database.db, vendorId))!;
  const later = feed('1,1.01,RD,G,VS1,5100,In stock');
  await expect(read(later, { log: breakingAfter(0) })).rejects.toThrow('killed');
  await expect(takeBackFeedRun(feedRunContextOf(context()), first.id, ACTOR)).rejects.toMatchObject({
    status: 409,
    code: 'NOT_THE_LAST',
  });
  expect(await read(later)).toMatchObject({ unchanged: 1 });
  expect(types(await streamOf('1'))).toEqual(['StoneListed', 'StoneRepriced']);
});

test('the answers are the same with the read model, behind or caught up', async () => {
  const one = await vendor();
  await one.read(
    feed('1,1.01,RD,G,VS1,5000,In stock', '2,0.7,RD,H,SI1,1500,In stock', '3,0.9,RD,H,SI1,2500,In stock'),
  );
  const positions = createPositions(database.db, await logIdOf(events));
  const projections = startProjections({
    pool: database.pool,
    looking: database.pool,
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
  const isWithdrawn = (stock: string) => newElsewhere.named(one.dxPrefix + stock)?.withdrawn;
  expect([isWithdrawn('2'), isWithdrawn('3')]).toEqual([true, false]);
  // For others' news the vendor's own parcels are not looked up one by one, though the tail has them.
  const looked: string[] = [];
  const log: EventStore = {
    ...events,
    readStream(stream, ...rest) {
      if (stream.startsWith('stone-')) looked.push(stream);
      return events.readStream(stream, ...rest);
    },
  };
  const { named } = await readNewElsewhere(context(log), one.vendorId);
  expect([named(`${one.dxPrefix}2`), looked]).toEqual([undefined, []]);
});
