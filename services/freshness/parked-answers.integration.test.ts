import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine?.close());

/** An event that no read model can apply. */
async function breakStone(parcelName: string): Promise<void> {
  const stream = `stone-${parcelName}`;
  const { events } = vitrine.context;
  let revision = 0n;
  for await (const event of events.readStream(stream, { direction: 'backwards', maxCount: 1 }))
    revision = event.revision;
  const metadata = {
    recordedAt: new Date().toISOString(),
    actor: { username: 'feed', role: 'system' },
    commandId: randomUUID(),
    version: 1,
  };
  await events.append(stream, revision, [
    { id: randomUUID(), type: 'StoneRepriced', data: { costCents: 'broken' }, metadata },
  ]);
}

test('one parked stone makes stale what it is part of, nothing else, and is logged when it is parked', async () => {
  for (const name of ['S-1', 'S-2']) await vitrine.listStone(name);
  const [alder, birch] = [await vitrine.as('alder'), await vitrine.as('birch')];
  expect((await alder.post('/inventory/request_stones', { parcelNames: ['S-1'] })).status).toBe(200);
  await vitrine.shown();
  await breakStone('S-1');
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

  await breakStone('S-2');
  await expect.poll(() => stale(birch, '/inventory/available'), { timeout: 30_000 }).toBe('true');
  expect(await stale(birch, '/inventory/customer')).toBe(null);
  expect(await stale(birch, '/labgrown/available')).toBe(null);
});
