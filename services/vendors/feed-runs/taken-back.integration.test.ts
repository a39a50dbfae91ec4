import { afterAll, beforeAll, expect, test } from 'vitest';
import { csv, line, stock, startFeedWorld, type FeedWorld } from './testing/over-the-wire.ts';

const patiently = { timeout: 60_000, interval: 100 };

/** What a feed taken back does not bring back (rule: Accept and reject; rule: Classifying rows). */
let world: FeedWorld;
let vitrine: FeedWorld['vitrine'];
let vendor: FeedWorld['vendor'];
beforeAll(async () => {
  world = await startFeedWorld();
  ({ vitrine, vendor } = world);
});
afterAll(() => world.close());

const certified = (stock: string, certNo: string, price = 5000) => line(stock, price, `GIA,${certNo}`);

test('a stone rejected after a feed stays withdrawn when the feed is taken back, repriced or gone as it was', async () => {
  const { read, judge, takeBack, events } = await vendor();
  await read(csv(...stock(10)));
  const run = await read(csv(line(1, 5100), ...stock(8).slice(1)));
  await judge(['1', '9'].map((vendorStockId) => ({ vendorStockId, blackList: true })));
  await expect.poll(async () => (await events(1)).at(-1), patiently).toBe('StoneWithdrawn');
  await takeBack(run.id);
  expect(await events(1)).toEqual(['StoneListed', 'StoneRepriced', 'StoneWithdrawn', 'StoneRepriced']);
  expect(await events(9)).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await events(10)).toEqual(['StoneListed', 'StoneWithdrawn', 'StoneReinstated']);
});

test('a stone whose certificate another vendor has meanwhile stays withdrawn when the feed is taken back', async () => {
  const [one, two] = [await vendor(), await vendor()];
  const kept = stock(8);
  await one.read(csv(...kept, certified('C', '2141234611'), certified('D', '2141234612')));
  const run = await one.read(csv(...kept, certified('C', '2141234611', 5100)));
  expect(await one.events('D')).toEqual(['StoneListed', 'StoneWithdrawn']);
  await vitrine.shown();
  const preferred = await two.classify(csv(certified('C', '2141234611'), certified('D', '2141234612')));
  expect(preferred.counts).toMatchObject({ WAITING: 1, NEW: 1 });
  await two.judge([{ vendorStockId: 'C', whiteList: true }]);
  await two.apply(preferred.id);
  await one.takeBack(run.id);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneRepriced', 'StoneWithdrawn', 'StoneRepriced']);
  expect(await one.events('D')).toEqual(['StoneListed', 'StoneWithdrawn']);
});

test('a stone that gave way does not come back beside that of a third vendor', async () => {
  const [one, two, three] = [await vendor(), await vendor(), await vendor()];
  await one.read(csv(certified('C', '2141234613')));
  const prefer = async ({ classify, judge, apply }: typeof one) => {
    await vitrine.shown();
    const run = await classify(csv(certified('C', '2141234613')));
    await judge([{ vendorStockId: 'C', whiteList: true }]);
    return apply(run.id);
  };
  const second = await prefer(two);
  await prefer(three);
  expect(await two.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
  await vitrine.shown();
  await two.takeBack(second.id);
  expect(await one.events('C')).toEqual(['StoneListed', 'StoneWithdrawn']);
  expect(await three.events('C')).toEqual(['StoneListed']);
});

test('a stone that a customer has taken since is left alone when the feed is taken back', async () => {
  const { read, takeBack, events, name } = await vendor();
  await read(csv(...stock(3)));
  const run = await read(csv(line(1, 5100), ...stock(3).slice(1)));
  await vitrine.document('MEMO', name(1), 7);
  await takeBack(run.id);
  expect(await events(1)).toEqual(['StoneListed', 'StoneRepriced', 'DocumentReceived']);
});
