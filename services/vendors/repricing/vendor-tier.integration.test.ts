import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vendorStream } from '#contracts/events/index.ts';
import type { Tier } from '#contracts/vocabulary/tiers.ts';
import { keepFeedFile } from '../feed/feed-files.ts';
import { readMapping } from '../feed/map-columns.ts';
import { ACTOR, feed, MAPPING, startFeedLog } from '../feed/testing/feed-log.ts';
import { newestOffers, setAside } from '../feed-runs/row-store.ts';
import { applyFeedRun } from '../feed-runs/apply-run.ts';
import { startFeedRun } from '../feed-runs/start-run.ts';
import { takeBackFeedRun } from '../feed-runs/take-back-run.ts';
import { lastAppliedRun } from '../feed-runs/run-store.ts';
import { feedRunContextOf, workOffRuns } from '../feed-runs/testing/feed-runs.ts';
import { vendorCommands } from '../handlers.ts';
import { judgeStock } from '../judgements/judge-stock.ts';
import { judgementReactor } from '../judgements/judgement-reactor.ts';
import { repricingReactor } from './repricing-reactor.ts';
import { retiering } from './retier-parcel.ts';

/** A vendor's new tier reaches its parcels (rule: Accept and reject). */
let world: Awaited<ReturnType<typeof startFeedLog>>;
let context: typeof world.context;
beforeAll(async () => {
  world = await startFeedLog();
  ({ context } = world);
});
afterAll(() => world.close());

const GROUPED = { ...MAPPING, G: 'group' };
/** A file of a stone for each group. */
const grouped = (...groups: string[]): string =>
  [
    'S,W,H,K,Q,P,A,G',
    ...groups.map((group, index) => `${index + 1},1.01,RD,G,VS1,5000,In stock,${group}`),
  ].join('\n');

/** A vendor with a tier whose changes are carried out by `follow`, over the stones 1 to 4. */
async function tieredVendor(options = {}) {
  const vendor = await world.vendor(undefined, options);
  const { vendorId, dxPrefix, streamOf } = vendor;
  const stones = ['1', '2', '3', '4'];
  async function follow(): Promise<void> {
    const { rows } = await sql<{ id: string; parcels: string[] | null }>`
      update vitrine.repricing set finished_at = now()
      where vendor_id = ${vendorId} and kind = 'TIERS' and finished_at is null
      returning id, parcels`.execute(world.database.db);
    for (const { id, parcels } of rows) {
      const names = parcels ?? stones.map((stone) => dxPrefix + stone);
      const retier = await retiering(context(), vendorId, id, names);
      for (const name of names) await retier(name);
    }
  }
  return {
    ...vendor,
    follow,
    async becomes(tier: Tier | null): Promise<void> {
      const command = { commandId: `tier-${randomUUID()}`, actor: ACTOR };
      await vendorCommands.changeSettings(context(), command, vendorId, { changes: { tier } });
      const event = (await world.history(vendorStream(vendorId))).at(-1)!;
      await repricingReactor(context(), 'head').react(event, new AbortController().signal);
    },
    async judge(given: { status?: 'ACCEPTED'; overrideTier?: Tier | null }): Promise<void> {
      const command = { commandId: `judge-${randomUUID()}`, actor: ACTOR };
      await judgeStock(context(), command, vendorId, [{ vendorStockId: '3', ...given }]);
      const event = (await world.history(`judgements-${vendorId}`)).at(-1)!;
      await judgementReactor(context(), 'head').react(event, new AbortController().signal);
    },
    async tiers(...of: string[]): Promise<unknown[]> {
      const newest = async (stone: string) =>
        (await streamOf(stone))
          .flatMap(({ data }) => (data as { attributes?: { tier?: string } }).attributes ?? [])
          .at(-1)?.tier;
      return Promise.all(of.map(newest));
    },
  };
}

test('it reaches the parcels without an override and without a group of the feed', async () => {
  const { read, becomes, judge, follow, tiers } = await tieredVendor();
  await becomes('Essentials');
  await read(grouped('', 'Reserve', ''), { mapping: GROUPED });
  await judge({ overrideTier: 'Unbound' });
  await follow();
  expect(await tiers('1', '2', '3')).toEqual(['Essentials', 'Reserve', 'Unbound']);
  await becomes('Kunming');
  await follow();
  expect(await tiers('1', '2', '3')).toEqual(['Kunming', 'Reserve', 'Unbound']);
  await judge({ overrideTier: null });
  await follow();
  expect(await tiers('3')).toEqual(['Kunming']);
  await becomes(null);
  await follow();
  expect(await tiers('1', '2', '3')).toEqual([undefined, 'Reserve', undefined]);
});

test('a stone that is accepted after it has the new one', async () => {
  const { read, becomes, judge, tiers } = await tieredVendor({ autoWhitelist: false });
  await becomes('Essentials');
  await read(grouped('', '', ''), { mapping: GROUPED });
  await becomes('Kunming');
  await judge({ status: 'ACCEPTED' });
  expect(await tiers('3')).toEqual(['Kunming']);
});

test('it reaches a stone that was accepted before it, also one whose row waited', async () => {
  const { read, becomes, judge, follow, tiers } = await tieredVendor({ autoWhitelist: false });
  await becomes('Reserve');
  const unlisted = await read(grouped('', '', ''), { mapping: GROUPED });
  await judge({ status: 'ACCEPTED' });
  await becomes('Kunming');
  await follow();
  expect([unlisted.counts.UNLISTED, await tiers('3')]).toEqual([3, ['Kunming']]);

  const waiting = await read(grouped('', '', '').replace('3,1.01', '3,1.05'), { mapping: GROUPED });
  await becomes('Unbound');
  await follow();
  expect([waiting.counts.WAITING, await tiers('3')]).toEqual([1, ['Kunming']]);
  await judge({ status: 'ACCEPTED' });
  await becomes('Essentials');
  await follow();
  expect(await tiers('3')).toEqual(['Essentials']);
});

test('it does not reach a stone that was accepted and is in doubt again', async () => {
  const { vendorId, read, becomes, judge, follow, tiers } = await tieredVendor({ autoWhitelist: false });
  await becomes('Reserve');
  await read(grouped('', '', ''), { mapping: GROUPED });
  await judge({ status: 'ACCEPTED' });
  const { db } = world.database;
  const [row] = await newestOffers(db, vendorId, ['3']);
  const problem = { row: 3, column: '', value: '', message: 'is listed by another vendor' };
  await setAside(db, row!.runId, [{ id: row!.id, outcome: row!.outcome, problem }], new Date());
  await becomes('Kunming');
  await follow();
  expect([row!.outcome, await tiers('3')]).toEqual(['listed', ['Reserve']]);
});

test('what a feed writes after it has the new one', async () => {
  const { read, becomes, follow, tiers } = await tieredVendor();
  await becomes('Essentials');
  const log = world.beforeParcels(async () => {
    await becomes('Kunming');
    await follow();
  });
  await read(feed('1,1.01,RD,G,VS1,5000,In stock'), { log });
  await follow();
  expect(await tiers('1')).toEqual(['Kunming']);
});

test('what is written after it is of the line that it was read with', async () => {
  const { vendorId, becomes, tiers } = await tieredVendor();
  const runs = feedRunContextOf(context());
  const fileId = await keepFeedFile(runs.files, Buffer.from(grouped('', 'Reserve')));
  const run = await startFeedRun(runs, {
    vendorId,
    fileId,
    fileName: 'stock.csv',
    source: 'UPLOAD',
    kind: 'FULL',
    actor: ACTOR,
    key: randomUUID(),
    mapping: readMapping(GROUPED),
  });
  await workOffRuns(runs, run.id);
  await becomes('Clarity');
  await applyFeedRun(runs, run.id, { actor: ACTOR, confirmed: [] });
  await workOffRuns(runs, run.id);
  expect(await tiers('1', '2')).toEqual([undefined, 'Reserve']);

  const accepted = await tieredVendor({ autoWhitelist: false });
  await accepted.read(grouped('', '', ''), { mapping: GROUPED });
  await accepted.becomes('Clarity');
  await accepted.judge({ status: 'ACCEPTED' });
  expect(await accepted.tiers('3')).toEqual([undefined]);
});

test('it reaches lab-grown stones that are of their line whatever their tier', async () => {
  const { read, becomes, follow, tiers } = await tieredVendor();
  await becomes('Essentials');
  const rows = [
    'S,W,H,K,Q,P,A,L,C',
    '1,1.01,RD,G,VS1,900,In stock,GIA-LG,71',
    '2,1.01,RD,G,VS1,900,,IGI,LG72',
  ];
  await read(rows.join('\n'), { mapping: { ...MAPPING, L: 'lab', C: 'certNo' } });
  for (const tier of ['Clarity', 'Reserve'] as const) {
    await becomes(tier);
    await follow();
    expect(await tiers('1', '2')).toEqual([tier, tier]);
  }
});

test('an override that is removed gives way to the group of the feed, also while its row waits', async () => {
  const { read, becomes, judge, follow, tiers } = await tieredVendor();
  await becomes('Essentials');
  await read(grouped('', '', 'Reserve'), { mapping: GROUPED });
  await judge({ overrideTier: 'Unbound' });
  await follow();
  const { counts } = await read(grouped('', '', 'Reserve').replace('3,1.01', '3,1.05'), { mapping: GROUPED });
  expect([counts.WAITING, await tiers('3')]).toEqual([1, ['Unbound']]);
  await judge({ overrideTier: null });
  await follow();
  expect(await tiers('3')).toEqual(['Reserve']);
});

test('a refused row says nothing of the tier', async () => {
  const { read, becomes, judge, follow, tiers } = await tieredVendor();
  await becomes('Essentials');
  const mapping = { ...GROUPED, L: 'lab' };
  const file = (lab: string, group: string): string => {
    const stone = (name: string, ...more: string[]) => [name, '1.01,RD,G,VS1,5000', '', ...more].join();
    return ['S,W,H,K,Q,P,A,G,L', stone('1', group, lab), stone('2', '', ''), stone('3', group, lab)].join(
      '\n',
    );
  };
  await read(file('GIA', 'Reserve'), { mapping });
  await judge({ overrideTier: 'Unbound' });
  await follow();
  // A natural stone cannot become a lab-grown one.
  const { counts } = await read(file('GIA-LG', 'Fairway'), { mapping });
  expect(counts.REFUSED).toBe(2);
  await becomes('Kunming');
  await judge({ overrideTier: null });
  await follow();
  expect(await tiers('1', '2', '3')).toEqual(['Reserve', 'Kunming', 'Kunming']);
});

test('a feed that is taken back does not bring the former one back', async () => {
  const { vendorId, read, becomes, follow, tiers } = await tieredVendor();
  await becomes('Essentials');
  await read(grouped('', ''), { mapping: GROUPED });
  await read(grouped('', 'Reserve'), { mapping: GROUPED });
  await becomes('Kunming');
  await follow();
  expect(await tiers('1', '2')).toEqual(['Kunming', 'Reserve']);
  const runs = feedRunContextOf(context());
  const { id } = (await lastAppliedRun(world.database.db, vendorId))!;
  await takeBackFeedRun(runs, id, ACTOR);
  await workOffRuns(runs, id);
  await follow();
  expect(await tiers('1', '2')).toEqual(['Kunming', 'Kunming']);
});
