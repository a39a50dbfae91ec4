import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakStone } from '#tests/support/break-stone.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine?.close());

test('one parked stone makes stale what it is part of, nothing else, and is logged when it is parked', async () => {
  for (const name of ['S-1', 'S-2']) await vitrine.listStone(name);
  const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
  expect((await alder.post('/inventory/request_stones', { parcelNames: ['S-1'] })).status).toBe(200);
  await vitrine.shown();
  await breakStone(vitrine, 'S-1');
  await expect
    .poll(() => vitrine.failures, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ projection: 'parcels', stream: 'stone-S-1' }));

  const stale = async (who: typeof alder, path: string, body?: object) =>
    (await who.post(path, body)).headers.get('x-stale');
  await expect.poll(() => stale(alder, '/inventory/customer'), { timeout: 30_000 }).toBe('true');
  expect(await stale(alder, '/login/customer', {})).toBe('true');
  expect(await stale(birch, '/inventory/details', { parcelName: 'S-1' })).toBe('true');
  for (const path of ['/inventory/customer', '/inventory/past', '/inventory/cart', '/inventory/available'])
    expect([path, await stale(birch, path)]).toEqual([path, null]);
  expect(await stale(birch, '/login/customer', {})).toBe(null);
  expect(await stale(birch, '/inventory/details', { parcelName: 'S-2' })).toBe(null);
  const admin = await vitrine.as('admin');
  const staleOf = async (path: string) => (await admin.get(path)).headers.get('x-stale');
  for (const path of ['/api/holdings?customerId=7', '/api/holdings/series?customerId=7', '/reports/vendor/1'])
    expect([path, await staleOf(path)]).toEqual([path, 'true']);
  for (const path of ['/api/holdings?customerId=8', '/api/holdings/series?customerId=8'])
    expect([path, await staleOf(path)]).toEqual([path, null]);

  await breakStone(vitrine, 'S-2');
  await expect.poll(() => stale(birch, '/inventory/available'), { timeout: 30_000 }).toBe('true');
  expect(await stale(birch, '/inventory/customer')).toBe(null);
  expect(await stale(birch, '/labgrown/available')).toBe(null);
});
