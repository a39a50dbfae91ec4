import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowGroups } from './row-store.ts';
import { csv, line, stock, startFeedWorld, type FeedWorld } from './testing/over-the-wire.ts';

const patiently = { timeout: 60_000, interval: 100 };

/** Rows that wait for a person, and what people accept and reject (rule: Classifying rows; rule: Accept and reject). */
let world: FeedWorld;
let vitrine: FeedWorld['vitrine'];
let vendor: FeedWorld['vendor'];
beforeAll(async () => {
  world = await startFeedWorld();
  ({ vitrine, vendor } = world);
});
afterAll(() => world.close());

test('a re-used number, a certificate of another vendor and a price far off wait; accepted they apply', async () => {
  const [one, two] = [await vendor(), await vendor()];
  await one.read(csv(...stock(8), line('C', 5000, 'GIA,2141234567')));
  await vitrine.shown();
  await two.read(csv(...stock(8)));
  const text = csv(
    '1,0.70,OV,G,VS1,5000,GIA,',
    line(2, 15_001),
    ...stock(8).slice(2),
    line('C', 4900, 'GIA,2141234567'),
  );
  const run = await two.classify(text);
  expect(run.counts).toMatchObject({ WAITING: 3, UNCHANGED: 6 });
  const waiting = await two.rows(run.id, { class: 'WAITING' });
  expect(waiting.map(({ vendorStockId, problems }) => [vendorStockId, problems.length])).toEqual([
    ['1', 2],
    ['2', 1],
    ['C', 1],
  ]);
  await two.judge([{ vendorStockId: 'C', whiteList: true }]);
  expect(waiting.map(({ outcome }) => outcome)).toEqual([null, null, null]);
  await two.apply(run.id);
  const applied = await two.rows(run.id, { class: 'WAITING' });
  expect(applied.map(({ vendorStockId, outcome }) => [vendorStockId, outcome])).toEqual([
    ['1', 'WAITING'],
    ['2', 'WAITING'],
    ['C', 'LISTED'],
  ]);
  expect(await two.events(1)).toEqual(['StoneListed']);
  expect(await two.events('C')).toEqual(['StoneListed']);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('a certificate of FM waits in each of its forms where another vendor has listed it without a laboratory', async () => {
  const [one, two] = [await vendor(), await vendor()];
  const long = (id: string): string => `12345678901-${id}`;
  await one.read(csv(line('L', 5000, `,${long('7654321')}`), line('S', 5000, ',7654322')));
  await vitrine.shown();
  const run = await two.classify(
    csv(line('A', 5000, 'FM,7654321'), line('B', 5000, `FM,${long('7654322')}`)),
  );
  expect(run.counts).toMatchObject({ WAITING: 2, NEW: 0 });
});

test('a stone that gave way to a certificate comes back with the run that is taken back, if its vendor has it', async () => {
  const [one, two] = [await vendor(), await vendor()];
  const kept = stock(8);
  await one.read(csv(...kept, line('C', 5000, 'GIA,2141234568'), line('D', 5000, 'GIA,2141234569')));
  await vitrine.shown();
  const run = await two.classify(
    csv(...kept, line('C', 4900, 'GIA,2141234568'), line('D', 4900, 'GIA,2141234569')),
  );
  await two.judge(['C', 'D'].map((vendorStockId) => ({ vendorStockId, whiteList: true })));
  await two.apply(run.id);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await one.events('D')).toEqual(['StoneListed', 'StoneWithdrawn']);
  await vitrine.shown();
  // Meanwhile the first vendor has sold D.
  await one.read(csv(...kept, line('C', 5000, 'GIA,2141234568')));
  await vitrine.shown();
  await two.takeBack(run.id);
  expect(await two.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);
  expect(await one.events('D')).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('what people accept and reject outlasts feeds, and counts at once', async () => {
  const { read, classify, apply, judge, rows, events } = await vendor({ autoWhitelist: false });
  const run = await classify(csv(...stock(3)));
  expect(run).toMatchObject({ counts: { UNLISTED: 3, NEW: 0 }, effect: { listed: 0 } });
  await judge([
    { vendorStockId: '1', whiteList: true, overrideTier: 'Reserve', comments: 'seen' },
    { vendorStockId: '3', blackList: true },
  ]);
  expect((await world.admin.get(`/api/feed-runs/${run.id}`)).json).toMatchObject({ effect: { listed: 1 } });
  expect(
    (await rows(run.id)).map(({ judgement, overrideTier, comments }) => [judgement, overrideTier, comments]),
  ).toEqual([
    ['ACCEPTED', 'Reserve', 'seen'],
    [null, null, ''],
    ['REJECTED', null, ''],
  ]);
  await apply(run.id);
  expect(await events(1)).toEqual(['StoneListed', 'StoneDescribed']);
  expect(await events(2)).toEqual([]);
  await judge([{ vendorStockId: '1', overrideTier: null }]);
  await expect.poll(() => events(1), patiently).toEqual(['StoneListed', 'StoneDescribed', 'StoneDescribed']);
  // A word on what was read already counts without another feed.
  await judge([{ vendorStockId: '2', whiteList: true }]);
  await expect.poll(() => events(2), patiently).toEqual(['StoneListed']);
  await judge([{ vendorStockId: '1', blackList: true }]);
  await expect.poll(async () => (await events(1)).at(-1), patiently).toBe('StoneWithdrawn');
  await read(csv(...stock(3)));
  expect((await events(1)).at(-1)).toBe('StoneWithdrawn');
  await judge([{ vendorStockId: '1', whiteList: true }]);
  await expect.poll(async () => (await events(1)).at(-1), patiently).toBe('StoneReinstated');
  // A blank status keeps the listing.
  await judge([{ vendorStockId: '1', comments: 'twice' }]);
  await read(csv(...stock(3)));
  expect((await events(1)).at(-1)).toBe('StoneReinstated');
});

test('what applying a run would do follows what people accept and reject until then', async () => {
  const { vendorId, read, classify, apply, judge } = await vendor();
  // Given a run that changes two stones, lists two, lacks one and has one in doubt
  await read(csv(...stock(8)));
  const lines = [line(1, 5100), line(2, 5100), line(3, 15_001), ...stock(7).slice(3), line('N'), line('M')];
  const run = await classify(csv(...lines));
  expect(run.counts).toMatchObject({ CHANGED: 2, NEW: 2, GONE: 1, WAITING: 1 });
  expect(run.effect).toEqual({ listed: 2, changed: 2, rejected: 0, missing: 1 });
  // When a changed and a new one are rejected, and the one in doubt is accepted
  await judge([
    { vendorStockId: '2', blackList: true },
    { vendorStockId: 'N', blackList: true },
    { vendorStockId: '3', whiteList: true },
  ]);
  // Then it would list one, change two and withdraw two; a comment alone changes nothing
  await judge([{ vendorStockId: '1', comments: 'seen' }]);
  const effect = async () => ((await world.admin.get(`/api/feed-runs/${run.id}`)).json as typeof run).effect;
  expect(await effect()).toEqual({ listed: 1, changed: 2, rejected: 1, missing: 1 });
  // Rows that fare alike are counted, not read one by one: the run may have half a million.
  const groups = await rowGroups(vitrine.context.db, run.id, ['NEW', 'CHANGED', 'GONE'], {});
  expect(groups.map((group) => [group.class, group.count]).sort()).toEqual([
    ['CHANGED', 2],
    ['GONE', 1],
    ['NEW', 2],
  ]);
  // The list of runs does not weigh each row of each run.
  const filter = encodeURIComponent(JSON.stringify({ vendorId }));
  const listed = (await world.admin.get(`/api/feed-runs?filter=${filter}`)).json as (typeof run)[];
  expect(listed.map((one) => one.effect)).toEqual([undefined, undefined]);
  expect((await apply(run.id)).effect).toBeUndefined();
});

test('a stone accepted after additions only is listed, though no full feed was ever read', async () => {
  const { classify, apply, judge, events } = await vendor({ autoWhitelist: false });
  const run = await classify(csv(...stock(2)), 'ADDITIONS');
  await apply(run.id);
  expect(await events(1)).toEqual([]);
  await judge([{ vendorStockId: '1', whiteList: true }]);
  await expect.poll(() => events(1), patiently).toEqual(['StoneListed']);
});

test('a row that waits is applied when its stone is accepted again after the run, once', async () => {
  const { read, classify, apply, judge, rows, events } = await vendor({ autoWhitelist: false });
  const accepted = stock(8, 1000).map((_, index) => ({ vendorStockId: `${index + 1}`, whiteList: true }));
  const first = await classify(csv(...stock(8, 1000)));
  await judge(accepted);
  await apply(first.id);
  const run = await read(csv(...stock(7, 1000), line(8, 3500)));
  const outcomes = async () => (await rows(run.id, { vendorStockId: '8' })).map(({ outcome }) => outcome);
  expect(await outcomes()).toEqual(['WAITING']);
  await judge([{ vendorStockId: '8', whiteList: true }]);
  await expect.poll(() => events(8), patiently).toEqual(['StoneListed', 'StoneRepriced']);
  await expect.poll(outcomes, patiently).toEqual(['CHANGED']);
  // It waits no longer, so that the same word again is nothing new.
  const head = await vitrine.context.events.headPosition();
  await judge(accepted);
  expect(await vitrine.context.events.headPosition()).toBe(head);
});
