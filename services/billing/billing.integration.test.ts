import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { BillWorking } from '#contracts/api/bill-working.ts';
import type { createBillReply, WireBill } from '#contracts/api/bills.ts';
import { monthName, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { vendorCommands } from '#services/vendors/index.ts';
import { callersOf, statusFor } from '#tests/support/callers.ts';
import {
  ADMINISTRATOR,
  FIRST,
  SECOND,
  startBillingHouse,
  THIS_MONTH,
  type BillingHouse,
} from './testing/billing-house.ts';

type Created = z.infer<typeof createBillReply>;

let house: BillingHouse;
let vitrine: BillingHouse['vitrine'];
let admin: BillingHouse['admin'];

beforeAll(async () => {
  house = await startBillingHouse();
  ({ vitrine, admin } = house);
});
afterAll(() => vitrine?.close());

test.each(['RETAIL', 'NONE'])(
  'an administrator with the prices %s is refused bills and statements',
  async (prices) => {
    const narrowed = await vitrine.as('admin', { prices });
    const refused = { status: 403, json: { code: 'NO_PRICES' } };
    for (const path of [
      '/api/bills',
      `/api/bills/preview?customerId=7&month=${FIRST}`,
      `/api/bills/explain?customerId=7&month=${FIRST}&from=0`,
      `/api/bills/compare?customerId=7&month=${FIRST}`,
      `/api/bills/7-${FIRST}-1`,
      `/api/bills/7-${FIRST}-1/settlement`,
      `/api/vendor-statements?filter=${encodeURIComponent(JSON.stringify({ month: FIRST }))}`,
      `/api/vendor-statements/1?month=${FIRST}`,
      `/api/vendor-statements/1/file?month=${FIRST}&format=pdf`,
      `/api/journal?from=${FIRST}&to=${FIRST}&format=csv`,
      '/api/customers/7/billing-begins',
      `/api/invoices/check?customerId=7&year=2026&month=1&fileName=bill.pdf`,
    ])
      expect(await narrowed.get(path), path).toMatchObject(refused);
    const changes = { minInventory: 1 };
    expect(
      await narrowed.post('/api/bills/terms-preview', { customerId: 7, changes, effectiveAt: '2026-04-01' }),
    ).toMatchObject(refused);
    expect(await narrowed.post('/api/bills', { customerId: 7, month: FIRST })).toMatchObject(refused);
    // Before anything else is looked at: none of them has a customer, or a sheet.
    for (const path of ['create', 'createall', 'replacements', 'vendorall'])
      expect(await narrowed.post(`/billing/${path}`, {}), path).toMatchObject({
        status: 402,
        json: { code: 'NO_PRICES' },
      });
    const { json } = await narrowed.get('/api/bill-runs');
    expect(JSON.stringify(json)).not.toContain('postings');
  },
);

describe('closing months', () => {
  test('a month that is not over is not billed', async () => {
    const { status, json } = await house.create(THIS_MONTH);
    expect([status, json]).toEqual([422, expect.objectContaining({ code: 'MONTH_NOT_OVER' })]);
  });

  test('months are billed in order', async () => {
    const { status, json } = await house.create(SECOND);
    expect([status, json]).toEqual([422, expect.objectContaining({ code: 'MONTHS_IN_ORDER' })]);
  });

  test.each([
    [`/api/bills/preview?customerId=7&month=9999-12`, 400, 'month'],
    [`/api/bills/explain?customerId=7&month=${FIRST}&from=rubbish`, 400, 'from'],
    [`/api/vendor-statements/4711?month=${FIRST}`, 404, 'vendorId'],
  ])('%s is refused with %i, and names %s', async (path, status, field) => {
    expect(await admin.get(path)).toMatchObject({ status, json: { field } });
  });

  test('an override that no customer could have is refused, and names its row', async () => {
    const override = {
      target: 'TERM',
      customerId: 7,
      term: 'paymentDays',
      value: 99_999_999_999,
      reason: 'x',
    };
    const body = { kind: 'BILLS', month: FIRST, overrides: [override] };
    expect(await admin.post('/api/bill-runs', body)).toMatchObject({
      status: 422,
      json: { field: 'overrides[0].value', code: 'INVALID' },
    });
  });

  test('a knowledge cut that is still to come is now; one before anything knows nothing', async () => {
    const { cut } = await house.preview(THIS_MONTH, '&knownAt=2099-01-01');
    expect(cut.recordedAt <= new Date().toISOString()).toBe(true);
    const { json } = await admin.get(`/api/bills/explain?customerId=7&month=${FIRST}&from=0`);
    expect(json).toMatchObject({ from: { recordedAt: '1970-01-01T00:00:00.000Z' }, before: 0 });
  });

  test('an unknown customer is 404', async () => expect((await house.create(FIRST, 4711)).status).toBe(404));

  test('the bill is made once: again under its key, and again with nothing new', async () => {
    const key = randomUUID();
    const created = (await house.create(FIRST, 7, key)).json as Created;
    expect(created).toMatchObject({
      outcome: 'CREATED',
      bill: { month: FIRST, version: 1, issuedBy: 'admin' },
    });
    expect(created.bill!.lines.map((line) => line.kind)).toEqual(['FEE', 'TRUE_UP', 'DEPLOYMENT']);
    expect(((await house.create(FIRST, 7, key)).json as Created).bill).toEqual(created.bill);
    expect((await house.create(FIRST)).json).toMatchObject({ outcome: 'UNCHANGED', bill: { version: 1 } });
    expect(
      (
        await admin.post(
          '/api/bills',
          { customerId: 8, month: FIRST },
          { headers: { 'idempotency-key': key } },
        )
      ).status,
    ).toBe(409);
    const { json } = await admin.get(`/api/bills/7-${FIRST}-1`);
    expect(json).toMatchObject({ ...created.bill });
  });

  test('a preview says whether the bill that stands is kept: not when only vendors’ parts differ', async () => {
    const standing = await house.preview(FIRST);
    expect(standing).toMatchObject({ unchanged: true, closedBy: null });
    expect((await house.preview(SECOND)).unchanged).toBe(false);
    await vendorCommands.changeTerms(vitrine.context, { commandId: randomUUID(), actor: ADMINISTRATOR }, 1, {
      changes: { ourDeploymentCostCents: 4_000 },
      effectiveAt: `${FIRST}-01`,
    });
    const amountsOf = ({ lines }: WireBill) => lines.map(({ key, amount }) => [key, amount]);
    const differing = await house.preview(FIRST);
    expect([differing.unchanged, amountsOf(differing)]).toEqual([false, amountsOf(standing)]);
    expect((await house.create(FIRST)).json).toMatchObject({ code: 'REPLACES_BILL' });
  });

  test('it may be replaced until a later month is closed, then what is new is an adjustment that names its event', async () => {
    await vitrine.document('RETURN_MEMO', 'B-1', 7, `${FIRST}-21`);
    expect(await house.create(FIRST)).toMatchObject({
      status: 422,
      json: { code: 'REPLACES_BILL', field: 'replaces' },
    });
    const replaced = await admin.post('/api/bills', { customerId: 7, month: FIRST, replaces: 1 });
    expect(replaced.json).toMatchObject({ outcome: 'REPLACED', bill: { version: 2 } });
    expect((await house.create(SECOND)).json).toMatchObject({ outcome: 'CREATED' });
    // The month is closed: the bill that stands is answered as long as it is unchanged.
    expect(await house.preview(FIRST)).toMatchObject({ unchanged: true, closedBy: SECOND });
    expect((await house.create(FIRST)).json).toMatchObject({ outcome: 'UNCHANGED', bill: { version: 2 } });

    const before = await house.preview(THIS_MONTH);
    expect(before.lines.filter((line) => line.kind === 'ADJUSTMENT')).toEqual([]);
    await house.agreeLate();
    const adjusted = (await house.preview(THIS_MONTH)).lines.filter((line) => line.kind === 'ADJUSTMENT');
    expect(adjusted.map((line) => line.key)).toEqual([
      `ADJUSTMENT:${SECOND}:FEE:B-2`,
      `ADJUSTMENT:${SECOND}:TRUE_UP:`,
    ]);
    for (const line of adjusted)
      expect(line.working['causes']).toEqual([
        expect.objectContaining({
          type: 'CustomerTermsChanged',
          actor: 'admin',
          reason: 'as agreed',
          delta: line.amount,
        }),
      ]);
    await vitrine.document('RETURN_MEMO', 'B-1', 7, `${FIRST}-20`);
    expect(await house.preview(FIRST)).toMatchObject({ unchanged: false, closedBy: SECOND });
    expect((await house.create(FIRST)).json).toMatchObject({ code: 'MONTH_CLOSED' });
  });

  test('the list shows every version', async () => {
    const { json, headers } = await admin.get(
      `/api/bills?filter=${encodeURIComponent(JSON.stringify({ customerId: 7 }))}&sort=["version","DESC"]`,
    );
    expect(headers.get('content-range')).toBe('bills 0-2/3');
    expect(json).toContainEqual(
      expect.objectContaining({ id: `7-${FIRST}-1`, newest: false, customerName: 'Alder & Sons' }),
    );
    expect(json).toContainEqual(expect.objectContaining({ id: `7-${FIRST}-2`, newest: true }));
  });

  test('a month is found as it is shown, and as it is written', async () => {
    const found = async (q: string): Promise<string[]> => {
      const filter = encodeURIComponent(JSON.stringify({ q, customerId: 7, version: 1 }));
      const { json } = await admin.get(`/api/bills?filter=${filter}`);
      return (json as { id: string }[]).map(({ id }) => id);
    };
    const shown = monthName(FIRST);
    const ofFirst = [`7-${FIRST}-1`];
    for (const q of [shown, shown.toLowerCase(), FIRST]) expect(await found(q), q).toEqual(ofFirst);
    expect(await found(shown.slice(0, 3))).toEqual(ofFirst);
  });
});

describe('an opened bill', () => {
  const newest = async (): Promise<{ id: string; version: number; total: number }> => {
    const filter = JSON.stringify({ customerId: 7, month: FIRST, newest: true });
    const { json } = await admin.get(`/api/bills?filter=${encodeURIComponent(filter)}`);
    return (json as { id: string; version: number; total: number }[])[0]!;
  };

  test('names customer and vendors, and says what has become of it', async () => {
    const { id, version, total } = await newest();
    expect(await admin.get(`/api/bills/${id}`)).toMatchObject({
      status: 200,
      json: {
        customerName: 'Alder & Sons',
        vendors: [{ vendorId: 1, name: 'Antwerp Rounds' }],
        newestVersion: version,
      },
    });
    const { json } = await admin.get(`/api/bills/${id}/settlement`);
    expect(json).toMatchObject({ settlement: { version, issued: total, unaccounted: 0 } });
    expect((await admin.get('/api/bills/7-2001-01-1/settlement')).status).toBe(404);
  });

  test('its documents are there to download once they are drawn', async () => {
    const { id } = await newest();
    type Documents = { documents: { invoiceId: number; fileName: string }[] };
    const documents = async () => ((await admin.get(`/api/bills/${id}`)).json as Documents).documents;
    await expect.poll(async () => (await documents()).length).toBeGreaterThanOrEqual(2);
    for (const { invoiceId } of await documents())
      expect((await admin.get(`/api/invoices/${invoiceId}/file`)).status).toBe(200);
  });

  test('a version and a cut side by side: the lines that differ sum to the difference', async () => {
    const { version, total } = await newest();
    const query = `/api/bills/compare?customerId=7&month=${FIRST}&fromVersion=${version}`;
    const { json } = await admin.get(`${query}&to=0`);
    expect(json).toMatchObject({ field: 'knownAt' });
    const same = (await admin.get(`${query}&toVersion=${version}`)).json;
    expect(same).toMatchObject({ before: { total, version }, after: { total }, difference: 0, lines: [] });
    const since = (await admin.get(query)).json as {
      difference: number;
      after: { version: null };
      lines: { difference: number }[];
    };
    expect(since.after.version).toBeNull();
    const cents = since.lines.reduce((sum, line) => sum + Math.round(line.difference * 100), 0);
    expect(cents).toBe(Math.round(since.difference * 100));
    expect(await admin.get(`${query}&toVersion=99`)).toMatchObject({
      status: 404,
      json: { field: 'version' },
    });
  });
});

describe('what its customer reads on screen', () => {
  const asked = async (who: string, month: string, headers: Record<string, string> = {}) =>
    (await vitrine.as(who, headers)).post('/billing/working', yearAndMonth(month));

  test('is the newest version line by line, with days, events and terms', async () => {
    const { status, json } = await asked('alder', FIRST);
    const { json: issued } = await admin.get(`/api/bills/7-${FIRST}-2`);
    const { total, dueDate } = issued as WireBill;
    expect([status, json]).toMatchObject([200, { month: FIRST, version: 2, total, dueDate }]);
    const { sections, terms } = json as BillWorking;
    expect(sections.map(({ title }) => title)).toContain('Monthly fees');
    const fee = sections.flatMap(({ lines }) => lines).find(({ days }) => days.length > 0)!;
    expect(fee.description).toMatch(/^1\.\d\d ct /);
    expect(fee.days[0]).toMatchObject({
      from: expect.stringContaining(FIRST),
      words: expect.stringMatching(/%/),
    });
    expect(terms[0]!.from).toBe(`${FIRST}-01`);
  });

  test('is there for who acts for it, with wholesale prices, of a month that is billed', async () => {
    expect((await asked('rep', FIRST, { customer: '7' })).status).toBe(200);
    const refused = (code: string) => ({ status: 402, json: { code } });
    expect(await asked('rep', FIRST)).toMatchObject(refused('NO_CUSTOMER'));
    expect(await asked('birch', FIRST)).toMatchObject(refused('NO_BILL'));
    expect(await asked('alder', THIS_MONTH)).toMatchObject(refused('NO_BILL'));
    for (const prices of ['RETAIL', 'NONE'])
      expect(await asked('alder', FIRST, { prices })).toMatchObject(refused('NO_PRICES'));
  });

  test('the months that have invoices are named to whom may see them, the newest first', async () => {
    const months = async (who: string, headers: Record<string, string> = {}): Promise<unknown> =>
      (await (await vitrine.as(who, headers)).get('/billing/months')).json;
    expect(await months('alder')).toEqual([SECOND, FIRST].map(yearAndMonth));
    expect(await months('birch')).toEqual([]);
    expect(await months('rep')).toEqual([]);
    expect(await months('alder', { prices: 'NONE' })).toEqual([]);
  });
});

const QUERY = `customerId=7&month=${FIRST}`;
describe.each([
  ['GET', '/api/bills', undefined],
  ['GET', `/api/bills/preview?${QUERY}`, undefined],
  ['GET', `/api/bills/explain?${QUERY}`, undefined],
  ['GET', `/api/bills/7-${FIRST}-1`, undefined],
  ['POST', '/api/bills/terms-preview', { customerId: 7, changes: {}, effectiveAt: `${FIRST}-01` }],
  ['POST', '/api/bills', { customerId: 8, month: FIRST }],
  ['GET', `/api/vendor-statements?filter=${encodeURIComponent(`{"month":"${FIRST}"}`)}`, undefined],
  ['GET', `/api/vendor-statements/1?month=${FIRST}`, undefined],
  ['GET', '/api/bill-runs', undefined],
  ['POST', '/api/bill-runs', { kind: 'VERIFY' }],
  ['GET', '/api/bill-alarms', undefined],
  ['GET', '/api/billing-months', undefined],
] as const)('%s %s is for administrators', (method, path, body) => {
  test.each(callersOf('administer'))('%s: %i', async (caller, status) => {
    expect(await statusFor(vitrine, caller, path, body, method)).toBe(status);
  });
});
