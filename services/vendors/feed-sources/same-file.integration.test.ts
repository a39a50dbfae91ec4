import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stoneStream } from '#contracts/events/index.ts';
import type { FeedColumn } from '#contracts/vendor/feed-mapping.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { customerCommands } from '#services/customers/index.ts';
import { hashBody } from '#services/platform/commands/index.ts';
import { keepPriceList, priceList } from '#services/prices/index.ts';
import { cells } from '#services/prices/testing/made-price-lists.ts';
import { recordDocument } from '#services/stones/index.ts';
import { keepFeedFile } from '../feed/feed-files.ts';
import { applyFeedRun } from '../feed-runs/apply-run.ts';
import { startFeedRun } from '../feed-runs/start-run.ts';
import { takeBackFeedRun } from '../feed-runs/take-back-run.ts';
import { findRun } from '../feed-runs/run-store.ts';
import { workOffRuns } from '../feed-runs/testing/feed-runs.ts';
import { vendorCommands } from '../handlers.ts';
import { judgeStock } from '../judgements/judge-stock.ts';
import { currentVendor } from '../require-vendor.ts';
import { askForSource, saveSource } from './source-store.ts';
import { ACTOR, COLUMNS, csv, startFeedSourceWorld, ZONE } from './testing/feed-source-world.ts';

/** A file that stays the same is read again where it has something to say (rule: Feeds by themselves). */
let world: Awaited<ReturnType<typeof startFeedSourceWorld>>;
let clock: typeof world.clock;
let context: typeof world.context;
let vendor: typeof world.vendor;
let work: typeof world.work;
let nextMorning: typeof world.nextMorning;
let serverSends: typeof world.serverSends;
beforeAll(async () => {
  world = await startFeedSourceWorld();
  ({ clock, context, vendor, work, nextMorning, serverSends } = world);
  await customerCommands.register(context, { commandId: 'customer', actor: ACTOR }, 7, {
    identity: { name: 'Harbor' },
  });
});
afterAll(() => world.close());

const lastEvent = async (vendorId: number, stockNumber: number): Promise<string> => {
  let last = '';
  for await (const { type } of context.events.readStream(stoneStream(`S${vendorId}-${stockNumber}`)))
    last = type;
  return last;
};

const lastFeedAt = async (vendorId: number): Promise<string | undefined> =>
  (await currentVendor(context, vendorId)).lastFeed?.at;

/** A vendor's stones go to a customer, or come back. */
const moved = async (
  vendorId: number,
  docType: 'MEMO' | 'RETURN_MEMO',
  stockNumbers: readonly number[],
): Promise<void> => {
  for (const stockNumber of stockNumbers)
    await recordDocument(context, {
      parcelName: `S${vendorId}-${stockNumber}`,
      instance: 'VITRINE',
      docType,
      docNo: `${docType}-${vendorId}`,
      line: 1,
      version: 1,
      customerId: 7,
      accountCode: '10-07-0001',
      amountCents: 540_000,
      effectiveAt: clock.now().toISOString(),
    });
};

test('when stones come back that were held, or that were rejected meanwhile', async () => {
  const { vendorId, states, source } = await vendor('HTTPS');
  const stones = [1, 2, 3, 4];
  serverSends(csv(6));
  await work();
  await moved(vendorId, 'MEMO', stones);
  // The first is dearer, the second is missing, of the third and the fourth nothing differs.
  const [head, first, , ...others] = csv(6).split('\n');
  serverSends([head, first!.replace('5000', '6000'), ...others].join('\n'));
  await nextMorning();
  const sentAt = await lastFeedAt(vendorId);
  const rejected = [{ vendorStockId: '3', status: 'REJECTED' }] as const;
  await judgeStock(context, { commandId: 'reject', actor: ACTOR }, vendorId, rejected);
  await nextMorning();
  expect([await states(), (await source()).outcome]).toEqual([['APPLIED', 'APPLIED'], 'SAME']);
  await moved(vendorId, 'RETURN_MEMO', stones);
  await nextMorning();
  expect(await Promise.all(stones.map((number) => lastEvent(vendorId, number)))).toEqual([
    'StoneRepriced',
    'StoneWithdrawn',
    'StoneWithdrawn',
    'DocumentReceived',
  ]);
  await nextMorning();
  expect(await states()).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
  // The vendor has sent nothing newer: its stock is as old as the file (rule: Tentative availability).
  expect(await lastFeedAt(vendorId)).toBe(sentAt);
});

/** A vendor whose first stone came back after a file in which it was dearer and held. */
const withOneToApply = async () => {
  const made = await vendor('HTTPS');
  serverSends(csv(6));
  await work();
  await moved(made.vendorId, 'MEMO', [1]);
  serverSends(csv(6).replace('5000', '6000'));
  await nextMorning();
  await moved(made.vendorId, 'RETURN_MEMO', [1]);
  clock.advance(86_400_000);
  return made;
};

test('not while the run that it was read by is taken back', async () => {
  const { vendorId, states, source } = await withOneToApply();
  const { runId } = await source();
  await sql`update vitrine.feed_run set state = 'TAKING_BACK' where id = ${runId}`.execute(context.db);
  await world.fetchDue();
  expect([await states(), (await source()).outcome]).toEqual([['APPLIED', 'TAKING_BACK'], 'SAME']);
  await sql`update vitrine.feed_run set state = 'TAKEN_BACK' where id = ${runId}`.execute(context.db);
  expect(await lastEvent(vendorId, 1)).toBe('DocumentReceived');
});

test('by a process that is killed before it has noted the run, which is applied meanwhile', async () => {
  const { vendorId, states, source } = await withOneToApply();
  const before = await source();
  await world.fetchDue();
  const { runId } = await source();
  expect(runId).not.toBe(before.runId);
  await sql`
    update vitrine.feed_source set run_id = ${before.runId}, next_at = ${before.nextAt}
    where vendor_id = ${vendorId}`.execute(context.db);
  await workOffRuns(context, runId!);
  await applyFeedRun(context, runId!, { actor: ACTOR, confirmed: [] });
  await workOffRuns(context, runId!);
  await work();
  expect([await states(), (await source()).runId]).toEqual([['APPLIED', 'APPLIED', 'APPLIED'], runId]);
  expect(await lastEvent(vendorId, 1)).toBe('StoneRepriced');
});

test.each([
  ['by its schedule', false],
  ['for a person', true],
])('%s when its run waits and another feed was applied since, in place of that run', async (_, isAsked) => {
  const { vendorId, states, runs, source } = await vendor('HTTPS');
  serverSends(csv(10));
  await work();
  serverSends(csv(5));
  await nextMorning();
  const held = (await runs())[1]!;
  expect(held.state).toBe('HELD');
  clock.advance(1_000);
  const { fileId } = (await findRun(context.db, (await runs())[0]!.id))!;
  const byHand = { vendorId, fileId, fileName: 'by hand.csv', source: 'UPLOAD', kind: 'FULL' } as const;
  const { id } = await startFeedRun(context, { ...byHand, actor: ACTOR, key: `by hand ${vendorId}` });
  await workOffRuns(context, id);
  await applyFeedRun(context, id, { actor: ACTOR, confirmed: [] });
  await workOffRuns(context, id);
  clock.advance(1_000);
  if (isAsked) {
    await askForSource(context.db, vendorId, 'admin', clock.now());
    await work();
  } else await nextMorning();
  expect(await states()).toEqual(['APPLIED', 'DISCARDED', 'APPLIED', 'HELD']);
  const again = (await source()).runId!;
  expect(again).not.toBe(held.id);
  await nextMorning();
  expect([await states(), (await source()).runId]).toEqual([
    ['APPLIED', 'DISCARDED', 'APPLIED', 'HELD'],
    again,
  ]);
  await applyFeedRun(context, again, { actor: ACTOR, confirmed: ['WITHDRAWALS'] });
});

test('for a person, where it waited for one while another feed was applied: it is not applied by itself', async () => {
  // Given a file that is held for its prices, and a corrected one that is applied in its place
  const { vendorId, states, source, mails } = await vendor('HTTPS');
  const dearer = (text: string, stones: number): string =>
    text
      .split('\n')
      .map((line, at) => (at >= 1 && at <= stones ? line.replace('5000', '7000') : line))
      .join('\n');
  serverSends(csv(20));
  await work();
  serverSends(dearer(csv(20), 7));
  await nextMorning();
  expect(await states()).toEqual(['APPLIED', 'HELD']);
  clock.advance(1_000);
  const fileId = await keepFeedFile(context.files, Buffer.from(dearer(csv(20), 2)));
  const byHand = { vendorId, fileId, fileName: 'corrected.csv', source: 'UPLOAD', kind: 'FULL' } as const;
  const { id } = await startFeedRun(context, { ...byHand, actor: ACTOR, key: `corrected ${vendorId}` });
  await workOffRuns(context, id);
  await applyFeedRun(context, id, { actor: ACTOR, confirmed: [] });
  await workOffRuns(context, id);
  // When the source still serves the first, which the guards hold no longer
  await nextMorning();
  // Then the corrected prices stand, and the house is asked
  expect(await states()).toEqual(['APPLIED', 'DISCARDED', 'APPLIED', 'CLASSIFIED']);
  expect((await mails()).at(-1)!.body).toContain(
    'This file waited for a person before another feed was applied',
  );
  // And once a person has applied it, it is read as other files are
  await applyFeedRun(context, (await source()).runId!, { actor: ACTOR, confirmed: [] });
  await work();
  serverSends(dearer(csv(20), 2));
  await nextMorning();
  serverSends(dearer(csv(20), 7));
  await nextMorning();
  expect((await states()).slice(3)).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
});

/** A vendor whose file has discounts from the price list. */
const withDiscounts = async () => {
  const made = await vendor('HTTPS');
  const columns = Object.entries({ ...COLUMNS, P: 'vendorDiscount' } as const);
  const command = { commandId: `discounts-${made.vendorId}`, actor: ACTOR };
  await vendorCommands.mapColumns(context, command, made.vendorId, {
    columns: columns.map(([heading, attribute]) => ({ heading, attribute })),
  });
  return made;
};

/** A price list that is in force from so many days after today. */
const listed = (days: number, factor: number): Promise<void> => {
  const date = addDays(houseDayOf(clock.now().toISOString(), ZONE), days);
  const loading = { fileName: 'list.csv', by: 'admin', at: clock.now() };
  return keepPriceList(context.db, priceList(date, cells(factor)), loading);
};

test('when its discounts are of another price list', async () => {
  const { vendorId, states } = await withDiscounts();
  await listed(-30, 1);
  serverSends('S,W,H,K,Q,P\n1,1.01,RD,D,IF,-35');
  await work();
  await listed(2, 1.1);
  await nextMorning();
  expect(await states()).toEqual(['APPLIED']);
  await nextMorning();
  expect([await states(), await lastEvent(vendorId, 1)]).toEqual([['APPLIED', 'APPLIED'], 'StoneRepriced']);
  await nextMorning();
  expect(await states()).toEqual(['APPLIED', 'APPLIED']);
});

/** A person sends a file of a vendor and applies it. */
async function appliedByHand(vendorId: number, file: string): Promise<void> {
  const fileId = await keepFeedFile(context.files, Buffer.from(file));
  const byHand = { vendorId, fileId, fileName: 'by hand.csv', source: 'UPLOAD', kind: 'FULL' } as const;
  const { id } = await startFeedRun(context, { ...byHand, actor: ACTOR, key: `by hand ${vendorId}` });
  await workOffRuns(context, id);
  await applyFeedRun(context, id, { actor: ACTOR, confirmed: [] });
  await workOffRuns(context, id);
}

test('for the first time after a person has sent it: the stock becomes no newer', async () => {
  const { vendorId, states } = await vendor('HTTPS');
  serverSends(csv(6));
  await appliedByHand(vendorId, csv(6));
  const sentAt = await lastFeedAt(vendorId);
  await nextMorning();
  expect(await states()).toEqual(['APPLIED', 'APPLIED']);
  expect(await lastFeedAt(vendorId)).toBe(sentAt);
});

test('after a person has applied another, for which the stock becomes no newer', async () => {
  // Given the schedule's file, and another that a person has applied since
  const { vendorId, states } = await withDiscounts();
  const discounted = 'S,W,H,K,Q,P\n1,1.01,RD,D,IF,-35';
  await listed(-30, 1);
  serverSends(discounted);
  await work();
  clock.advance(3_600_000);
  await appliedByHand(vendorId, discounted.replace('-35', '-36'));
  const sentAt = await lastFeedAt(vendorId);
  // When the schedule reads its file again, as another price list is in force
  await listed(1, 1.1);
  await nextMorning();
  expect([await states(), await lastEvent(vendorId, 1)]).toEqual([
    ['APPLIED', 'APPLIED', 'APPLIED'],
    'StoneRepriced',
  ]);
  // Then the vendor has sent nothing newer
  expect(await lastFeedAt(vendorId)).toBe(sentAt);
});

test('as additions, of a vendor that is marked since: the stock becomes no newer', async () => {
  // Given a full feed, and additions of which one is held
  const { vendorId, states, source } = await vendor('HTTPS');
  serverSends(csv(6));
  await work();
  await moved(vendorId, 'MEMO', [1]);
  const { place, schedule, nextAt } = await source();
  const changed = { changedAt: clock.now(), changedBy: 'admin' };
  await saveSource(context.db, { vendorId, place, kind: 'ADDITIONS', schedule, nextAt, ...changed });
  serverSends(csv(2, 5500));
  await nextMorning();
  const sentAt = await lastFeedAt(vendorId);
  // When it is marked 'additions only', and the held stone has come back
  const marking = { commandId: `marked since ${vendorId}`, actor: ACTOR };
  await vendorCommands.changeSettings(context, marking, vendorId, { changes: { additionsOnly: true } });
  await moved(vendorId, 'RETURN_MEMO', [1]);
  await nextMorning();
  // Then its file is applied again, and is as old as it was
  expect([await states(), await lastEvent(vendorId, 1)]).toEqual([
    ['APPLIED', 'APPLIED', 'APPLIED'],
    'StoneRepriced',
  ]);
  expect(await lastFeedAt(vendorId)).toBe(sentAt);
});

test('by a mapping that is right at last, which makes the stock current: it was never applied before', async () => {
  const { vendorId, states } = await vendor('HTTPS');
  const mapped = (what: string, columns: Readonly<Record<string, FeedColumn['attribute']>>) =>
    vendorCommands.mapColumns(context, { commandId: `${what}-${vendorId}`, actor: ACTOR }, vendorId, {
      columns: Object.entries(columns).map(([heading, attribute]) => ({ heading, attribute })),
    });
  await mapped('wrong', { ...COLUMNS, G: 'group' });
  serverSends(csv(6));
  await work();
  await mapped('right', COLUMNS);
  await nextMorning();
  expect(await states()).toEqual(['FAILED', 'APPLIED']);
  expect(await lastFeedAt(vendorId)).toBe(clock.now().toISOString());
});

test('not when an earlier version has read it as additions, which the hash of that time did not say', async () => {
  const { vendorId, states, source } = await vendor('HTTPS');
  const marked = async (additionsOnly: boolean): Promise<void> => {
    const command = { commandId: `marked-${additionsOnly}`, actor: ACTOR };
    await vendorCommands.changeSettings(context, command, vendorId, { changes: { additionsOnly } });
  };
  await marked(true);
  serverSends(csv(6));
  await work();
  const { runId, kind } = await source();
  const { fileId } = (await findRun(context.db, runId!))!;
  const { columns, conventions } = await currentVendor(context, vendorId);
  const readHash = hashBody({ fileId, kind, columns, conventions });
  await sql`update vitrine.feed_source set read_hash = ${readHash} where vendor_id = ${vendorId}`.execute(
    context.db,
  );
  await takeBackFeedRun(context, runId!, ACTOR);
  await workOffRuns(context, runId!);
  await nextMorning();
  expect([await states(), (await source()).outcome]).toEqual([['TAKEN_BACK'], 'SAME']);
  await marked(false);
  await nextMorning();
  expect(await states()).toEqual(['TAKEN_BACK', 'APPLIED']);
});

test("when the vendor is no longer marked 'additions only', for what it lacks", async () => {
  const { vendorId, states } = await vendor('HTTPS');
  const marked = async (additionsOnly: boolean): Promise<void> => {
    const command = { commandId: `additions-${additionsOnly}`, actor: ACTOR };
    await vendorCommands.changeSettings(context, command, vendorId, { changes: { additionsOnly } });
  };
  serverSends(csv(6));
  await work();
  await marked(true);
  serverSends(csv(5));
  await nextMorning();
  await nextMorning();
  expect([await states(), await lastEvent(vendorId, 6)]).toEqual([['APPLIED', 'APPLIED'], 'StoneListed']);
  await marked(false);
  await nextMorning();
  expect(await lastEvent(vendorId, 6)).toBe('StoneWithdrawn');
  await nextMorning();
  expect(await states()).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
});
