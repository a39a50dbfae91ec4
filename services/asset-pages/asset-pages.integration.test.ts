import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ensureDemoAssetPages } from './index.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const DEMO = [
  { path: '/our-model.html', title: 'How it works' },
  { path: '/our-diamonds.html', title: 'Our diamonds' },
];
const pages = async (who: string) => (await vitrine.as(who)).post('/admin/getassetpages');

test('every signed-in user sees the asset pages, in their order', async () => {
  expect((await vitrine.call('/admin/getassetpages', undefined)).status).toBe(401);
  expect((await pages('alder')).json).toEqual([]);
  await ensureDemoAssetPages(vitrine.context.db);
  await ensureDemoAssetPages(vitrine.context.db);
  for (const who of ['alder', 'alder-none', 'cedar', 'rep', 'admin']) {
    const { status, json } = await pages(who);
    expect([status, json]).toEqual([200, DEMO]);
  }
});

test('pages of the house’s own stay alone', async () => {
  await vitrine.pool.query(
    "delete from vitrine.asset_page; insert into vitrine.asset_page values ('/b', 'B', 2), ('/a', 'A', 2), ('/c', 'C', 1)",
  );
  await ensureDemoAssetPages(vitrine.context.db);
  expect((await pages('alder')).json).toEqual(
    ['c', 'a', 'b'].map((name) => ({ path: `/${name}`, title: name.toUpperCase() })),
  );
});
