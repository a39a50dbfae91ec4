import { afterAll, beforeAll, expect, test } from 'vitest';
import { whileBehind } from '#tests/support/behind-the-log.ts';
import { listStone } from '#tests/support/small-world.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { aStone } from './testing/a-stone.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  // How long an answer waits for what is held back here.
  vitrine = await startSmallVitrine({ VITRINE_FRESH_WITHIN_MS: '3000' });
});
afterAll(() => vitrine.close());

test('details answered after a correction are marked where they do not show it yet (rule: Read your own writes)', async () => {
  const name = await aStone(vitrine);
  await (await vitrine.as('alder')).post('/inventory/request_stones', { parcelNames: [name] });
  await vitrine.shown();
  const admin = await vitrine.as('admin', { customer: '7' });
  const undo = { parcelName: name, action: 'REQUEST', remarks: 'wrong stone' };
  const headers = { 'idempotency-key': 'undo-behind' };
  const undone = await whileBehind(vitrine, 'read.parcel', () =>
    admin.post('/inventory/undo', undo, { headers }),
  );
  expect([undone.status, undone.headers.get('x-stale')]).toEqual([200, 'true']);
  await vitrine.shown();
  const again = await admin.post('/inventory/undo', undo, { headers });
  expect(again).toMatchObject({ status: 200, json: { status: 'AVAILABLE' } });
  expect(again.headers.get('x-stale')).toBeNull();
});

test('a stone that is not in the read model yet is not refused as unknown', async () => {
  const alder = await vitrine.as('alder');
  const cart = () => alder.post('/inventory/cart_stones', { parcelNames: ['NEW-1'] });
  const refused = await whileBehind(vitrine, 'read.parcel', async () => {
    await listStone(vitrine.context, 'NEW-1');
    return cart();
  });
  expect(refused).toMatchObject({
    status: 402,
    json: { message: 'Please try again in a moment.', code: 'READ_MODEL_BEHIND' },
  });
  await vitrine.shown();
  expect((await cart()).status).toBe(200);
});
