import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BinTemplate } from '#contracts/api/reassortment.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { recordIdeal } from './handlers.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-reassortment-'));
let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_DATA: folder });
});
afterAll(async () => {
  await vitrine?.close();
  rmSync(folder, { recursive: true, force: true });
});

const stores = [
  { storeId: '1', storeName: 'Main Street' },
  { storeId: '2', storeName: 'Harbour' },
];

test('stores and maps are set whole by administrators, read by reps, and each customer’s own', async () => {
  const admin = await vitrine.as('admin', { customer: '7' });
  const rep = await vitrine.as('rep', { customer: '7' });
  const maps = [{ columnHeader: ' Wgt. ', customerStoneProperty: 'weight' }];
  expect((await admin.post('/reassortment/setstores', stores)).json).toEqual(stores);
  expect((await admin.post('/reassortment/setcolumnmaps', maps)).json).toEqual([
    { columnHeader: 'Wgt.', customerStoneProperty: 'weight' },
  ]);
  expect((await rep.post('/reassortment/getstores')).json).toEqual(stores);
  expect((await rep.post('/reassortment/setstores', [])).status).toBe(403);
  expect((await rep.post('/reassortment/getstores', undefined, { headers: { customer: '8' } })).json).toEqual(
    [],
  );
  expect(
    (await admin.post('/reassortment/setcolumnmaps', [{ ...maps[0], customerStoneProperty: 'size' }])).json,
  ).toMatchObject({ field: '0.customerStoneProperty' });
  expect((await admin.post('/reassortment/clearcolumnmaps')).json).toEqual([]);
  expect((await rep.post('/reassortment/getcolumnmaps')).json).toEqual([]);
});

test('of two administrators who set one list the second is refused, and can set it once it was read again', async () => {
  const admin = await vitrine.as('admin', { customer: '8' });
  const read = async (list: string) => (await admin.post(`/reassortment/get${list}`)).headers.get('etag')!;
  const setting = (list: string, rows: object[], version?: string) =>
    admin.post(`/reassortment/set${list}`, rows, version ? { headers: { 'if-match': version } } : {});
  const refused = { status: 402, json: { code: 'CHANGED_MEANWHILE' } };
  const before = await read('stores');
  expect(before).toBe('"0"');
  const first = await setting('stores', stores.slice(0, 1), before);
  expect(first.headers.get('etag')).toBe(await read('stores'));
  expect(await setting('stores', stores.slice(1), before)).toMatchObject(refused);
  expect((await admin.post('/reassortment/getstores')).json).toEqual(stores.slice(0, 1));
  expect((await setting('stores', stores, await read('stores'))).json).toEqual(stores);
  // Without a version it is set as it is.
  expect((await setting('stores', stores.slice(1))).json).toEqual(stores.slice(1));
  const maps = [{ columnHeader: 'Wgt.', customerStoneProperty: 'weight' }];
  const unmapped = await read('columnmaps');
  expect((await setting('columnmaps', maps, unmapped)).status).toBe(200);
  const clearing = { headers: { 'if-match': unmapped } };
  expect(await admin.post('/reassortment/clearcolumnmaps', undefined, clearing)).toMatchObject(refused);
  const values = [{ customerStoneProperty: 'shape', inputValue: 'Brilliant', outputValue: 'RD' }];
  expect((await setting('valuemaps', values, await read('valuemaps'))).status).toBe(200);
  expect(await setting('valuemaps', [], '"0"')).toMatchObject(refused);
});

test('an ideal inventory is read bin by bin, until its bins are cleared', async () => {
  const admin = await vitrine.as('admin', { customer: '7' });
  await admin.post('/reassortment/setstores', stores);
  const spec = { shape: ['RD'], weight: { minimum: 300, maximum: 390 }, colour: ['D', 'E', 'F'] };
  const { templateId } = await recordIdeal(
    { ...vitrine.context, files: openFileStore({ dataFolder: folder, filesUrl: undefined }) },
    { commandId: 'ideal', actor: { username: 'admin', role: 'administrator' } },
    7,
    {
      idealInventoryName: 'Ideal 2026',
      templateString: '{shape} | {weight} | {colour}',
      bins: [{ storeId: '2', spec, minQty: 1, targetQty: 2, maxQty: 3, targetCents: 500_050 }],
      file: Buffer.from('a workbook'),
    },
  );
  const templates = (await admin.post('/reassortment/getbintemplates')).json as BinTemplate[];
  expect(templates).toMatchObject([
    { id: templateId, active: true, customerId: 7, idealInventoryName: 'Ideal 2026', bins: 1, stock: null },
  ]);
  expect((await admin.post('/reassortment/getbins', { templateId })).json).toEqual([
    {
      storeId: '2',
      storeName: 'Harbour',
      binSpec: 'RD | 0.30-0.39 | D-F',
      buckets: { shape: ['RD'], weight: { minimum: 0.3, maximum: 0.39 }, colour: ['D', 'E', 'F'] },
      minQty: 1,
      targetQty: 2,
      maxQty: 3,
      targetValue: 5000.5,
      current: { quantity: 0, weight: 0, value: 0 },
      deployed: { quantity: 0, weight: 0, value: 0 },
      history: expect.arrayContaining([
        { dateRange: { minimum: '2019-01-01' }, qtyAverage: 0, qtyNew: 0, qtySold: 0, qtyReturned: 0 },
      ]),
      stones: [],
    },
  ]);
  const ofAnother = { headers: { customer: '8' } };
  expect((await admin.post('/reassortment/getbins', { templateId }, ofAnother)).status).toBe(402);
  expect((await admin.post('/reassortment/clearbins', { templateId })).json).toEqual([]);
  expect(await admin.post('/reassortment/getbins', { templateId })).toMatchObject({
    status: 402,
    json: { code: 'UNKNOWN_TEMPLATE', field: 'templateId' },
  });
});
