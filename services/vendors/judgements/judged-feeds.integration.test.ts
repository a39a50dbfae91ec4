import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StockJudgementGiven } from '#contracts/events/index.ts';
import { recordOffer } from '../feed/record-feed.ts';
import { ACTOR, feed, MAPPING, startFeedLog, types } from '../feed/testing/feed-log.ts';
import { takeBackFeedRun } from '../feed-runs/take-back-run.ts';
import { lastAppliedRun } from '../feed-runs/run-store.ts';
import { feedRunContextOf, readTestFeed, workOffRuns } from '../feed-runs/testing/feed-runs.ts';
import { vendorCommands } from '../handlers.ts';
import { retiering } from '../repricing/retier-parcel.ts';
import { judgeStock } from './judge-stock.ts';
import { judgementReactor } from './judgement-reactor.ts';

/** What a person decides on stones while their feed is applied, and after it (rule: Accept and reject). */
let world: Awaited<ReturnType<typeof startFeedLog>>;
let database: typeof world.database;
let beforeParcels: typeof world.beforeParcels;
let beforeReading: typeof world.beforeReading;
let context: typeof world.context;
let vendor: typeof world.vendor;
let history: typeof world.history;
beforeAll(async () => {
  world = await startFeedLog();
  ({ database, beforeParcels, beforeReading, context, vendor, history } = world);
});
afterAll(() => world.close());

/** Does the waiting work of the job that gives parcels the tiers that people set. */
async function retierQueued(): Promise<void> {
  const { rows } = await sql<{ id: string; vendorId: number; parcels: string[] }>`
    update vitrine.repricing set finished_at = now() where finished_at is null and parcels is not null
    returning id, vendor_id as "vendorId", parcels`.execute(database.db);
  for (const { id, vendorId, parcels } of rows) {
    const retier = await retiering(context(), vendorId, id, parcels);
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

async function takeLastBack(vendorId: number): Promise<void> {
  const runs = feedRunContextOf(context());
  const run = (await lastAppliedRun(database.db, vendorId))!;
  await takeBackFeedRun(runs, run.id, ACTOR);
  await workOffRuns(runs, run.id);
}

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
  await takeLastBack(vendorId);
  for (const stock of ['1', '2', '3'])
    expect(types(await streamOf(stock)), dxPrefix + stock).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('a stone that a feed taken back left unlisted is read first by the feed after it', async () => {
  const { vendorId, read, streamOf } = await vendor(undefined, { autoWhitelist: false });
  const [earlier, later] = ['1', '2'].map((stock) => `${stock},1.01,RD,G,VS1,5000,In stock`) as [
    string,
    string,
  ];
  await read(feed(earlier));
  expect((await read(feed(earlier, later))).counts.UNLISTED).toBe(2);
  await takeLastBack(vendorId);
  const command = { commandId: `list-${vendorId}`, actor: ACTOR };
  await vendorCommands.changeSettings(context(), command, vendorId, { changes: { autoWhitelist: true } });
  // The first was read by the feed before, which stands.
  expect((await read(feed(earlier, later))).counts).toMatchObject({ NEW: 1, UNLISTED: 1 });
  expect(types(await streamOf('1'))).toEqual([]);
  expect(types(await streamOf('2'))).toEqual(['StoneListed']);

  for (let runs = 0; runs < 2; runs += 1) await takeLastBack(vendorId);
  expect((await read(feed(earlier))).counts).toMatchObject({ NEW: 1, UNLISTED: 0 });
});

test('what a feed left unlisted because that was switched off meanwhile needs a yes ever after', async () => {
  // Given stones that were to be listed when their file was classified, and not when it was applied
  const { vendorId, read, streamOf } = await vendor();
  const listByThemselves = async (autoWhitelist: boolean): Promise<void> => {
    const command = { commandId: `list-${vendorId}-${autoWhitelist}`, actor: ACTOR };
    await vendorCommands.changeSettings(context(), command, vendorId, { changes: { autoWhitelist } });
  };
  const csv = feed('1,1.01,RD,G,VS1,5000,In stock');
  const classified = await read(csv, { beforeApplying: () => listByThemselves(false) });
  expect([classified.counts.NEW, classified.listed]).toEqual([1, 0]);
  // When it is switched on again
  await listByThemselves(true);
  // Then the next feed lists none of them
  expect((await read(csv)).counts).toMatchObject({ NEW: 0, UNLISTED: 1 });
  expect(await streamOf('1')).toEqual([]);
});

test('a yes lists what the last full feed or additions after it offer, and nothing that the feeds before offered', async () => {
  const { vendorId, read, streamOf } = await vendor(undefined, { autoWhitelist: false });
  const row = (stock: string): string => `${stock},1.01,RD,G,VS1,5000,In stock`;
  await read(feed(row('1')));
  await read(feed(row('2')));
  world.tomorrow();
  await readTestFeed(context(), feed(row('3')), { vendorId, mapping: MAPPING, kind: 'ADDITIONS' });
  await judging(vendorId)(
    ...['1', '2', '3'].map((vendorStockId) => ({ vendorStockId, status: 'ACCEPTED' as const })),
  );
  expect(types(await streamOf('1'))).toEqual([]);
  expect(types(await streamOf('2'))).toEqual(['StoneListed']);
  expect(types(await streamOf('3'))).toEqual(['StoneListed']);
});

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

test('a rejection after which the stone was accepted withdraws nothing when it is carried out late', async () => {
  const { vendorId, read, streamOf } = await vendor();
  await read(feed('1,1.01,RD,G,VS1,5000,In stock'));
  for (const status of ['REJECTED', 'ACCEPTED'] as const) {
    const command = { commandId: `judge-${randomUUID()}`, actor: ACTOR };
    await judgeStock(context(), command, vendorId, [{ vendorStockId: '1', status }]);
  }
  const { react } = judgementReactor(context(), 'head');
  for (const event of await history(`judgements-${vendorId}`))
    await react(event, new AbortController().signal);
  expect(types(await streamOf('1'))).toEqual(['StoneListed']);
});

test('a rejected piece of jewellery, which no feed offers, is listed again when it is accepted', async () => {
  const { vendorId, dxPrefix, read, streamOf } = await vendor();
  const judge = judging(vendorId);
  const at = context().clock().toISOString();
  const listing = {
    vendor: { vendorId, markupPpm: 80_000 },
    cause: `piece ${vendorId}`,
    at,
    command: { commandId: `piece ${vendorId}`, actor: ACTOR },
  };
  await recordOffer(context(), listing, {
    parcelName: `${dxPrefix}ring`,
    line: 'jewellery',
    attributes: { weight: 1010 },
    costCents: 500_000,
    vendorAvailability: 'IN_STOCK',
  });
  await read(feed('1,1.01,RD,G,VS1,5000,In stock'));
  for (let again = 0; again < 2; again += 1) {
    await judge({ vendorStockId: 'ring', status: 'REJECTED' });
    await judge({ vendorStockId: 'ring', status: 'ACCEPTED' });
  }
  const once = ['StoneWithdrawn', 'StoneReinstated'];
  expect(types(await streamOf('ring'))).toEqual(['StoneListed', ...once, ...once]);
});

test('a stone is of the line of the tier that it is accepted with, and keeps it', async () => {
  const { vendorId, read, streamOf } = await vendor(undefined, { autoWhitelist: false });
  const judge = judging(vendorId);
  const csv = feed('1,1.01,RD,G,VS1,500,In stock', '2,1.01,RD,G,VS1,5000,In stock');
  const { counts } = await read(csv);
  expect(counts.UNLISTED).toBe(2);
  await judge(
    { vendorStockId: '1', status: 'ACCEPTED', overrideTier: 'Clarity' },
    { vendorStockId: '2', status: 'ACCEPTED' },
  );
  expect((await streamOf('1')).map(({ data }) => data)).toMatchObject([
    { line: 'labGrown', attributes: { tier: 'Clarity' } },
    { attributes: { tier: 'Clarity' }, overrideTier: 'Clarity' },
  ]);
  expect((await read(csv)).counts).toMatchObject({ UNCHANGED: 2, REFUSED: 0 });

  const words = (stone: string, under: string, other: string, tier: string): string =>
    `${stone} is listed under ${under} and would be under ${other} with the tier ${tier}: give it another tier, or another stock number.`;
  const [grown, loose] = ['Clarity LG Diamonds', 'Loose Diamonds'];
  const [first, second] = [words('1', grown, loose, 'Reserve'), words('2', loose, grown, 'Clarity')];
  // Of a stone's rows the last tier counts; all faults are named, in the order of the rows.
  await expect(
    judge(
      { vendorStockId: '2', overrideTier: 'Reserve' },
      { vendorStockId: '1', overrideTier: 'Reserve' },
      { vendorStockId: '2', overrideTier: 'Clarity' },
      { vendorStockId: '2', comments: 'without a tier' },
    ),
  ).rejects.toMatchObject({
    status: 422,
    code: 'OTHER_LINE',
    field: '1.overrideTier',
    message: first,
    errors: [
      { field: '1.overrideTier', message: first },
      { field: '2.overrideTier', message: second },
    ],
  });
  expect(await streamOf('1')).toHaveLength(2);
  expect(await streamOf('2')).toHaveLength(1);

  await judge({ vendorStockId: '1', overrideTier: 'Reserve' }, { vendorStockId: '1', overrideTier: null });
  expect((await streamOf('1')).at(-1)).toMatchObject({
    data: { attributes: { tier: 'Clarity' }, overrideTier: null },
  });
  const { counts: after } = await read(csv.replace('VS1,500,', 'VS1,510,'));
  expect(after).toMatchObject({ REFUSED: 0 });
  expect((await streamOf('1')).at(-1)).toMatchObject({ type: 'StoneRepriced', data: { costCents: 51_000 } });
});

test('a stone whose cost is the price list’s is not accepted with a tier of a line without one', async () => {
  const { vendorId, read, streamOf } = await vendor(undefined, { autoWhitelist: false });
  const judge = judging(vendorId);
  await read(feed(...['1', '2'].map((stock) => `${stock},1.01,RD,G,VS1,5000,In stock`)));
  await sql`
    update vitrine.feed_run_row set offer = (offer::jsonb || '{"byList": true}')::json
    where vendor_stock_id = '1' and run_id in (select id from vitrine.feed_run where vendor_id = ${vendorId})`.execute(
    database.db,
  );
  const refused = (field: string) => ({
    status: 422,
    code: 'OTHER_LINE',
    errors: [
      {
        field,
        message:
          '1 has a discount and no price: the price list has none under Clarity LG Diamonds, where it would be with the tier Clarity: give it another tier.',
      },
    ],
  });
  const clarity = { status: 'ACCEPTED', overrideTier: 'Clarity' } as const;
  await expect(
    judge({ vendorStockId: '2', ...clarity }, { vendorStockId: '1', ...clarity }),
  ).rejects.toMatchObject(refused('1.overrideTier'));
  expect(await streamOf('2')).toEqual([]);

  // The tier may have come before the yes.
  await judge({ vendorStockId: '1', overrideTier: 'Clarity' });
  await expect(judge({ vendorStockId: '1', status: 'ACCEPTED' })).rejects.toMatchObject(
    refused('0.overrideTier'),
  );
  await judge({ vendorStockId: '1', status: 'ACCEPTED', overrideTier: 'Reserve' });
  expect(types(await streamOf('1'))).toEqual(['StoneListed', 'StoneDescribed']);
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
