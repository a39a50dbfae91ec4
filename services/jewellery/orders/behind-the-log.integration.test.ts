import { afterAll, expect, test } from 'vitest';
import { whileBehind } from '#tests/support/behind-the-log.ts';
import { asked, startShop, times } from './testing/model-shop.ts';

// How long an answer waits for what is held back here.
const { vitrine, aModel } = await startShop({ VITRINE_FRESH_WITHIN_MS: '3000' });
afterAll(() => vitrine.close());

test('back orders are not refused as unknown while the read model does not have them yet', async () => {
  const [birch, { model }] = [await vitrine.as('birch'), await aModel(1)];
  let orderId = '';
  const cancelled = () => birch.post('/jewellery/cancel_back_order', { orderId });
  const refused = await whileBehind(vitrine, 'read.model_order', async () => {
    orderId = (await asked(birch, times(model, 3))).backOrdered[0]!.orderId;
    return cancelled();
  });
  expect(refused).toMatchObject({ status: 402, json: { code: 'READ_MODEL_BEHIND' } });
  await vitrine.shown();
  expect(await cancelled()).toMatchObject({ status: 200, json: { open: 0, cancelled: 2 } });
});
