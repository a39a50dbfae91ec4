import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import { whileBehind } from '#tests/support/behind-the-log.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_FRESH_WITHIN_MS: '500' });
});
afterAll(() => vitrine.close());

test('a customer that was created or changed is answered as it is, however far the read model is behind (rule: Read your own writes)', async () => {
  const admin = await vitrine.as('admin');
  const headers = { 'idempotency-key': 'new-under-load' };
  const create = () => admin.post('/admin/newcustomer', { name: 'Fir Gems', feeRate: 1.25 }, { headers });
  const created = await whileBehind(vitrine, 'read.customer', create);
  expect(created).toMatchObject({ status: 200, json: { name: 'Fir Gems', feeRate: 1.25, allowLogin: true } });
  const { customerId } = created.json as CustomerResource;

  const renamed = await whileBehind(vitrine, 'read.customer', () =>
    admin.post('/admin/updatecustomer', { customerId, name: 'Fir & Daughters' }),
  );
  expect(renamed).toMatchObject({ status: 200, json: { customerId, name: 'Fir & Daughters' } });
  expect(renamed.headers.get('x-stale')).toBeNull();

  // Repeated under its key it is the same customer, not a second one.
  expect((await create()).json).toMatchObject({ customerId });
  await vitrine.shown();
  const all = (await admin.post('/admin/allcustomers')).json as CustomerResource[];
  expect(all.filter(({ name }) => name.startsWith('Fir'))).toMatchObject([{ customerId }]);
});

test('retail markups are answered as they were set, with their version (rule: Read your own writes)', async () => {
  const admin = await vitrine.as('admin');
  const row = (markup: number) => ({
    type: 'weight',
    minWeight: 1,
    maxWeight: null,
    minValue: null,
    maxValue: null,
    productTypes: ['LOOSE'],
    markup,
  });
  const set = (markup: number, version?: string | null) =>
    admin.post('/admin/setmarkup', [row(markup)], {
      headers: { customer: '7', ...(version && { 'if-match': version }) },
    });
  const { first, second } = await whileBehind(vitrine, 'read.customer', async () => {
    const before = await set(40);
    return { first: before, second: await set(50, before.headers.get('etag')) };
  });
  expect(first).toMatchObject({ status: 200, json: [row(40)] });
  expect(second).toMatchObject({ status: 200, json: [row(50)] });
  await vitrine.shown();
  const read = await admin.post('/admin/getmarkup', undefined, { headers: { customer: '7' } });
  expect(read.json).toEqual([row(50)]);
  expect(read.headers.get('etag')).toBe(second.headers.get('etag'));
});

test('a name that another customer has is asked about, and may be meant (rule: Names of customers)', async () => {
  const admin = await vitrine.as('admin');
  const create = (more: object) => admin.post('/admin/newcustomer', { name: ' birch JEWELERS', ...more });
  expect(await create({})).toMatchObject({
    status: 402,
    json: { message: 'Customer 8 has this name already. Is this another one?', field: 'sameName' },
  });
  expect(await create({ sameName: true })).toMatchObject({ status: 200, json: { name: 'birch JEWELERS' } });

  const rename = (name: string, more: object = {}) =>
    admin.post('/admin/updatecustomer', { customerId: 7, name, ...more });
  const { json } = await admin.post('/admin/allcustomers');
  const { name: own } = (json as CustomerResource[]).find(({ customerId }) => customerId === 7)!;
  expect(await rename('BIRCH jewelers ')).toMatchObject({
    status: 402,
    json: { message: 'Customer 8 has this name already. Is this another one?', field: 'sameName' },
  });
  expect(await rename('BIRCH jewelers ', { sameName: true })).toMatchObject({ status: 200 });
  await vitrine.shown();
  // Its own name now: a save of its other fields asks nothing.
  expect(await rename('Birch Jewelers')).toMatchObject({ status: 200, json: { name: 'Birch Jewelers' } });
  expect((await rename(own)).status).toBe(200);
});
