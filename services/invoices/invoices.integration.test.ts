import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Invoice, InvoiceResource, SaveInvoiceReply } from '#contracts/api/billing.ts';
import { customerCommands } from '#services/customers/index.ts';
import { callersOf, statusFor } from '#tests/support/callers.ts';
import { startSmallVitrine, type Reply, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { monthOf, type Month } from './bill-months.ts';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;

let vitrine: SmallVitrine;
let dataFolder = '';
let thisMonth: Month;
let lastMonth: Month;
let nextMonth: Month;
const monthsFrom = ({ year, month }: Month, count: number): Month => {
  const ordinal = year * 12 + month - 1 + count;
  return { year: Math.floor(ordinal / 12), month: (ordinal % 12) + 1 };
};

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-invoices-'));
  vitrine = await startSmallVitrine({ VITRINE_DATA: dataFolder });
  thisMonth = monthOf(new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date()));
  [lastMonth, nextMonth] = [monthsFrom(thisMonth, -1), monthsFrom(thisMonth, 1)];
  // Alder's first action: the month before last. Birch and Cedar have none.
  await vitrine.listStone('N-1');
  const first = monthsFrom(thisMonth, -2);
  await vitrine.document('MEMO', 'N-1', 7, `${first.year}-${String(first.month).padStart(2, '0')}-15`);
  await customerCommands.changeIdentity(
    vitrine.context,
    { commandId: 'alder-email', actor: ADMINISTRATOR },
    7,
    { changes: { email: 'office@alder.example' } },
  );
  await vitrine.shown();
});
afterAll(async () => {
  await vitrine.close();
  await rm(dataFolder, { recursive: true });
});

const pdf = (text: string): string => `%PDF-1.7 ${text}`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

async function save(over: Record<string, unknown> = {}, who = 'admin'): Promise<Reply> {
  const caller = await vitrine.as(who);
  return caller.post('/billing/save', {
    month: lastMonth,
    customerId: 7,
    fileName: 'Bill.pdf',
    fileBody: base64(pdf('first')),
    sendEmail: false,
    ...over,
  });
}
async function saved(over: Record<string, unknown> = {}): Promise<SaveInvoiceReply> {
  const reply = await save(over);
  expect(reply.status, reply.text).toBe(200);
  return reply.json as SaveInvoiceReply;
}
async function listed(who: string, month = lastMonth, headers = {}): Promise<Invoice[]> {
  const reply = await (await vitrine.as(who, headers)).post('/billing/month', month);
  expect(reply.status, reply.text).toBe(200);
  return reply.json as Invoice[];
}
const refusal = (field: string, message: RegExp): object => ({
  status: 402,
  json: { field, message: expect.stringMatching(message) },
});

/** A download's bytes: `Reply.text` would not be them. */
async function bytesFor(who: string, call: string, body: unknown, headers = {}): Promise<Uint8Array> {
  const { token } = await vitrine.as(who);
  const response = await fetch(new URL(call, vitrine.address), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

describe('Saving an invoice (specification, sections 2.8 and 7)', () => {
  test('a new one is active, and its customer sees and downloads it', async () => {
    const { invoice, outcome, mailed } = await saved({ fileName: 'First.pdf' });
    expect([outcome, mailed]).toEqual(['new', false]);
    expect(invoice).toMatchObject({
      ...lastMonth,
      customerId: 7,
      fileName: 'First.pdf',
      active: true,
      version: 1,
      kind: 'uploaded',
      size: pdf('first').length,
    });
    expect(await listed('alder')).toEqual([invoice]);
    const reply = await (
      await vitrine.as('alder')
    ).post('/billing/specific', {
      invoiceId: invoice.invoiceId,
    });
    expect([reply.status, reply.text]).toEqual([200, pdf('first')]);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="First.pdf"');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
  });

  test('the same name replaces it: the earlier version stays, and only the current one is active', async () => {
    const first = await saved({ fileName: 'Replaced.pdf' });
    const second = await saved({ fileName: 'replaced.PDF', fileBody: base64(pdf('second')) });
    expect(second).toMatchObject({ outcome: 'replaced', invoice: { version: 2, active: true } });
    const third = await saved({ fileName: 'Replaced.pdf' });
    expect(third).toMatchObject({ outcome: 'replaced', invoice: { version: 3 } });
    const versions = (await listed('alder')).filter(({ fileName }) => /^replaced\.pdf$/i.test(fileName));
    expect(versions.map(({ version, active }) => [version, active])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);

    const alder = await vitrine.as('alder');
    const replaced = await alder.post('/billing/specific', { invoiceId: second.invoice.invoiceId });
    expect(replaced).toMatchObject(refusal('invoiceId', /was replaced: download the current version/));
    const admin = await vitrine.as('admin');
    for (const [{ invoice }, text] of [
      [first, 'first'],
      [second, 'second'],
      [third, 'first'],
    ] as const)
      expect((await admin.post('/billing/specific', { invoiceId: invoice.invoiceId })).text).toBe(pdf(text));
  });

  test('the same again changes nothing; of two at a time one replaces the other', async () => {
    const once = await saved({ fileName: 'Same.pdf' });
    expect(await saved({ fileName: 'Same.pdf' })).toEqual({ ...once, outcome: 'unchanged' });
    const both = await Promise.all(
      ['a', 'b'].map((text) => saved({ fileName: 'Both.pdf', fileBody: base64(pdf(text)) })),
    );
    expect(both.map(({ invoice }) => invoice.version).sort()).toEqual([1, 2]);
    expect(
      (await listed('alder')).filter(({ fileName, active }) => active && fileName === 'Both.pdf'),
    ).toHaveLength(1);
  });

  test('the same name in another month, or of another customer, is another invoice', async () => {
    for (const over of [{ month: thisMonth }, { customerId: 8 }])
      expect(await saved({ fileName: 'First.pdf', ...over })).toMatchObject({ outcome: 'new' });
  });

  test('year and month may come as text, as the month’s value is split', async () => {
    const { year, month } = lastMonth;
    const text = { year: String(year), month: String(month).padStart(2, '0') };
    expect((await saved({ fileName: 'Text.pdf', month: text })).invoice).toMatchObject(lastMonth);
  });

  test('the bytes lie in the store of files under their hash, and nothing is overwritten', async () => {
    const folder = path.join(dataFolder, 'files/invoices/7');
    for (const name of await readdir(folder)) {
      const bytes = await readFile(path.join(folder, name));
      expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.pdf`);
    }
    expect(await readdir(folder)).toHaveLength(4);
  });

  test('the customer is told by mail when asked to, once for each version', async () => {
    const mails = async () =>
      (
        await sql<{ recipient: string; subject: string; body: string }>`
          select recipient, subject, body from vitrine.mail where key like 'invoice/%' order by id`.execute(
          vitrine.context.db,
        )
      ).rows;
    expect(await mails()).toEqual([]);
    expect(await saved({ fileName: 'Mailed.pdf', sendEmail: true })).toMatchObject({ mailed: true });
    expect(await saved({ fileName: 'Mailed.pdf', sendEmail: true })).toMatchObject({ mailed: false });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      recipient: 'office@alder.example',
      subject: expect.stringMatching(/^Your Vitrine invoice for \w+ \d{4}$/),
      body: expect.stringContaining('Mailed.pdf'),
    });
    const again = await saved({ fileName: 'Mailed.pdf', fileBody: base64(pdf('2')), sendEmail: true });
    expect(again).toMatchObject({ mailed: true });
    expect((await mails())[1]?.body).toContain('It replaces what you had');
  });

  test.each([
    ['a customer that is none', { customerId: 4711 }, 'customerId', /There is no customer 4711/],
    [
      'a month that has not begun',
      () => ({ month: nextMonth }),
      'month',
      /has not begun: choose a month up to/,
    ],
    [
      'a month before the first action',
      () => ({ month: monthsFrom(thisMonth, -3) }),
      'month',
      /before this customer's first action: choose a month from/,
    ],
    [
      'a month before all',
      { customerId: 8, month: { year: 2016, month: 12 } },
      'month',
      /no bills before January 2017/,
    ],
    ['a thirteenth month', { month: { year: 2026, month: 13 } }, 'month.month', /must be 1 to 12/],
    ['no base64', { fileBody: 'not base64!' }, 'fileBody', /in base64/],
    [
      'base64 with a prefix',
      { fileBody: `data:application/pdf;base64,${base64('%PDF-')}` },
      'fileBody',
      /without a prefix/,
    ],
    ['nothing', { fileBody: '' }, 'fileBody', /is empty/],
    [
      'a picture called .pdf',
      { fileBody: base64('\x89PNG') },
      'fileBody',
      /named .pdf but is something else/,
    ],
    ['a program', { fileName: 'Bill.exe' }, 'fileName', /must end in .pdf/],
    ['a path', { fileName: '../Bill.pdf' }, 'fileName', /may not hold/],
    ['no name', { fileName: ' ' }, 'fileName', /is empty/],
    ['a line end', { fileName: 'a\r\nb.pdf' }, 'fileName', /may not hold/],
    ['a device', { fileName: 'CON.pdf' }, 'fileName', /may not hold/],
    [
      'a mail to nowhere',
      { customerId: 8, sendEmail: true },
      'sendEmail',
      /Birch Jewelers has no e-mail address/,
    ],
  ])('%s is refused, and nothing is kept', async (_, over, field, message) => {
    const count = async () =>
      (await sql`select from vitrine.invoice`.execute(vitrine.context.db)).rows.length;
    const before = await count();
    const body = { fileName: 'Refused.pdf', ...(typeof over === 'function' ? over() : over) };
    expect(await save(body)).toMatchObject(refusal(field, message));
    expect(await count()).toBe(before);
  });

  test('a file that is too large is refused by its size, one beyond all measure by its body', async () => {
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(20 * 1024 * 1024)]).toString('base64');
    expect(await save({ fileBody: large })).toMatchObject(refusal('fileBody', /larger than 20 MB/));
    const beyond = Buffer.alloc(30 * 1024 * 1024).toString('base64');
    expect(await save({ fileBody: beyond })).toMatchObject({
      status: 402,
      json: { message: 'The body is too large.' },
    });
  });
});

describe('A month’s invoices', () => {
  test('of one customer are not another’s; an administrator without a customer sees all', async () => {
    expect(new Set((await listed('birch')).map(({ customerId }) => customerId))).toEqual(new Set([8]));
    expect(await listed('cedar')).toEqual([]);
    expect(await listed('rep')).toEqual([]);
    expect(new Set((await listed('rep', lastMonth, { customer: '8' })).map((one) => one.customerId))).toEqual(
      new Set([8]),
    );
    expect(new Set((await listed('admin')).map(({ customerId }) => customerId))).toEqual(new Set([7, 8]));
    expect(await listed('admin', lastMonth, { customer: '9' })).toEqual([]);
  });

  test('are not for who sees retail prices or none', async () => {
    const [invoice] = await listed('alder');
    for (const who of ['alder-retail', 'alder-none']) {
      expect(await listed(who)).toEqual([]);
      const caller = await vitrine.as(who);
      for (const [call, body] of [
        ['/billing/current', lastMonth],
        ['/billing/all', lastMonth],
        ['/billing/specific', { invoiceId: invoice!.invoiceId }],
      ] as const)
        expect(await caller.post(call, body)).toMatchObject({ status: 402, json: { code: 'NO_PRICES' } });
    }
  });

  test('another customer’s invoice, and one that is none, look the same', async () => {
    const [invoice] = await listed('alder');
    const birch = await vitrine.as('birch');
    for (const invoiceId of [invoice!.invoiceId, 999_999])
      expect(await birch.post('/billing/specific', { invoiceId })).toMatchObject(
        refusal('invoiceId', new RegExp(`^There is no invoice ${invoiceId}: choose one`)),
      );
  });

  test.each(['/billing/month', '/billing/current', '/billing/all'])(
    '%s: from the first action to now',
    async (call) => {
      const alder = await vitrine.as('alder');
      expect(await alder.post(call, nextMonth)).toMatchObject(refusal('month', /has not begun/));
      expect(await alder.post(call, monthsFrom(thisMonth, -3))).toMatchObject(
        refusal('month', /before this customer's first action/),
      );
      expect(await alder.post(call, { year: 'soon', month: 1 })).toMatchObject(
        refusal('year', /must be a year/),
      );
      expect((await alder.post(call, { month: 1 })).status).toBe(402);
    },
  );

  test('the current one is the newest that is active; without any it is said so', async () => {
    await saved({ customerId: 9, fileName: 'Older.pdf', fileBody: base64(pdf('older')) });
    await saved({ customerId: 9, fileName: 'Newer.pdf', fileBody: base64(pdf('newer')) });
    const cedar = await vitrine.as('cedar');
    const reply = await cedar.post('/billing/current', lastMonth);
    expect([reply.text, reply.headers.get('content-disposition')]).toEqual([
      pdf('newer'),
      'attachment; filename="Newer.pdf"',
    ]);
    const none = await cedar.post('/billing/current', monthsFrom(thisMonth, -2));
    expect(none).toMatchObject(refusal('month', /^There is no invoice for \w+ \d{4} yet/));
  });

  test('all together are an archive of the active ones, the same bytes again', async () => {
    await saved({
      customerId: 9,
      fileName: 'Ünïcode “bill” 💎.pdf'.replaceAll(/[“”]/g, "'"),
      fileBody: base64(pdf('u')),
    });
    await saved({ customerId: 9, fileName: 'Older.pdf', fileBody: base64(pdf('older, corrected')) });
    const archive = await bytesFor('cedar', '/billing/all', lastMonth);
    const files = unzipSync(archive);
    expect(
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
    ).toEqual({
      'Older.pdf': pdf('older, corrected'),
      'Newer.pdf': pdf('newer'),
      "Ünïcode 'bill' 💎.pdf": pdf('u'),
    });
    expect(await bytesFor('cedar', '/billing/all', lastMonth)).toEqual(archive);
    const { headers } = await (await vitrine.as('cedar')).post('/billing/all', lastMonth);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="Vitrine invoices \d{4}-\d{2} Cedar Gems\.zip"$/,
    );
  });
});

describe('Who may', () => {
  test.each([
    ['/billing/month', 'read'],
    ['/billing/current', 'readOwn'],
    ['/billing/all', 'readOwn'],
  ] as const)('%s', async (call, kind) => {
    await saved({ customerId: 9, fileName: 'Who.pdf' });
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

describe('Invoices of the back office', () => {
  const ask = async (call: string) => (await vitrine.as('admin')).get(call);
  const filtered = (filter: object): string =>
    `/api/invoices?filter=${encodeURIComponent(JSON.stringify(filter))}&sort=["version","ASC"]`;

  test('every version, with its customer and who uploaded it', async () => {
    const reply = await ask(filtered({ customerId: 7, ...lastMonth, fileName: 'Replaced.pdf' }));
    const rows = reply.json as InvoiceResource[];
    expect(rows.map(({ version }) => version)).toEqual([1, 3]);
    expect(rows[0]).toMatchObject({
      customerName: 'Alder & Sons',
      uploadedBy: 'admin',
      id: rows[0]!.invoiceId,
    });
    expect(reply.headers.get('content-range')).toBe('invoices 0-1/2');
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

test('A store of files that does not answer costs a clear message and nobody the session', async () => {
  const broken = await startSmallVitrine({
    VITRINE_FILES_URL: 's3://key:hunter2@127.0.0.1:1/vitrine?tls=false',
  });
  try {
    await broken.shown();
    const admin = await broken.as('admin');
    const body = { month: lastMonth, customerId: 7, fileName: 'A.pdf', fileBody: base64(pdf('a')) };
    const unavailable = { code: 'FILES_UNAVAILABLE', message: expect.stringContaining('try again') };
    expect(await admin.post('/billing/save', body)).toMatchObject({ status: 402, json: unavailable });
    expect(await admin.post('/api/invoices', body)).toMatchObject({ status: 503, json: unavailable });
  } finally {
    await broken.close();
  }
});
