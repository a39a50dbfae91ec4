import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedFile, FeedPreview } from '#contracts/api/vendor-feeds.ts';
import { workbookBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

async function send(
  body: Uint8Array | string,
  { who = 'admin', vendor = 1, type = 'text/csv' } = {},
): Promise<{ status: number; json: unknown }> {
  const { token } = await vitrine.as(who);
  const address = new URL(`/api/vendors/${vendor}/feed-files?fileName=Monday.csv`, vitrine.address);
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: Buffer.from(body),
  });
  return { status: response.status, json: await response.json() };
}
const kept = async (body: Uint8Array | string): Promise<FeedFile> => {
  const { status, json } = await send(body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as FeedFile;
};
const ROWS = [
  'A1;RBC;1,1;G;VS1;5.000,50;61,5;3,97',
  'A2;ROUND;x;G;VS9;;61,5;3,97',
  ';ROUND;0,75;G;VS1;100;61,5;3,97',
];
const FILE = `Stock of Monday\n\nStock #;Shape;Carat;Color;Clarity;Total Price;Depth;Depth mm\n${ROWS.join('\n')}\n`;
const columnsOf = (file: FeedFile) =>
  file.columns.flatMap(({ heading, suggestion }) =>
    suggestion ? [{ vendorColumnHeader: heading, attribute: suggestion }] : [],
  );

test('a file is kept, its headings found below a preamble, with values, suggestions and how its numbers are written', async () => {
  const file = await kept(FILE);
  expect(file).toMatchObject({
    fileName: 'Monday.csv',
    sheet: null,
    headingRow: 3,
    conventions: { decimalSign: 'COMMA', weightUnit: null },
  });
  expect(file.columns.map(({ heading, mapped, suggestion }) => [heading, mapped, suggestion])).toEqual([
    ['Stock #', null, 'parcelName'],
    ['Shape', null, 'shapeCode'],
    ['Carat', null, 'weight'],
    ['Color', null, 'colour'],
    ['Clarity', null, 'clarity'],
    ['Total Price', null, 'vendorPrice'],
    ['Depth', null, 'depthPct'],
    ['Depth mm', null, 'height'],
  ]);
  expect(file.columns[5]?.samples).toEqual(['5.000,50', '100']);
  expect((await kept(FILE)).fileId).toBe(file.fileId);
});

test('its first rows are shown as stones, with what is wrong by row and column', async () => {
  const file = await kept(FILE);
  const admin = await vitrine.as('admin');
  const request = { fileId: file.fileId, columns: columnsOf(file), conventions: file.conventions };
  const { status, json } = await admin.post('/api/vendors/1/feed-preview', request);
  expect(status, JSON.stringify(json)).toBe(200);
  const preview = json as FeedPreview;
  expect(preview.refusal).toBeNull();
  expect(preview.rows.map(({ row, problems }) => [row, problems.map(({ column }) => column)])).toEqual([
    [4, []],
    [5, ['Carat', 'Clarity']],
    [6, ['Stock #']],
  ]);
  expect(preview.rows[0]?.stone).toEqual({
    parcelName: 'AR-A1',
    shapeCode: 'Round',
    weight: '1.10',
    colour: 'G',
    clarity: 'VS1',
    vendorPrice: '$5,000.50',
    depthPct: '61.5',
    height: '3.97',
    vendorAvailability: 'In stock',
  });
  expect(preview.rows[1]?.stone).toMatchObject({ parcelName: 'AR-A2', shapeCode: 'Round', colour: 'G' });

  const { fileId } = await kept(FILE.split('\n').slice(0, 3).join('\n'));
  expect((await admin.post('/api/vendors/1/feed-preview', { ...request, fileId })).json).toEqual({
    refusal: 'The file has headings and no rows.',
    rows: [],
  });
  const without = { ...request, columns: request.columns.slice(1) };
  expect((await admin.post('/api/vendors/1/feed-preview', without)).json).toEqual({
    refusal: 'The mapping names no column for parcelName.',
    rows: [],
  });
  const renamed = [{ vendorColumnHeader: 'Lot', attribute: 'parcelName' }, ...request.columns.slice(1)];
  expect(
    (await admin.post('/api/vendors/1/feed-preview', { ...request, columns: renamed })).json,
  ).toMatchObject({
    refusal: expect.stringContaining('The file has no column "Lot" (parcelName)') as string,
  });
});

test('what is mapped is shown beside what is suggested; a workbook names its sheet', async () => {
  const admin = await vitrine.as('admin');
  const file = await kept(FILE);
  const columns = columnsOf(file);
  await admin.post('/vendor/1/columns', columns, { method: 'PUT' });
  const bytes = await workbookBytes((workbook) => {
    workbook.addWorksheet('Cover').addRow(['Our stones']);
    workbook.addWorksheet('Stock').addRows([
      ['STOCK #', 'Shape', 'Video', 'Comment'],
      ['A1', 'Round', 'https://v.example/1', 'new'],
    ]);
  });
  expect(await kept(bytes)).toMatchObject({
    sheet: 'Stock',
    headingRow: 1,
    columns: [
      { heading: 'STOCK #', samples: ['A1'], mapped: 'parcelName', suggestion: 'parcelName' },
      { heading: 'Shape', mapped: 'shapeCode' },
      { heading: 'Video', mapped: null, suggestion: 'photoUrl' },
      { heading: 'Comment', mapped: null, suggestion: null },
    ],
  });
});

test('what cannot be read is refused in words and not kept', async () => {
  expect(await send('')).toMatchObject({
    status: 422,
    json: { message: 'The file is empty: there is nothing to read in it.' },
  });
  expect(await send('a,b\n1,\0\n')).toMatchObject({
    status: 422,
    json: { message: expect.stringContaining('in line 2') as string },
  });
  expect((await send(FILE, { type: 'image/png' })).status).toBe(422);
  expect((await send(FILE, { vendor: 99 })).status).toBe(404);
  expect((await send(FILE, { who: 'rep' })).status).toBe(403);
  const admin = await vitrine.as('admin');
  const conventions = { decimalSign: null, weightUnit: null, discountUnit: null, discountSign: null };
  const gone = { fileId: 'x', columns: [], conventions };
  expect((await admin.post('/api/vendors/1/feed-preview', gone)).status).toBe(404);
  expect((await admin.post('/api/vendors/1/feed-preview', { fileId: 'x' })).status).toBe(422);
});
