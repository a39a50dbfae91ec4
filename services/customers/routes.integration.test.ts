import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import type { Customer } from '#contracts/api/customers.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.listStone('S1');
  await vitrine.document('MEMO', 'S1', 7, '2026-01-10');
  await vitrine.shown();
});
afterAll(() => vitrine.close());

const customers = async (username: string, query: Record<string, unknown> = {}) => {
  const user = await vitrine.as(username);
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  );
  return user.get(`/api/customers?${parameters.toString()}`);
};
const names = (reply: { json: unknown }): string[] => (reply.json as Customer[]).map(({ name }) => name);

test('an administrator sees every customer with its holding and its terms', async () => {
  const reply = await customers('admin');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-range')).toBe('customers 0-2/3');
  expect(names(reply)).toEqual(['Alder & Sons', 'Birch Jewelers', 'Cedar Gems']);
  expect((reply.json as CustomerResource[])[0]).toMatchObject({
    id: 7,
    customerId: 7,
    maxInventory: 50_000,
    currentlyHolding: 9_800,
    firstAction: '2026-01-10',
    giaRoundDiscount: 2,
    accountCodes: [{ dxInstance: 'VITRINE', accountCode: '07-01-0001', docType: 'INVOICE,MEMO' }],
  });
});

test('a rep sees limits and holding, no terms', async () => {
  const [alder] = (await customers('rep')).json as CustomerResource[];
  expect(alder).toMatchObject({ maxInventory: 50_000, currentlyHolding: 9_800 });
  for (const hidden of ['giaRoundDiscount', 'feeRate', 'accountCodes'])
    expect(alder).not.toHaveProperty(hidden);
});

test('sorted, cut and filtered as the back office asks', async () => {
  expect(names(await customers('admin', { sort: ['name', 'DESC'], range: [0, 1] }))).toEqual([
    'Cedar Gems',
    'Birch Jewelers',
  ]);
  expect(names(await customers('admin', { filter: { q: 'birch' } }))).toEqual(['Birch Jewelers']);
  expect(names(await customers('admin', { filter: { id: [9, 7] } }))).toEqual(['Alder & Sons', 'Cedar Gems']);
  expect(await customers('admin', { sort: ['secret', 'ASC'] })).toMatchObject({
    status: 400,
    json: { field: 'sort' },
  });
  expect(await customers('admin', { filter: { secret: 1 } })).toMatchObject({
    status: 400,
    json: { field: 'filter' },
  });
});

test('one customer, and one there is not', async () => {
  const admin = await vitrine.as('admin');
  expect(await admin.get('/api/customers/8')).toMatchObject({
    status: 200,
    json: { id: 8, name: 'Birch Jewelers', currentlyHolding: 0 },
  });
  expect(await admin.get('/api/customers/99')).toMatchObject({
    status: 404,
    json: { message: 'There is no customer 99.' },
  });
  expect((await admin.get('/api/customers/zero')).status).toBe(400);
});

test('all customers for the selector of staff only', async () => {
  const rep = await vitrine.as('rep');
  expect(names(await rep.post('/admin/allcustomers'))).toEqual([
    'Alder & Sons',
    'Birch Jewelers',
    'Cedar Gems',
  ]);
  const jeweller = await vitrine.as('alder');
  expect((await jeweller.post('/admin/allcustomers')).status).toBe(403);
  expect((await jeweller.get('/api/customers')).status).toBe(403);
  expect((await vitrine.call('/admin/allcustomers', undefined)).status).toBe(401);
});
