import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceResource } from '#contracts/api/invoices.ts';
import { callersOf, statusFor } from '#tests/support/callers.ts';
import { startSmallVitrine } from '#tests/support/small-vitrine.ts';
import { base64, pdf, startInvoiceHouse, type InvoiceHouse } from './testing/invoice-house.ts';
import type { YearAndMonth } from '#contracts/vocabulary/months.ts';

let house: InvoiceHouse;
let vitrine: InvoiceHouse['vitrine'];
let lastMonth: YearAndMonth;

beforeAll(async () => {
  house = await startInvoiceHouse();
  ({ vitrine, lastMonth } = house);
});
afterAll(() => house.close());

const saved: InvoiceHouse['saved'] = (over) => house.saved(over);

describe('Who may', () => {
  test.each([
    ['/billing/month', 'read'],
    ['/billing/current', 'readOwn'],
    ['/billing/all', 'readOwn'],
  ] as const)('%s', async (call, kind) => {
    for (const customerId of [7, 9]) await saved({ customerId, fileName: 'Who.pdf' });
    for (const [caller, status] of callersOf(kind))
      expect([caller, await statusFor(vitrine, caller, call, lastMonth)]).toEqual([caller, status]);
  });

  test('/billing/specific', async () => {
    const { invoice } = await saved({ fileName: 'Who.pdf' });
    const expected: Record<string, number> = {
      ...Object.fromEntries(callersOf('readOwn')),
      'an administrator without a customer': 200,
    };
    // Another customer's.
    expected['a customer that may not make changes'] = 402;
    for (const [caller, status] of Object.entries(expected))
      expect([
        caller,
        await statusFor(vitrine, caller as 'nobody', '/billing/specific', { invoiceId: invoice.invoiceId }),
      ]).toEqual([caller, status]);
  });

  test('/billing/save', async () => {
    const body = { month: lastMonth, customerId: 7, fileName: 'Who.pdf', fileBody: base64(pdf('first')) };
    for (const [caller, status] of callersOf('administer'))
      expect([caller, await statusFor(vitrine, caller, '/billing/save', body)]).toEqual([caller, status]);
  });

  test('/api/invoices', async () => {
    const { invoice } = await saved({ fileName: 'Who.pdf' });
    for (const call of [
      '/api/invoices',
      `/api/invoices/${invoice.invoiceId}`,
      `/api/invoices/${invoice.invoiceId}/file`,
    ])
      for (const [caller, status] of callersOf('administer'))
        expect([caller, await statusFor(vitrine, caller, call, undefined, 'GET')]).toEqual([caller, status]);
  });
});

test.each(['RETAIL', 'NONE'])(
  'an administrator with the prices %s is refused every invoice',
  async (prices) => {
    const { invoice } = await saved({ fileName: 'Who.pdf' });
    const admin = await vitrine.as('admin', { prices });
    for (const path of ['', `/${invoice.invoiceId}`, `/${invoice.invoiceId}/file`])
      expect(await admin.get(`/api/invoices${path}`), path).toMatchObject({
        status: 403,
        json: { code: 'NO_PRICES' },
      });
    const { invoiceId } = invoice;
    expect((await admin.post('/billing/specific', { invoiceId })).status).toBe(402);
  },
);

describe('Invoices of the back office', () => {
  const ask = async (call: string) => (await vitrine.as('admin')).get(call);
  const filtered = (filter: object): string =>
    `/api/invoices?filter=${encodeURIComponent(JSON.stringify(filter))}&sort=["version","ASC"]`;

  test('every version, with its customer and who uploaded it', async () => {
    for (const text of ['first', 'second', 'first'])
      await saved({ fileName: 'Replaced.pdf', fileBody: base64(pdf(text)) });
    const reply = await ask(filtered({ customerId: 7, ...lastMonth, fileName: 'Replaced.pdf' }));
    const rows = reply.json as InvoiceResource[];
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(rows[0]).toMatchObject({
      customerName: 'Alder & Sons',
      uploadedBy: 'admin',
      id: rows[0]!.invoiceId,
    });
    expect(reply.headers.get('content-range')).toBe('invoices 0-2/3');
    expect((await ask(`/api/invoices/${rows[0]!.id}`)).json).toEqual(rows[0]);
    const file = await ask(`/api/invoices/${rows[0]!.id}/file`);
    expect([file.text, file.headers.get('content-disposition')]).toEqual([
      pdf('first'),
      'attachment; filename="Replaced.pdf"',
    ]);
    expect((await ask('/api/invoices/999999')).status).toBe(404);
    expect((await ask(filtered({ secret: 1 }))).status).toBe(400);
  });

  test('whether an upload would replace: the text of the button', async () => {
    const { year, month } = lastMonth;
    const check = (fileName: string) =>
      ask(
        `/api/invoices/check?customerId=7&year=${year}&month=${month}&fileName=${encodeURIComponent(fileName)}`,
      );
    await saved({ fileName: 'First.pdf' });
    expect((await check('FIRST.pdf')).json).toMatchObject({
      replaces: true,
      current: { fileName: 'First.pdf' },
    });
    expect((await check('Other.pdf')).json).toEqual({ replaces: false, current: null });
    expect((await check('Other.exe')).status).toBe(422);
  });

  test('an upload is as the portal’s', async () => {
    const admin = await vitrine.as('admin');
    const body = { month: lastMonth, customerId: 7, fileName: 'Rest.pdf', fileBody: base64(pdf('rest')) };
    expect(await admin.post('/api/invoices', body)).toMatchObject({ status: 200, json: { outcome: 'new' } });
    expect(await admin.post('/api/invoices', { ...body, fileBody: '?' })).toMatchObject({
      status: 422,
      json: { field: 'fileBody' },
    });
  });
});

test('A file store that does not answer costs a clear message and no session', async () => {
  const broken = await startSmallVitrine({
    VITRINE_FILES_URL: 's3://key:hunter2@127.0.0.1:1/vitrine?tls=false',
  });
  try {
    await broken.shown();
    const admin = await broken.as('admin');
    const body = { month: lastMonth, customerId: 7, fileName: 'A.pdf', fileBody: base64(pdf('a')) };
    const unavailable = { code: 'FILES_UNAVAILABLE', message: expect.stringContaining('try again') };
    for (const [path, status] of [
      ['/billing/save', 402],
      ['/api/invoices', 503],
    ] as const) {
      const answer = await admin.post(path, body);
      expect(answer).toMatchObject({ status, json: unavailable });
      // By it a page knows that the invoice may be recorded, and sends it again under the same key.
      expect(answer.headers.get('retry-after')).toBe('2');
    }
  } finally {
    await broken.close();
  }
});
