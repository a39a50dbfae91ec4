import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JewelleryModel, ModelImportReport } from '#contracts/api/jewellery.ts';
import { modelStream } from '#contracts/events/index.ts';
import { WORKBOOK_TYPE } from '#contracts/vocabulary/file-types.ts';
import { rawWorkbook, workbookBytes } from '#services/platform/workbooks/testing/workbook-bytes.ts';
import { programFile } from '#tests/support/programs.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

async function upload(
  who: string,
  body: Uint8Array | string,
  type = WORKBOOK_TYPE,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: unknown; position: string | null }> {
  const { token } = await vitrine.as(who);
  const response = await fetch(new URL('/api/jewellery-models/import', vitrine.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type, ...headers },
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
  return {
    status: response.status,
    json: await response.json(),
    position: response.headers.get('x-position'),
  };
}
const imported = async (
  body: Uint8Array | string,
  type?: string,
  headers?: Record<string, string>,
): Promise<ModelImportReport> => {
  const { status, json } = await upload('admin', body, type, headers);
  expect(json).toMatchObject({ rows: expect.any(Number) });
  expect(status).toBe(200);
  return json as ModelImportReport;
};
const model = async (name: string): Promise<JewelleryModel | undefined> => {
  await vitrine.shown();
  const list = (await (await vitrine.as('admin')).post('/jewellery/all_models')).json as JewelleryModel[];
  return list.find((one) => one.name === name);
};

describe('importing models', () => {
  test('from a workbook, with merged cells and formulas, reported row by row; the same again changes nothing', async () => {
    const bytes = await workbookBytes((workbook) => {
      const sheet = workbook.addWorksheet('Spring');
      sheet.addRows([
        ['Models of the spring'],
        ['Model', 'Description', 'Type', "Add'l Qty", 'Price', 'Hide'],
        ['RS1', 'Solitaire', 'Ring', 4, 1200.5, false],
        ['RS2', 'Halo', 'Ring', { formula: 'D3*2', result: 8 }, null, 1],
        ['RS3', 'No result', 'Ring', { formula: 'D3*3' }, null, null],
        [null, 'No name', 'Ring', 1],
        ['RS4', 'No quantity', 'Ring'],
      ]);
      sheet.mergeCells('A1:F1');
      sheet.mergeCells('C3:C4');
    });
    const report = await imported(bytes);
    expect(report).toMatchObject({
      rows: 5,
      imported: 2,
      changed: 0,
      unchanged: 0,
      skipped: [
        { row: 5, name: 'RS3', reason: 'additionalQuantity is a formula without a result' },
        { row: 6, reason: 'has no name' },
        { row: 7, name: 'RS4', reason: 'has no additional quantity' },
      ],
    });
    expect(await model('RS1')).toMatchObject({
      description: 'Solitaire',
      type: 'Ring',
      additionalQuantity: 4,
      availableTotalQty: 4,
      total: 1200.5,
      hide: false,
    });
    expect(await model('RS2')).toMatchObject({ additionalQuantity: 8, hide: true });
    // The merged type counts once, at its top.
    expect(await model('RS2')).not.toHaveProperty('type');
    expect(await model('RS3')).toBeUndefined();

    const head = await vitrine.context.events.headPosition();
    expect(await imported(bytes)).toMatchObject({ imported: 0, changed: 0, unchanged: 2 });
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });

  test('from CSV: what differs is changed, a column that is not there stays, an empty cell empties', async () => {
    await imported(
      'Name,Additional Quantity,Description,Finish\nC1,3,Ring,Gold\nC2,1,Ring,Gold\n',
      'text/csv',
    );
    expect(
      await imported('name,additional qty,description\nC1,5,\nC2,1,Ring\n', 'text/csv; charset=utf-8'),
    ).toMatchObject({ imported: 0, changed: 1, unchanged: 1 });
    expect(await model('C1')).toMatchObject({ additionalQuantity: 5, finish: 'Gold' });
    expect(await model('C1')).not.toHaveProperty('description');
    const history = [];
    for await (const event of vitrine.context.events.readStream(modelStream('c1')))
      history.push((event.data as { fields: object }).fields);
    expect(history).toEqual([
      { additionalQuantity: 3, description: 'Ring', finish: 'Gold' },
      { additionalQuantity: 5, description: null },
    ]);
  });

  test('repeated under its key it answers the same report; with another file it is 409', async () => {
    const key = { 'idempotency-key': 'sheet-1' };
    const first = await imported('Name,Qty\nK1,3\n', 'text/csv', key);
    await imported('Name,Qty\nK1,4\n', 'text/csv');
    expect(await imported('Name,Qty\nK1,3\n', 'text/csv', key)).toEqual(first);
    expect(await model('K1')).toMatchObject({ additionalQuantity: 4 });
    expect(await upload('admin', 'Name,Qty\nK1,9\n', 'text/csv', key)).toMatchObject({
      status: 409,
      json: { code: 'KEY_REUSED' },
    });
  });

  test('is answered with the position it reached', async () => {
    const { json, position } = await upload('admin', 'Name,Qty\nP1,3\n', 'application/octet-stream');
    expect((json as ModelImportReport).position).toBe(position);
    expect(BigInt(position!)).toBe(await vitrine.context.events.headPosition());
  });

  test.each([['alder'], ['rep']])('is not for %s', async (who) => {
    expect((await upload(who, 'Name,Qty\nX1,3\n', 'text/csv')).status).toBe(403);
  });

  test.each([
    ['a sheet without its columns', 'Name,Price\nX1,3\n', 'text/csv', 422, /needs a header row/],
    ['an empty file', '', 'text/csv', 422, /The file is empty/],
    ['JSON', '{"a":1}', 'application/json', 422, /Send the file itself/],
    ['a form', 'a=1', 'application/x-www-form-urlencoded', 422, /Send the file itself/],
    [
      'an image',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
      WORKBOOK_TYPE,
      422,
      /not UTF-8 text/,
    ],
    [
      'a workbook that promises too much',
      rawWorkbook('<dimension ref="A1:B1048576"/><sheetData/>'),
      WORKBOOK_TYPE,
      422,
      /reaches down to row/,
    ],
    ['more bytes than allowed', Buffer.alloc(9 * 1024 * 1024, 'a'), 'text/csv', 413, /too large/],
  ])('%s is refused, and changes nothing', async (_, body, type, status, message) => {
    const head = await vitrine.context.events.headPosition();
    const refused = await upload('admin', body, type);
    expect(refused).toMatchObject({ status, json: { message: expect.stringMatching(message) } });
    expect(await vitrine.context.events.headPosition()).toBe(head);
  });
});

describe('from the command line', () => {
  const run = async (...args: string[]): Promise<string> => {
    const environment = {
      ...process.env,
      DATABASE_URL: vitrine.databaseUrl,
      EVENTSTORE_URL: vitrine.store.connectionString,
    };
    const program = programFile('services/jewellery/import/cli.ts');
    const child = spawn(process.execPath, [...program, ...args], { env: environment });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    return `${code} ${output.trim()}`;
  };

  test('the rows left out are reported, and what became of the others', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-models-'));
    const file = path.join(folder, 'models.csv');
    await writeFile(file, 'Name,Qty\nL1,2\nL2\u001b[31m,1\n');
    expect(await run(file)).toBe(
      '0 row 3, "L2\\u001b[31m": A model name has no control characters.\n2 rows: 1 imported, 0 changed, 0 as they were, 1 skipped.',
    );
    expect(await model('L1')).toMatchObject({ additionalQuantity: 2 });
    expect(await run(path.join(folder, 'none.xlsx'))).toMatch(/^1 There is no file .*none\.xlsx\./);
    expect(await run()).toMatch(/^1 npm run jewellery-models/);
    await rm(folder, { recursive: true });
  });
});

test('the application has logged no error through all this', () => {
  expect(vitrine.failures).toEqual([]);
});
