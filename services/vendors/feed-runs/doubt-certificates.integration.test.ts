import { afterAll, beforeAll, expect, test } from 'vitest';
import { csv, line, startFeedWorld, stock, type FeedWorld } from './testing/over-the-wire.ts';

const patiently = { timeout: 60_000, interval: 100 };

/** The same certificate in the files of two vendors that are classified before either is applied (rule: Classifying rows). */
let world: FeedWorld;
let vendor: FeedWorld['vendor'];
beforeAll(async () => {
  world = await startFeedWorld();
  ({ vendor } = world);
});
afterAll(() => world.close());

const certified = (stock: string, certNo: string, price = 5000) => line(stock, price, `GIA,${certNo}`);

test('of two runs that were classified before either was applied, the second waits with what the first listed', async () => {
  const [one, two] = [await vendor(), await vendor()];
  const first = await one.classify(csv(line(1), certified('C', '2141234601')));
  const second = await two.classify(csv(line(1), certified('C', '2141234601'), certified('D', '2141234602')));
  expect([first.counts, second.counts]).toMatchObject([{ NEW: 2 }, { NEW: 3 }]);
  // At once, so that the read model has no time to follow.
  await one.apply(first.id);
  expect((await two.apply(second.id)).counts).toMatchObject({ NEW: 2, WAITING: 1 });
  expect(await two.rows(second.id, { class: 'WAITING' })).toMatchObject([
    {
      vendorStockId: 'C',
      outcome: 'WAITING',
      problems: [{ row: 3, message: expect.stringContaining(`has the certificate of ${one.name('C')}`) }],
    },
  ]);
  expect(await two.events('C')).toEqual([]);
  expect(await two.events('D')).toEqual(['StoneListed']);

  await two.judge([{ vendorStockId: 'C', whiteList: true }]);
  await expect.poll(() => two.events('C'), patiently).toEqual(['StoneListed']);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
  // What was preferred then comes back when the run is taken back.
  await two.takeBack(second.id);
  expect((await one.events('C')).at(-1)).toBe('StoneReinstated');
});

test('a person who let a row pass for its price is asked again for a certificate that was listed since', async () => {
  const [one, two] = [await vendor(), await vendor()];
  await one.read(csv(line(1), certified('C', '2141234603', 1000)));
  const dear = await one.classify(csv(line(1), certified('C', '2141234604', 3500)));
  expect(dear.counts).toMatchObject({ WAITING: 1 });
  await one.judge([{ vendorStockId: 'C', whiteList: true }]);
  await two.read(csv(certified('C', '2141234604')));
  await one.apply(dear.id, ['PRICES']);
  expect(await one.rows(dear.id, { class: 'WAITING' })).toMatchObject([
    { outcome: 'WAITING', problems: [{}, { message: expect.stringContaining(two.name('C')) }] },
  ]);
  expect(await two.events('C')).toEqual(['StoneListed']);
});

test('a stone that gave way after the file was classified stays so, and one listed there already is still repriced', async () => {
  const [one, two] = [await vendor(), await vendor()];
  await one.read(csv(certified('C', '2141234605'), certified('D', '2141234606')));
  await world.vitrine.shown();
  const run = await one.classify(csv(certified('C', '2141234605', 5100), certified('D', '2141234606', 5100)));
  expect(run.counts).toMatchObject({ CHANGED: 2 });
  const preferred = await two.classify(csv(certified('C', '2141234605')));
  await two.judge([{ vendorStockId: 'C', whiteList: true }]);
  await two.apply(preferred.id);
  await one.apply(run.id);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await one.events('D')).toEqual(['StoneListed', 'StoneRepriced']);
});

test('stones that were not to be listed, and are when the run is applied, wait with a certificate of another vendor too', async () => {
  const [one, two] = [await vendor(), await vendor({ autoWhitelist: false })];
  await one.read(csv(certified('C', '2141234607')));
  await world.vitrine.shown();
  const offers = [certified('C', '2141234607'), certified('D', '2141234608'), certified('E', '2141234609')];
  const run = await two.classify(csv(...offers));
  expect(run.counts).toMatchObject({ UNLISTED: 3 });
  await one.read(csv(certified('C', '2141234607'), certified('D', '2141234608')));
  const edit = { vendorId: two.vendorId, autoWhitelist: true };
  expect((await world.admin.post('/vendor/edit', edit, { method: 'PUT' })).status).toBe(200);
  await two.apply(run.id);
  expect(await Promise.all(['C', 'D', 'E'].map((stock) => two.events(stock)))).toEqual([
    [],
    [],
    ['StoneListed'],
  ]);
});

test('an acceptance after the run takes no certificate that another vendor has listed since, before a person is asked', async () => {
  const [one, two] = [await vendor(), await vendor({ autoWhitelist: false })];
  const run = await two.read(csv(certified('C', '2141234621')));
  expect(run.counts).toMatchObject({ UNLISTED: 1 });
  await one.read(csv(certified('C', '2141234621')));
  const accept = () => two.judge([{ vendorStockId: 'C', whiteList: true }]);
  await accept();
  await expect
    .poll(() => two.rows(run.id, { class: 'WAITING' }), patiently)
    .toMatchObject([
      { outcome: 'WAITING', problems: [{ row: 2, message: expect.stringContaining(one.name('C')) }] },
    ]);
  expect((await world.admin.get(`/api/feed-runs/${run.id}`)).json).toMatchObject({
    counts: { UNLISTED: 0, WAITING: 1 },
  });
  expect([await one.events('C'), await two.events('C')]).toEqual([['StoneListed'], []]);

  await accept();
  await expect.poll(() => two.events('C'), patiently).toEqual(['StoneListed']);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('a yes to a price, given after the run, is none to a certificate that another vendor has listed since', async () => {
  const [one, two] = [await vendor(), await vendor()];
  await one.read(csv(...stock(4, 1000), certified('C', '2141234622', 1000)));
  const run = await one.read(csv(...stock(4, 1000), certified('C', '2141234623', 3500)));
  expect(run.counts).toMatchObject({ WAITING: 1 });
  await two.read(csv(certified('C', '2141234623')));
  await one.judge([{ vendorStockId: 'C', whiteList: true }]);
  await expect
    .poll(() => one.rows(run.id, { class: 'WAITING' }), patiently)
    .toMatchObject([{ problems: [{}, { message: expect.stringContaining(two.name('C')) }] }]);
  expect([await one.events('C'), await two.events('C')]).toEqual([['StoneListed'], ['StoneListed']]);
});
