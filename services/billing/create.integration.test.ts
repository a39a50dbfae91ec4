import ExcelJS from 'exceljs';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Invoice } from '#contracts/api/invoices.ts';
import { customerCommands } from '#services/customers/index.ts';
import { monthsFrom } from '#services/invoices/testing/invoice-house.ts';
import { callersOf, statusFor } from '#tests/support/callers.ts';
import { ADMINISTRATOR, sheet, startUnbilledHouse } from './testing/unbilled-house.ts';

const patiently = { timeout: 60_000, interval: 100 };

const { vitrine, lastMonth, text, download, createAll, billsIssued, close } = await startUnbilledHouse();
afterAll(close);

async function totalOf(workbook: Uint8Array): Promise<unknown> {
  const read = new ExcelJS.Workbook();
  await read.xlsx.load(Uint8Array.from(workbook).buffer);
  let total: unknown;
  read
    .getWorksheet('Bill')
    ?.getColumn('F')
    .eachCell((cell) => (total = cell.result ?? total));
  return total;
}
const feeOf = (parcelName: string): string => `FEE:${parcelName}:`;

describe('Create', () => {
  test('answers the workbook, keeps it and the PDF as the month’s invoices, and the customer sees them', async () => {
    const created = await download('/billing/create', lastMonth, { customer: '7', 'idempotency-key': 'c-1' });
    expect([created.status, created.name]).toEqual([200, `Vitrine bill ${text} customer 7.xlsx`]);
    expect(await totalOf(created.bytes)).toBe(98);
    const alder = await vitrine.as('alder');
    const invoices = (await alder.post('/billing/month', lastMonth)).json as Invoice[];
    expect(invoices.map(({ fileName, kind, active }) => [fileName, kind, active])).toEqual([
      [`Vitrine bill ${text} customer 7.pdf`, 'computed', true],
      [`Vitrine bill ${text} customer 7.xlsx`, 'computed', true],
    ]);
    for (const { amount, dueDate } of invoices)
      expect([amount, dueDate]).toEqual([98, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    // Documents drawn before their amounts were kept say the same: the read model of bills has them.
    await vitrine.shown();
    await sql`update vitrine.invoice set amount_cents = null, due_date = null`.execute(vitrine.context.db);
    expect((await alder.post('/billing/month', lastMonth)).json).toEqual(invoices);
    const current = await alder.post('/billing/current', lastMonth);
    expect(current.headers.get('content-disposition')).toContain(`customer 7.pdf`);
    expect(current.text).toMatch(/^%PDF-/);
  });

  test('again it changes nothing and answers the same bytes; by its key too', async () => {
    const first = await download('/billing/create', lastMonth, { customer: '7', 'idempotency-key': 'c-1' });
    const head = await vitrine.context.events.headPosition();
    const second = await download('/billing/create', lastMonth, { customer: '7' });
    expect(second.bytes).toEqual(first.bytes);
    expect(await vitrine.context.events.headPosition()).toBe(head);
    const other = await download('/billing/create', monthsFrom(lastMonth, -1), {
      customer: '7',
      'idempotency-key': 'c-1',
    });
    expect(other).toMatchObject({ status: 409, json: { code: 'KEY_REUSED' } });
  });

  test('needs a customer', async () => {
    expect(await download('/billing/create', lastMonth)).toMatchObject({
      status: 402,
      json: { code: 'NO_CUSTOMER' },
    });
  });
});

describe('Generate All and Generate Vendors', () => {
  test('bills everybody with the overrides, in one archive with a summary', async () => {
    const key = (
      await sql<{ key: string }>`
        select line->>'key' as key from read.bill, json_array_elements(bill->'lines') as line
        where customer_id = 7 and line->>'kind' = 'FEE'`.execute(vitrine.context.db)
    ).rows[0]!.key;
    expect(key).toContain(feeOf('N-1'));
    const rows = [
      [7, key, 50, 'agreed by telephone'],
      [8, 'feeRate', 2, 'two per cent'],
    ];
    const head = await vitrine.context.events.headPosition();
    const replaced = await download('/billing/replacements', {
      ...lastMonth,
      base64Overrides: await sheet(...rows),
    });
    // Only what is billed already, and changes: each old bill beside the new one.
    expect(replaced.json).toEqual([
      {
        customerId: 7,
        customerName: 'Alder & Sons',
        version: 1,
        was: { total: expect.any(Number), dueDate: expect.any(String) },
        willBe: { total: 50, dueDate: expect.any(String) },
      },
    ]);
    expect(await vitrine.context.events.headPosition()).toBe(head);
    const reply = await createAll(...rows);
    expect([reply.status, reply.name]).toEqual([200, `Vitrine bills ${text}.zip`]);
    const files = unzipSync(reply.bytes);
    expect(Object.keys(files).sort()).toEqual([
      `7 Alder & Sons/Vitrine bill ${text} customer 7.pdf`,
      `7 Alder & Sons/Vitrine bill ${text} customer 7.xlsx`,
      expect.stringMatching(/^7 Alder & Sons\/Vitrine credit note \d{4}-\d{5} customer 7\.pdf$/),
      `8 Birch Jewelers/Vitrine bill ${text} customer 8.pdf`,
      `8 Birch Jewelers/Vitrine bill ${text} customer 8.xlsx`,
      'summary.csv',
    ]);
    expect(await totalOf(files[`7 Alder & Sons/Vitrine bill ${text} customer 7.xlsx`]!)).toBe(50);
    expect(await totalOf(files[`8 Birch Jewelers/Vitrine bill ${text} customer 8.xlsx`]!)).toBe(196);
    expect(strFromU8(files['summary.csv']!).split('\r\n')).toEqual([
      expect.stringContaining('Customer,Name,Outcome,Bill,Total,Due'),
      expect.stringMatching(/^7,Alder & Sons,REPLACED,2,50\.00,\d{4}-\d\d-\d\d$/),
      expect.stringMatching(/^8,Birch Jewelers,CREATED,1,196\.00,/),
      '9,Cedar Gems,NOTHING,,,',
      '',
    ]);

    // The bill of the month was replaced, and so are its documents: the earlier ones stay.
    const invoices = (await (await vitrine.as('alder')).post('/billing/month', lastMonth)).json as Invoice[];
    expect(invoices.map(({ version, active, amount }) => [version, active, amount])).toEqual([
      [2, true, 50],
      [2, true, 50],
      // The credit note for the earlier one.
      [1, true, -98],
      [1, false, 98],
      [1, false, 98],
    ]);
    // Drawn before their amounts were kept they say the same, the credit note too.
    await sql`update vitrine.invoice set amount_cents = null, due_date = null`.execute(vitrine.context.db);
    expect((await (await vitrine.as('alder')).post('/billing/month', lastMonth)).json).toEqual(invoices);
  });

  test('again with the same overrides it makes nothing new, and the archive has the same bytes of each bill', async () => {
    const once = await createAll([7, 'feeRate', 0.5, 'trial']);
    const bills = await billsIssued();
    const again = await createAll([7, 'feeRate', 0.5, 'trial']);
    expect(await billsIssued()).toBe(bills);
    const overriddenTerms = [
      { name: 'Monthly fee: natural, jewellery', value: '0.5 %', was: '1 %', reason: 'trial' },
    ];
    const filter = encodeURIComponent(JSON.stringify({ customerId: 7, month: text, newest: true }));
    const admin = await vitrine.as('admin');
    const [newest] = (await admin.get(`/api/bills?filter=${filter}`)).json as { id: string }[];
    expect((await admin.get(`/api/bills/${newest!.id}`)).json).toMatchObject({ overriddenTerms });
    const working = await (await vitrine.as('alder')).post('/billing/working', lastMonth);
    expect(working.json).toMatchObject({ overriddenTerms });
    const [before, after] = [unzipSync(once.bytes), unzipSync(again.bytes)];
    for (const [name, bytes] of Object.entries(before))
      if (name !== 'summary.csv') expect(after[name]).toEqual(bytes);
  });

  test('a bill that was not shown, or is another version by now, is left as it is (rule: Replacing a bill)', async () => {
    const issued = async () =>
      (
        await sql<{ customer_id: number; version: number }>`
          select customer_id, max(version)::int as version from read.bill group by 1 order by 1`.execute(
          vitrine.context.db,
        )
      ).rows.map((row) => [row.customer_id, row.version]);
    const before = await issued();
    const of = (customerId: number): number => before.find(([id]) => id === customerId)![1]!;
    const rows = [7, 8].map((customerId) => [customerId, 'feeRate', 3, 'seen']);
    const base64Overrides = await sheet(...rows);
    type Shown = { customerId: number; version: number; willBe?: { total: number; dueDate: string } };
    const run = async (...replaces: Shown[]) => {
      const reply = await download('/billing/createall', { ...lastMonth, base64Overrides, replaces });
      expect(reply.status).toBe(200);
      return strFromU8(unzipSync(reply.bytes)['problems.txt'] ?? new Uint8Array());
    };
    // One was replaced since, the other was not there to be shown; then a run that was shown none at all.
    for (const shown of [[{ customerId: 7, version: of(7) - 1 }], []]) {
      const problems = await run(...shown);
      for (const customerId of [7, 8])
        expect(problems).toContain(`is billed to customer ${customerId}: version ${of(customerId)} is `);
      expect(await issued()).toEqual(before);
    }
    // Nor where it becomes another than was shown.
    const replacements = await vitrine
      .as('admin')
      .then((admin) => admin.post('/billing/replacements', { ...lastMonth, base64Overrides }));
    const { version, willBe } = (replacements.json as Required<Shown>[]).find((row) => row.customerId === 8)!;
    const other = { ...willBe, total: willBe.total - 1 };
    expect(await run({ customerId: 8, version, willBe: other })).toMatch(
      /customer 8 has changed since .*, not by/,
    );
    expect(await issued()).toEqual(before);
    // Bills stay as the following tests know them: what was shown is replaced, and then as it was agreed again.
    expect(await run({ customerId: 8, version, willBe })).not.toContain('customer 8');
    expect(await issued()).toEqual(before.map(([id, version]) => [id, id === 8 ? version! + 1 : version]));
    expect((await createAll([8, 'feeRate', 2, 'two per cent'])).status).toBe(200);
  });

  test('vendors get a statement each, which adds up', async () => {
    const reply = await download('/billing/vendorall', lastMonth);
    expect([reply.status, reply.name]).toEqual([200, `Vitrine vendor statements ${text}.zip`]);
    const files = unzipSync(reply.bytes);
    const name = `Vitrine statement ${text} Antwerp Rounds V1`;
    expect(Object.keys(files).sort()).toEqual([`${name}.pdf`, `${name}.xlsx`]);
    const read = new ExcelJS.Workbook();
    await read.xlsx.load(Uint8Array.from(files[`${name}.xlsx`]!).buffer);
    let total: unknown;
    read
      .getWorksheet('Statement')
      ?.getColumn('G')
      .eachCell((cell) => (total = cell.result ?? total));
    // Half of 50.00, as agreed by telephone, and half of 196.00, at two per cent: what was agreed stays.
    expect(total).toBe(123);
    expect((await download('/billing/vendorall', lastMonth)).bytes).toEqual(reply.bytes);
    for (const format of ['xlsx', 'pdf']) {
      const one = await download(`/api/vendor-statements/1/file?month=${text}&format=${format}`);
      expect([one.status, one.name]).toEqual([200, `${name}.${format}`]);
      expect(one.bytes).toEqual(files[`${name}.${format}`]);
    }
    expect((await download(`/api/vendor-statements/9/file?month=${text}&format=pdf`)).status).toBe(404);
  });

  test('a key is for one run: with other overrides, or for vendors, it is 409', async () => {
    const key = { 'idempotency-key': 'run-1' };
    const body = { ...lastMonth, base64Overrides: await sheet([7, 'feeRate', 0.5, 'trial']) };
    expect((await download('/billing/createall', body, key)).status).toBe(200);
    expect((await download('/billing/createall', body, key)).status).toBe(200);
    for (const [call, other] of [
      ['/billing/createall', { ...lastMonth, base64Overrides: await sheet() }],
      ['/billing/vendorall', lastMonth],
    ] as const)
      expect(await download(call, other, key)).toMatchObject({ status: 409, json: { code: 'KEY_REUSED' } });
  });

  test('who leaves does not end the run: it bills everybody, and the same call again gives the archive', async () => {
    const leaving = new AbortController();
    const { token } = await vitrine.as('admin');
    const body = JSON.stringify({ ...lastMonth, base64Overrides: await sheet([7, 'feeRate', 0.6, 'left']) });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const address = new URL('/billing/createall', vitrine.address);
    const runs = async () =>
      (
        await sql<{ ended: boolean }>`
          select finished_at is not null as ended from vitrine.bill_run where overrides::text like '%left%'`.execute(
          vitrine.context.db,
        )
      ).rows;
    const left = fetch(address, { method: 'POST', headers, body, signal: leaving.signal });
    await vi.waitFor(async () => expect(await runs()).toHaveLength(1), patiently);
    leaving.abort();
    await expect(left).rejects.toThrow(/abort/);
    await vi.waitFor(async () => expect(await runs()).toEqual([{ ended: true }]), patiently);
    const again = unzipSync((await createAll([7, 'feeRate', 0.6, 'left'])).bytes);
    expect(await totalOf(again[`7 Alder & Sons/Vitrine bill ${text} customer 7.xlsx`]!)).toBe(50);
    expect(strFromU8(again['summary.csv']!)).toContain('7,Alder & Sons,UNCHANGED');
    expect(vitrine.failures).toEqual([]);
  });

  test('a sheet is checked with the overrides in force: they may have taken its line away', async () => {
    const minimum = { changes: { minInventoryCents: 100 }, effectiveAt: '2026-01-01' };
    const command = { commandId: 'minimum-7', actor: ADMINISTRATOR };
    await customerCommands.changeTerms(vitrine.context, command, 7, minimum);
    expect((await createAll([7, 'minInventory', 0, 'trial'])).status).toBe(200);
    expect(await createAll([7, 'TRUE_UP', 0, 'waived'])).toMatchObject({
      status: 402,
      json: { message: expect.stringMatching(/row 2: customer 7 has no line "TRUE_UP"/) },
    });
  });

  test('one customer’s failure stands in problems.txt and does not stop the rest', async () => {
    await vitrine.listStone('N-3');
    await vitrine.document('MEMO', 'N-3', 9, `${text}-02`);
    await vitrine.shown();
    // Something in Birch's stream could not be applied.
    await sql`
      insert into vitrine.projection_parked (name, build, stream, revision, position, event_type, reason)
      select name, build, 'customer-8', 0, 1, 'CustomerRegistered', 'not readable'
      from vitrine.projection_build where name = 'customers' and state = 'live'`.execute(vitrine.context.db);
    const reply = await createAll();
    const files = unzipSync(reply.bytes);
    expect(strFromU8(files['problems.txt']!)).toMatch(
      /^Customer 8, Birch Jewelers: .*customer-8, which is parked: not readable/,
    );
    expect(Object.keys(files)).toContain(`9 Cedar Gems/Vitrine bill ${text} customer 9.pdf`);
  });
});

test('a bill that somebody else made gets its documents too', async () => {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ missing: number }>`
      select count(*)::int as missing from read.bill as bill where not exists (
        select from vitrine.invoice where bill_id = bill.event_id) and not exists (
        select from read.bill as newer where newer.customer_id = bill.customer_id and newer.month = bill.month and newer.version > bill.version)`.execute(
      vitrine.context.db,
    );
    expect(rows[0]?.missing).toBe(0);
  }, patiently);
});

describe('Who may', () => {
  test.each([
    ['/billing/create', async () => ({ ...lastMonth })],
    ['/billing/createall', async () => ({ ...lastMonth, base64Overrides: await sheet() })],
    ['/billing/vendorall', async () => ({ ...lastMonth })],
  ])('%s', async (call, body) => {
    for (const [caller, status] of callersOf('administer')) {
      const expected =
        call === '/billing/create' && caller === 'an administrator without a customer' ? 402 : status;
      expect([caller, await statusFor(vitrine, caller, call, await body())]).toEqual([caller, expected]);
    }
  });
});
