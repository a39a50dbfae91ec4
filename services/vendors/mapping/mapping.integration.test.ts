import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedMappingResource, VendorColumn } from '#contracts/api/vendor-feeds.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const columns = Object.entries({
  'Stock #': 'parcelName',
  Weight: 'weight',
  Shape: 'shapeCode',
  Color: 'colour',
  Clarity: 'clarity',
  Price: 'vendorPrice',
}).map(([vendorColumnHeader, attribute]) => ({ vendorColumnHeader, attribute }));
const put = async (path: string, body: unknown) =>
  (await vitrine.as('admin')).post(path, body, { method: 'PUT' });

const conventions = { decimalSign: 'COMMA', weightUnit: null, discountUnit: null, discountSign: null };

const numbered = (vendorId: number) =>
  columns.map((column, index) => ({ vendorColumnId: index + 1, vendorId, ...column }));

test('the columns of a vendor are mapped whole, by the call of the product or with the conventions', async () => {
  const admin = await vitrine.as('admin');
  expect((await admin.get('/vendor/1/columns')).json).toEqual([]);

  const mapped = await put('/vendor/1/columns', columns);
  expect([mapped.status, mapped.json]).toEqual([200, numbered(1)]);
  expect((await admin.get('/vendor/1/columns')).json as VendorColumn[]).toEqual(numbered(1));

  const withConventions = await put('/api/vendors/1/feed-mapping', { columns, conventions });
  expect(withConventions.json).toMatchObject({ columns: numbered(1), conventions });
  await put('/vendor/1/columns', columns);
  const found = (await admin.get('/api/vendors/1/feed-mapping')).json as FeedMappingResource;
  expect(found).toMatchObject({ columns: numbered(1), conventions });
});

test('of two who save the mapping that both have read, the second is refused', async () => {
  const admin = await vitrine.as('admin');
  const path = '/api/vendors/1/feed-mapping';
  await put(path, { columns, conventions });
  const read = await admin.get(path);
  const { version } = read.json as FeedMappingResource;
  expect(read.headers.get('etag')).toBe(`"${version}"`);
  const save = (decimalSign: string, seen: string) =>
    admin.post(
      path,
      { columns, conventions: { ...conventions, decimalSign } },
      { method: 'PUT', headers: { 'if-match': `"${seen}"` } },
    );
  const first = await save('POINT', version);
  expect(first.status).toBe(200);
  const other = { columns: columns.toReversed(), conventions };
  const late = await admin.post(path, other, { method: 'PUT', headers: { 'if-match': `"${version}"` } });
  expect(late).toMatchObject({ status: 409, json: { code: 'CHANGED_MEANWHILE' } });
  // The same again changes nothing.
  expect(await save('POINT', version)).toMatchObject({ status: 200, json: first.json });
  expect((await save('COMMA', (first.json as FeedMappingResource).version)).status).toBe(200);
});

test('what no file can be read by is refused in words, an unknown vendor is not there', async () => {
  const admin = await vitrine.as('admin');
  const faulty = { columns: columns.slice(1), conventions };
  const refused = await put('/vendor/1/columns', faulty.columns);
  expect([refused.status, refused.json]).toMatchObject([
    402,
    { message: 'The mapping names no column for parcelName.' },
  ]);
  expect((await put('/api/vendors/1/feed-mapping', faulty)).status).toBe(422);
  expect((await put('/api/vendors/1/feed-mapping', { columns })).status).toBe(422);
  expect((await admin.get('/vendor/99/columns')).status).toBe(402);
  expect((await admin.get('/api/vendors/99/feed-mapping')).status).toBe(404);
  expect((await put('/api/vendors/99/feed-mapping', { columns, conventions })).status).toBe(404);
  expect((await (await vitrine.as('rep')).get('/vendor/1/columns')).status).toBe(403);
});
