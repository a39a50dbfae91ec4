import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanReply } from '#contracts/api/reassortment-jobs.ts';
import type { LoadIdealReply, StockReply } from '#contracts/api/reassortment-stock.ts';
import type { BinReply, BinTemplate } from '#contracts/api/reassortment.ts';
import { workbookBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
type User = Awaited<ReturnType<SmallVitrine['as']>>;
let admin: User;
let rep: User;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.listStone('L-1', { weight: 1100, colour: 'D', clarity: 'VS1', shapeCode: 'RD', certNo: '1' });
  await vitrine.shown();
  admin = await vitrine.as('admin', { customer: '7' });
  rep = await vitrine.as('rep', { customer: '7' });
  await admin.post('/reassortment/setstores', [
    { storeId: '1', storeName: 'Main Street' },
    { storeId: '2', storeName: 'Harbour' },
  ]);
});
afterAll(() => vitrine?.close());

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');

/** A crosstab of both stores: one small round D-F in each, one of a carat in Harbour; `clarity` heads a column. */
const crosstab = async (clarity = 'VS1-2'): Promise<string> =>
  base64(
    await workbookBytes((workbook) => {
      for (const [name, large] of [
        ['Main Street', 0],
        ['HARBOUR', 1],
      ] as const) {
        const sheet = workbook.addWorksheet(name);
        sheet.addRows([
          ['Ideal 2026'],
          [],
          [null, 'D–F', null],
          ['Weight Maps', clarity, 'SI1', 'Totals'],
          ['0.30 - 0.40', 1, null, 1],
          ['1.00-1.20', large, null, large],
          ['Totals', 2],
        ]);
        sheet.mergeCells('B3:C3');
      }
    }),
  );

async function loaded(): Promise<BinTemplate> {
  const body = { customerId: 7, templateName: 'Ideal 2026', excelBody: await crosstab() };
  const { status, text, json } = await admin.post('/reassortment/loadideal', body);
  expect(status, text).toBe(200);
  return (json as LoadIdealReply).template;
}

test('an administrator loads an ideal from a crosstab; the former one of its name becomes inactive', async () => {
  const first = await loaded();
  expect(first).toMatchObject({ templateString: '{weight} | {colour} | {clarity}', bins: 4, active: true });
  const bins = (await rep.post('/reassortment/getbins', { templateId: first.id })).json as BinReply[];
  expect(bins.map(({ storeName, binSpec, targetQty }) => [storeName, binSpec, targetQty])).toEqual([
    ['Main Street', '0.30-0.39 | D-F | VS1-VS2', 1],
    ['Main Street', '1.00-1.19 | D-F | VS1-VS2', 0],
    ['Harbour', '0.30-0.39 | D-F | VS1-VS2', 1],
    ['Harbour', '1.00-1.19 | D-F | VS1-VS2', 1],
  ]);
  // Without a name it is loaded under the only one that is active.
  const again = await admin.post('/reassortment/loadideal', { customerId: 7, excelBody: await crosstab() });
  expect(again.json).toMatchObject({ template: { idealInventoryName: 'Ideal 2026', active: true } });
  const templates = (await rep.post('/reassortment/getbintemplates')).json as BinTemplate[];
  expect(templates.find(({ id }) => id === first.id)).toMatchObject({ active: false });
});

test('a faulty ideal is refused with every cell, and changes nothing', async () => {
  const before = (await rep.post('/reassortment/getbintemplates')).json;
  const body = { customerId: 7, templateName: 'Ideal 2027', excelBody: await crosstab('X9') };
  expect(await admin.post('/reassortment/loadideal', body)).toMatchObject({
    status: 402,
    json: {
      code: 'FAULTY_IDEAL',
      field: 'excelBody',
      message: expect.stringContaining('Main Street!B4 "X9"') as string,
    },
  });
  expect((await rep.post('/reassortment/getbintemplates')).json).toEqual(before);
  expect(await admin.post('/reassortment/loadideal', { ...body, customerId: 8 })).toMatchObject({
    status: 402,
    json: { code: 'ANOTHER_CUSTOMER', field: 'customerId' },
  });
  expect((await rep.post('/reassortment/loadideal', body)).status).toBe(403);
});

/** The plan that an answer is or will be. */
async function planOf({ status, text, json }: Awaited<ReturnType<User['post']>>): Promise<PlanReply> {
  expect([200, 202], text).toContain(status);
  const { id } = json as { id: string };
  for (;;) {
    const answer = await rep.get(`/api/reassortment/plans/${id}`);
    if (answer.status === 200) return answer.json as PlanReply;
    await sleep(50);
  }
}

const STOCK = [
  'SKU,weight,colour,clarity,Shop',
  'J-1,0.31,D,VS1,Main Street',
  'J-2,0.32,E,V.S.2,Main Street',
].join('\n');

test('current stock: maps are learnt, bad rows are listed and mended in place, a plan is made of it', async () => {
  const { id: templateId } = await loaded();
  const excelBody = base64(STOCK);
  const upload = { templateId, excelBody };
  expect(await rep.post('/reassortment/reassortexcel', upload)).toMatchObject({
    status: 402,
    json: { message: expect.stringMatching(/no column for customerStoneId, storeId or storeName/) as string },
  });
  expect((await rep.post('/reassortment/learnmaps', { excelBody })).json).toMatchObject({
    columns: [
      { columnHeader: 'SKU', customerStoneProperty: null, suggestion: 'customerStoneId' },
      { columnHeader: 'Shop', customerStoneProperty: null, suggestion: 'storeName' },
      {},
      {},
      {},
    ],
    values: [{ inputValue: 'V.S.2', outputValue: null }, {}, {}, {}, {}],
  });
  await admin.post('/reassortment/setcolumnmaps', [
    { columnHeader: 'SKU', customerStoneProperty: 'customerStoneId' },
    { columnHeader: 'Shop', customerStoneProperty: 'storeName' },
  ]);
  // J-1 lies in its bin.
  const keyed = { headers: { 'idempotency-key': 'stock-of-the-week' } };
  const first = await planOf(await rep.post('/reassortment/reassortexcel', upload, keyed));
  expect(first.shipments).toEqual([]);
  // What comes again under its key makes no second plan.
  expect((await planOf(await rep.post('/reassortment/reassortexcel', upload, keyed))).id).toBe(first.id);

  const stock = (await rep.post('/reassortment/getstock', { templateId })).json as StockReply;
  expect(stock).toMatchObject({
    rows: 2,
    unreadable: [
      {
        row: 3,
        values: { customerStoneId: 'J-2', clarity: 'V.S.2' },
        problems: [
          { property: 'clarity', message: '"V.S.2" is not on the list of clarity, and has no value map' },
        ],
      },
    ],
  });
  const rows = [{ row: 3, values: { clarity: 'VS2' } }];
  // Row 3 of a file that a colleague's has taken the place of since is another stone.
  const ofAnother = { templateId, fileHash: 'another', rows };
  expect(await rep.post('/reassortment/mendstock', ofAnother)).toMatchObject({
    status: 402,
    json: { code: 'CHANGED_MEANWHILE' },
  });
  const [template] = (await rep.post('/reassortment/getbintemplates')).json as BinTemplate[];
  const mend = { templateId, fileHash: template?.stock?.fileHash, rows };
  expect((await rep.post('/reassortment/mendstock', mend)).json).toMatchObject({ rows: 2, unreadable: [] });
  expect(await rep.post('/reassortment/mendstock', mend)).toMatchObject({
    status: 402,
    json: { code: 'UNKNOWN_ROW', field: 'rows' },
  });
  const plan = await planOf(await rep.post('/api/reassortment/plans', { templateId }));
  expect(plan.shipments).toMatchObject([{ fromStoreId: '1', toStoreId: '2', stones: [{}] }]);
});

test('a stock of which no row can be read, what is no file, and a wrong header are refused, with nothing recorded', async () => {
  const { id: templateId } = await loaded();
  const nothing = base64('SKU,weight,colour,clarity,Shop\nJ-1,heavy,D,VS1,Main Street\n');
  expect(await rep.post('/reassortment/reassortexcel', { templateId, excelBody: nothing })).toMatchObject({
    status: 402,
    json: { code: 'UNREADABLE_STOCK', errors: [{ field: 'Row 2, weight:' }] },
  });
  expect(await rep.post('/reassortment/reassortexcel', { templateId, excelBody: '§' })).toMatchObject({
    status: 402,
    json: { field: 'excelBody' },
  });
  const good = base64('SKU,shape,weight,colour,clarity,Shop\nJ-1,RD,0.31,D,VS1,Main Street\n');
  const headers = { 'min-position': 'soon' };
  expect(
    await rep.post('/reassortment/reassortexcel', { templateId, excelBody: good }, { headers }),
  ).toMatchObject({ status: 402, json: { field: 'min-position' } });
  expect(await rep.post('/reassortment/getstock', { templateId })).toMatchObject({
    status: 402,
    json: { code: 'NO_STOCK' },
  });
});
