import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  base64,
  monthsFrom,
  pdf,
  refusal,
  startInvoiceHouse,
  type InvoiceHouse,
} from './testing/invoice-house.ts';
import { monthFrom, type YearAndMonth } from '#contracts/vocabulary/months.ts';
import { openFileStore } from '#services/platform/files/index.ts';
import { keepInvoice } from './invoice-store.ts';

let house: InvoiceHouse;
let vitrine: InvoiceHouse['vitrine'];
let lastMonth: YearAndMonth;
let thisMonth: YearAndMonth;
let nextMonth: YearAndMonth;
let dataFolder = '';
beforeAll(async () => {
  house = await startInvoiceHouse();
  ({ vitrine, thisMonth, lastMonth, nextMonth, dataFolder } = house);
});
afterAll(() => house.close());

const saved: InvoiceHouse['saved'] = (over) => house.saved(over);
const listed: InvoiceHouse['listed'] = (...asked) => house.listed(...asked);

describe('Saving an invoice (product: Billing screen; product: Billing calls)', () => {
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

  test('the document of a bill that another has replaced, drawn late, is not the current one', async () => {
    const month = monthFrom(lastMonth);
    const store = {
      ...vitrine.context,
      files: openFileStore({ filesUrl: undefined, dataFolder: path.join(dataFolder, 'late') }),
    };
    const drawn = async (billId: string, at: string, superseded?: boolean) => {
      const document = {
        customerId: 7,
        month,
        fileName: 'Late.xlsx',
        kind: 'computed' as const,
        uploadedBy: 'admin',
      };
      const bytes = Buffer.from(billId);
      const of = { ...document, bytes, billId, at: new Date(at), superseded };
      return (await keepInvoice(store, of, () => Promise.resolve())).invoice.active;
    };
    expect(await drawn('second', '2026-03-03T12:00:00.000Z')).toBe(true);
    expect(await drawn('first', '2026-03-01T12:00:00.000Z')).toBe(false);
    const active = (await listed('alder')).filter(
      ({ fileName, active: current }) => current && fileName === 'Late.xlsx',
    );
    expect(active.map(({ version }) => version)).toEqual([1]);
    expect(await drawn('third', '2026-03-05T12:00:00.000Z')).toBe(true);
    // Made while the clock was ahead, both have one time.
    expect(await drawn('before the third', '2026-03-05T12:00:00.000Z', true)).toBe(false);
    expect(await drawn('fourth', '2026-03-05T12:00:00.000Z')).toBe(true);
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

  test('the bytes lie in the file store under their hash, and nothing is overwritten', async () => {
    const folder = path.join(dataFolder, 'files/invoices/7');
    for (const name of await readdir(folder)) {
      const bytes = await readFile(path.join(folder, name));
      expect(name).toBe(`${createHash('sha256').update(bytes).digest('hex')}.pdf`);
    }
    expect(await readdir(folder)).toHaveLength(4);
  });

  test('repeated under its key it answers the same, whatever came since; another body is 409', async () => {
    const admin = await vitrine.as('admin');
    const headers = { 'idempotency-key': 'upload-1' };
    const [body, later] = ['first', 'later'].map((text) => ({
      month: lastMonth,
      customerId: 7,
      fileName: 'Keyed.pdf',
      fileBody: base64(pdf(text)),
    }));
    const first = await admin.post('/billing/save', body, { headers });
    expect(first).toMatchObject({ status: 200, json: { outcome: 'new' } });
    expect(await admin.post('/billing/save', later)).toMatchObject({ json: { outcome: 'replaced' } });
    expect((await admin.post('/billing/save', body, { headers })).json).toEqual(first.json);
    expect(await admin.post('/billing/save', later, { headers })).toMatchObject({
      status: 409,
      json: { code: 'KEY_REUSED' },
    });
  });

  test('the customer is mailed when asked to, once for each version', async () => {
    const mails = async () =>
      (
        await sql<{ recipient: string; subject: string; body: string; name: string; key: string }>`
          select recipient, subject, body, attachment_name as name, attachment_key as key from vitrine.mail where key like 'invoice/%' order by id`.execute(
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
      body: expect.stringContaining('attached is your invoice'),
      name: 'Mailed.pdf',
      key: expect.stringMatching(/^invoices\/7\/[0-9a-f]{64}\.pdf$/),
    });
    // What goes along is what was uploaded.
    expect(await readFile(path.join(dataFolder, 'files', mail!.key), 'utf8')).toBe(pdf('first'));
    const again = await saved({ fileName: 'Mailed.pdf', fileBody: base64(pdf('2')), sendEmail: true });
    expect(again).toMatchObject({ mailed: true });
    expect((await mails())[1]?.body).toContain('It replaces what you had');
  });

  test.each([
    ['an unknown customer', { customerId: 4711 }, 'customerId', /There is no customer 4711/],
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
    expect(await house.save(body)).toMatchObject(refusal(field, message));
    expect(await count()).toBe(before);
  });

  test('a file that is too large is refused by its size, one beyond all measure by its body', async () => {
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(20 * 1024 * 1024)]).toString('base64');
    expect(await house.save({ fileBody: large })).toMatchObject(refusal('fileBody', /larger than 20 MB/));
    const beyond = Buffer.alloc(30 * 1024 * 1024).toString('base64');
    expect(await house.save({ fileBody: beyond })).toMatchObject({
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

  test('another customer’s invoice, and an unknown one look the same', async () => {
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

  test('the current one is the newest that is active; without any the answer says so', async () => {
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
    const archive = await house.bytesFor('cedar', '/billing/all', lastMonth);
    const files = unzipSync(archive);
    expect(
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])),
    ).toEqual({
      'Older.pdf': pdf('older, corrected'),
      'Newer.pdf': pdf('newer'),
      "Ünïcode 'bill' 💎.pdf": pdf('u'),
    });
    expect(await house.bytesFor('cedar', '/billing/all', lastMonth)).toEqual(archive);
    const { headers } = await (await vitrine.as('cedar')).post('/billing/all', lastMonth);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="Vitrine invoices \d{4}-\d{2} Cedar Gems\.zip"$/,
    );
  });
});
