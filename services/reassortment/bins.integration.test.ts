import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BinReply } from '#contracts/api/reassortment.ts';
import { customerCommands } from '#services/customers/index.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { reassortmentCommands, recordIdeal, type ReassortmentContext } from './handlers.ts';
import { aBin, aStone, BIN, LARGE_BIN, reassortedCustomer } from './testing/reassorted-customer.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bins-'));
const command = (commandId: string) =>
  ({ commandId, actor: { username: 'admin', role: 'administrator' } }) as const;
let vitrine: SmallVitrine;
let context: ReassortmentContext;
beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_DATA: folder });
  context = { ...vitrine.context, files: openFileStore({ dataFolder: folder, filesUrl: undefined }) };
  await vitrine.listStone('L-1', { weight: 350, clarity: 'VS2', shapeCode: 'RD', certNo: '900' }, 100_000);
  await vitrine.listStone('L-2', { weight: 310, clarity: 'SI1', shapeCode: 'RD' }, 100_000);
});
afterAll(async () => {
  await vitrine?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a jeweller’s bins show what lies in each, and what of it is held from us', async () => {
  await vitrine.listStone('L-3', { weight: 390, clarity: 'VS1', shapeCode: 'RD', certNo: '901' }, 100_000);
  await vitrine.document('MEMO', 'L-3');
  await vitrine.shown();
  const templateId = await reassortedCustomer(context, 7, [
    aStone('J-1', '1', { quantity: 2 }),
    aStone('J-2', '1', { certNo: '901', priceCents: 150_000 }),
    aStone('J-3', '1', { stone: { shape: 'RD', weight: 400, clarity: 'VS1' } }),
    aStone('J-4', '2', { stone: { shape: 'RD', weight: 310, clarity: 'SI1' } }),
    aStone('J-5', '1', { quantity: 2, soldDate: '2020-03-05' }),
  ]);
  const rep = await vitrine.as('rep', { customer: '7' });
  const bins = (await rep.post(`/reassortment/comparedialogideal/${templateId}`)).json as BinReply[];
  expect(bins.map(({ storeName, binSpec, current }) => [storeName, binSpec, current.quantity])).toEqual([
    ['Main Street', BIN, 3],
    ['Harbour', BIN, 0],
    ['Main Street', LARGE_BIN, 0],
  ]);
  expect(bins[0]).toMatchObject({
    current: { quantity: 3, weight: 0.93, value: 3500 },
    deployed: { quantity: 1, weight: 0.31, value: 1500 },
    stones: [
      { customerStoneId: 'J-1', parcelName: null, weight: 0.31, price: 1000 },
      { customerStoneId: 'J-1' },
      { customerStoneId: 'J-2', parcelName: 'L-3', certNo: '901' },
    ],
  });
  expect((await rep.post('/reassortment/getbins', { templateId })).json).toEqual(bins);
  // On its way back it is held from us until it is received.
  await (await vitrine.as('alder')).post('/inventory/return', { parcelNames: ['L-3'], remarks: '' });
  await vitrine.shown();
  expect((await rep.post('/reassortment/getbins', { templateId })).json).toEqual(bins);
  // The stone held from us is in the store of the row with its certificate; sold pieces of its own count too.
  const [first, harbour] = bins.map(({ history }) => history);
  expect(first!.at(-1)).toMatchObject({ qtyNew: 1, qtySold: 0, qtyReturned: 0 });
  expect(first![1]).toEqual({
    dateRange: { minimum: '2020-01-01' },
    qtyAverage: 0,
    qtyNew: 0,
    qtySold: 2,
    qtyReturned: 0,
  });
  expect(harbour!.every(({ qtyNew, qtySold }) => qtyNew + qtySold === 0)).toBe(true);
});

test('the house’s bins show its live inventory', async () => {
  await customerCommands.register(context, command('house'), 1, { identity: { name: 'The house' } });
  await reassortmentCommands.setStores(context, command('house stores'), 1, {
    stores: [
      { storeId: 'V', storeName: 'Vault' },
      { storeId: 'W', storeName: 'Window' },
    ],
  });
  const ideal = { idealInventoryName: 'House', templateString: '{shape} | {weight} | {clarity}' };
  const bin = aBin('V', [300, 390], [1, 2, 3]);
  const { templateId } = await recordIdeal(context, command('house ideal'), 1, {
    ...ideal,
    bins: [bin],
    file: Buffer.from(''),
  });
  await vitrine.shown();
  const admin = await vitrine.as('admin', { customer: '1' });
  const shown = (await admin.post(`/reassortment/comparedialogideal/${templateId}`)).json as BinReply[];
  expect(shown).toMatchObject([
    { binSpec: BIN, current: { quantity: 1, weight: 0.35, value: 1000 }, stones: [{ parcelName: 'L-1' }] },
  ]);
  // Its own stock is deployed nowhere.
  expect(shown[0]).not.toHaveProperty('deployed');
  expect(await admin.post('/api/reassortment/plans', { templateId })).toMatchObject({
    status: 422,
    json: { code: 'HOUSE_STOCK' },
  });
  const several = recordIdeal(context, command('house ideal 2'), 1, {
    ...ideal,
    bins: [bin, { ...bin, storeId: 'W' }],
    file: Buffer.from(''),
  });
  await expect(several).rejects.toMatchObject({ status: 422, code: 'SEVERAL_STORES' });
});

test('administrators give bins other quantities, reps lock stones', async () => {
  const templateId = await reassortedCustomer(context, 8, [aStone('J-1', '1')]);
  const admin = await vitrine.as('admin', { customer: '8' });
  const rep = await vitrine.as('rep', { customer: '8' });
  const bins = `/api/reassortment/templates/${templateId}/bins`;
  const change = { storeId: '1', binSpec: BIN, maxQty: 4, targetValue: 2500.5 };
  expect((await admin.post(bins, { bins: [change] })).json).toMatchObject([
    { storeId: '1', minQty: 0, targetQty: 1, maxQty: 4, targetValue: 2500.5 },
    { storeId: '2', maxQty: 2, targetValue: null },
    {},
  ]);
  expect((await rep.post(bins, { bins: [change] })).status).toBe(403);
  expect((await admin.post(bins, { bins: [{ ...change, targetValue: 1.005 }] })).json).toMatchObject({
    field: 'bins.0.targetValue',
  });
  // What a colleague changed since it was seen is not saved over; what another cell was does not matter.
  const again = (seen: object, more: object = { maxQty: 5 }) =>
    admin.post(bins, { bins: [{ storeId: '1', binSpec: BIN, ...more, seen }] });
  expect(await again({ maxQty: 2 })).toMatchObject({ status: 409, json: { code: 'CHANGED_MEANWHILE' } });
  expect((await again({ targetValue: 0 }, { targetValue: 3000 })).status).toBe(409);
  expect((await again({ maxQty: 4 })).json).toMatchObject([{ maxQty: 5, targetValue: 2500.5 }, {}, {}]);
  expect((await again({ maxQty: 4 })).status).toBe(200);
  // So is what cannot stand beside it, which its author has not seen either.
  const beside = { minQty: 0, targetQty: 1, maxQty: 9 };
  expect(await again(beside, { targetQty: 7 })).toMatchObject({
    status: 409,
    json: { code: 'CHANGED_MEANWHILE' },
  });
  const locks = `/api/reassortment/templates/${templateId}/locks`;
  expect((await rep.post(locks, { customerStoneIds: ['J-1'], locked: true })).json).toMatchObject({
    locked: ['J-1'],
  });
  expect((await rep.post(locks, { customerStoneIds: ['J-9'], locked: true })).json).toMatchObject({
    code: 'UNKNOWN_STONE',
    field: 'customerStoneIds.0',
  });
  const templates = (await rep.post('/reassortment/getbintemplates')).json;
  expect(templates).toMatchObject([{ id: templateId, locked: ['J-1'] }]);
});
