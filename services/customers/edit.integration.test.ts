import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import type { AvailableAccount, RetailMarkupRow } from '#contracts/api/customer-edits.ts';
import type { Customer } from '#contracts/api/customers.ts';
import { callersOf, statusFor } from '#tests/support/callers.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';

let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
  await vitrine.shown();
  admin = await vitrine.as('admin');
});
afterAll(() => vitrine.close());

const read = async (id: number) => (await admin.get(`/api/customers/${id}`)).json as CustomerResource;
const put = (id: number, body: object, headers: Record<string, string> = {}) =>
  admin.post(`/api/customers/${id}`, body, { method: 'PUT', headers });

describe('Who may (product: Roles)', () => {
  const calls = [
    ['/admin/updatecustomer', { customerId: 8 }, 'administer'],
    ['/admin/getnullaccounts', undefined, 'administer'],
    ['/admin/allcustomers', undefined, 'staff'],
  ] as const;
  for (const [path, body, kind] of calls) {
    test.each(callersOf(kind))(`${path} by %s answers %i`, async (caller, status) => {
      expect(await statusFor(vitrine, caller, path, body)).toBe(status);
    });
  }
  test.each([
    ['POST', '/admin/newcustomer', { name: 'Mine' }],
    ['POST', '/api/customers', { name: 'Mine' }],
    ['PUT', '/api/customers/8', { name: 'Mine' }],
    ['POST', '/admin/getmarkup', undefined],
    ['POST', '/admin/setmarkup', []],
    ['POST', '/admin/updateaccountcodes', []],
    ['POST', '/admin/deleteaccountcodes', []],
  ])('%s %s is refused to a rep and to a customer', async (method, path, body) => {
    for (const username of ['rep', 'alder']) {
      const user = await vitrine.as(username, { customer: '7' });
      expect((await user.post(path, body, { method })).status).toBe(403);
    }
  });
});

describe('A customer is edited (product: Customer)', () => {
  test('all groups together; what is left out stays', async () => {
    const before = await read(8);
    const reply = await put(8, { bigName: 'BIRCH', legend: true, minInventory: 1000.5, feeRate: 1.25 });
    expect(reply).toMatchObject({
      status: 200,
      json: {
        id: 8,
        name: 'Birch Jewelers',
        bigName: 'BIRCH',
        legend: true,
        minInventory: 1000.5,
        feeRate: 1.25,
      },
    });
    const after = await read(8);
    expect(after.giaRoundDiscount).toBe(before.giaRoundDiscount);
    expect(after.version).not.toBe(before.version);
    expect(reply.headers.get('etag')).toBe(`"${after.version}"`);
  });

  test('of two edits of one customer the second is refused, and nothing of it is saved', async () => {
    const opened = await read(8);
    const first = await put(8, { legalName: 'First Inc.' }, { 'if-match': `"${opened.version}"` });
    expect(first.status).toBe(200);
    const second = await put(
      8,
      { legalName: 'Second Inc.', email: 'b@b.example' },
      { 'if-match': `"${opened.version}"` },
    );
    expect(second).toMatchObject({
      status: 409,
      json: {
        code: 'CHANGED_MEANWHILE',
        message: 'admin has changed this customer since you opened it. Nothing of yours was saved.',
      },
    });
    expect(await read(8)).toMatchObject({ legalName: 'First Inc.', email: '' });
    const again = await put(8, { email: 'b@b.example' }, { 'if-match': first.headers.get('etag')! });
    expect(again.json).toMatchObject({ legalName: 'First Inc.', email: 'b@b.example' });
  });

  test('what the customer itself asks for changes no version', async () => {
    await vitrine.listStone('V1');
    await vitrine.shown();
    const before = await read(8);
    const birch = await vitrine.as('birch');
    expect((await birch.post('/inventory/request_stones', { parcelNames: ['V1'] })).status).toBe(200);
    await vitrine.shown();
    expect((await read(8)).version).toBe(before.version);
    expect((await put(8, { legend: false }, { 'if-match': `"${before.version}"` })).status).toBe(200);
  });

  test('terms from a past day on are not those of the days before', async () => {
    await put(9, { feeRate: 2, effectiveAt: '2026-03-01', reason: 'agreed in March' });
    expect(await read(9)).toMatchObject({ feeRate: 2 });
    await put(9, { feeRate: 3, effectiveAt: '2099-01-01' });
    expect(await read(9)).toMatchObject({ feeRate: 2 });
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ feeRate: -1 }, 'feeRate'],
    [{ minInventory: 1.005 }, 'minInventory'],
    [{ minInventory: 10, maxInventory: 5 }, 'minInventory'],
    [{ gracePeriodDays: 1.5 }, 'gracePeriodDays'],
    [{ effectiveAt: 'soon' }, 'effectiveAt'],
    [
      { accountCodes: [{ dxInstance: 'VITRINE', accountCode: '1', docType: 'MEMO' }] },
      'accountCodes.0.accountCode',
    ],
    [
      { accountCodes: [{ dxInstance: 'VITRINE', accountCode: '07-01-0001', docType: 'MEMO' }] },
      'accountCodes.0.accountCode',
    ],
  ])('%o is refused at %s and changes nothing', async (edit, field) => {
    const before = await read(9);
    expect(await put(9, edit)).toMatchObject({ status: 422, json: { field } });
    expect((await read(9)).version).toBe(before.version);
  });

  test('one there is not', async () => {
    expect((await put(99, { name: 'X' })).status).toBe(404);
    expect(await admin.post('/admin/updatecustomer', { customerId: 99, name: 'X' })).toMatchObject({
      status: 402,
    });
  });

  test('/admin/updatecustomer changes it from today on', async () => {
    const reply = await admin.post('/admin/updatecustomer', { customerId: 9, paymentDays: 45 });
    expect(reply).toMatchObject({ status: 200, json: { customerId: 9, paymentDays: 45 } });
  });
});

describe('A new customer', () => {
  test('takes the next number and the defaults; repeated under its key it is the same one', async () => {
    const body = {
      name: 'Dogwood',
      accountCodes: [{ dxInstance: 'MUMBAI', accountCode: '11-22-3333', docType: 'MEMO,INVOICE' }],
    };
    const headers = { 'idempotency-key': 'dogwood' };
    const reply = await admin.post('/api/customers', body, { headers });
    expect(reply).toMatchObject({
      status: 201,
      json: {
        id: 10,
        allowLogin: true,
        allowActions: false,
        fmAllowed: false,
        lgAllowed: false,
        minInventory: 0,
        maxInventory: 0,
        accountCodes: [{ dxInstance: 'MUMBAI', accountCode: '11-22-3333', docType: 'INVOICE,MEMO' }],
      },
    });
    const repeated = await admin.post('/api/customers', body, { headers });
    expect(repeated).toMatchObject({ status: 201, json: { id: 10 } });
    expect(await admin.post('/api/customers', { name: 'Other' }, { headers })).toMatchObject({
      status: 409,
      json: { code: 'KEY_REUSED' },
    });
    const all = (await admin.post('/admin/allcustomers')).json as Customer[];
    expect(all.map(({ name }) => name)).toContain('Dogwood');
  });
  test('by /admin/newcustomer needs a name and a free number', async () => {
    expect(await admin.post('/admin/newcustomer', { legalName: 'X' })).toMatchObject({
      status: 402,
      json: { field: 'name' },
    });
    expect(await admin.post('/admin/newcustomer', { name: 'X', customerId: 7 })).toMatchObject({
      status: 402,
    });
    expect(await admin.post('/admin/newcustomer', { name: 'Elder', customerId: 40 })).toMatchObject({
      status: 200,
      json: { customerId: 40, name: 'Elder' },
    });
  });
});

test('an edit repeated under its key changes nothing and is not judged again, whatever others did since', async () => {
  const created = async (name: string, accountCodes: object[] = []) =>
    ((await admin.post('/admin/newcustomer', { name, accountCodes })).json as Customer).customerId;
  const account = { accountCode: '31-31-3131', docType: 'MEMO' };
  const hazel = await created('Hazel', [account]);
  const ivy = await created('Ivy');
  const keyed = (key: string, body: object) => put(hazel, body, { 'idempotency-key': key });
  const named = { legalName: 'Hazel Ltd', accountCodes: [account] };
  const unchanged = { bigName: 'Hazel' };
  expect((await keyed('hazel-1', named)).status).toBe(200);
  expect((await keyed('hazel-2', unchanged)).status).toBe(200);

  await put(hazel, { legalName: 'Hazel & Co', bigName: 'HAZEL' });
  const moved = { accountCode: account.accountCode, customerId: ivy, movedFrom: hazel };
  expect((await admin.post('/admin/updateaccountcodes', [moved])).status).toBe(200);

  const now = { legalName: 'Hazel & Co', bigName: 'HAZEL', accountCodes: [] };
  expect(await keyed('hazel-1', named)).toMatchObject({ status: 200, json: now });
  expect(await keyed('hazel-2', unchanged)).toMatchObject({ status: 200, json: now });
});

describe('Retail markups (product: Retail markup)', () => {
  const row: RetailMarkupRow = {
    type: 'weight',
    minWeight: 0.5,
    maxWeight: 1.25,
    minValue: null,
    maxValue: null,
    productTypes: ['LOOSE', 'LAB_GROWN'],
    markup: 45.5,
  };
  const forAlder = { headers: { customer: '7' } };
  test('are set whole, in order, and read again in carats, dollars and percent', async () => {
    const byValue = {
      ...row,
      type: 'value',
      minWeight: null,
      maxWeight: null,
      minValue: 100.25,
      maxValue: null,
    };
    expect((await admin.post('/admin/setmarkup', [row, byValue], forAlder)).json).toEqual([row, byValue]);
    const read = await admin.post('/admin/getmarkup', undefined, forAlder);
    expect(read.json).toEqual([row, byValue]);
    // Of two who have read them the second is refused.
    const seen = { headers: { ...forAlder.headers, 'if-match': read.headers.get('etag')! } };
    const first = await admin.post('/admin/setmarkup', [byValue], seen);
    expect(first).toMatchObject({ status: 200, json: [byValue] });
    expect(await admin.post('/admin/setmarkup', [row], seen)).toMatchObject({
      status: 402,
      json: { code: 'CHANGED_MEANWHILE' },
    });
    const next = { headers: { ...forAlder.headers, 'if-match': first.headers.get('etag')! } };
    const last = await admin.post('/admin/setmarkup', [row], next);
    expect(last.json).toEqual([row]);
    // With nothing to do, the next read shows all that was known by then.
    const same = await admin.post('/admin/setmarkup', [row], forAlder);
    expect(Number(same.headers.get('x-position'))).toBeGreaterThanOrEqual(
      Number(last.headers.get('x-position')),
    );
    expect(Number(last.headers.get('x-position'))).toBeGreaterThan(0);
  });
  test('of which the pair that is not used is left out are answered with it as null', async () => {
    const { minWeight: _, maxWeight: __, ...byValue } = { ...row, type: 'value', minValue: 0, maxValue: 1 };
    const whole = { ...byValue, minWeight: null, maxWeight: null };
    expect((await admin.post('/admin/setmarkup', [byValue], forAlder)).json).toEqual([whole]);
    expect((await admin.post('/admin/getmarkup', undefined, forAlder)).json).toEqual([whole]);
  });
  test.each([
    [{ ...row, minValue: 5 }, '0.type'],
    [{ ...row, minWeight: 2 }, '0.minWeight'],
    [{ ...row, productTypes: [] }, '0.productTypes'],
    [{ ...row, minWeight: 0.1234 }, '0.minWeight'],
  ])('%o is refused at %s', async (bad, field) => {
    expect(await admin.post('/admin/setmarkup', [bad], forAlder)).toMatchObject({
      status: 402,
      json: { field },
    });
  });
  test('need a customer', async () => {
    expect((await admin.post('/admin/getmarkup')).status).toBe(402);
  });
});

describe('Available accounts (product: Account code)', () => {
  const account = (accountCode: string, customerId: number | null): AvailableAccount => ({
    dxInstance: 'ANTWERP',
    accountCode,
    docType: ['MEMO', 'INVOICE'],
    customerId,
  });
  test('are entered, given to a customer, given back and removed', async () => {
    const free = async () => (await admin.post('/admin/getnullaccounts')).json;
    expect((await admin.post('/admin/updateaccountcodes', [account('55-00-0001', null)])).json).toEqual([
      account('55-00-0001', null),
    ]);
    await admin.post('/admin/updateaccountcodes', [account('55-00-0001', 9)]);
    expect(await free()).toEqual([]);
    expect((await read(9)).accountCodes).toContainEqual({
      dxInstance: 'ANTWERP',
      accountCode: '55-00-0001',
      docType: 'INVOICE,MEMO',
    });
    // Another customer's account is not moved in silence (rule: Accounts and actions).
    for (const customerId of [8, null]) {
      const silent = [account('55-00-0001', customerId)];
      expect(await admin.post('/admin/updateaccountcodes', silent)).toMatchObject({
        status: 402,
        json: {
          message: 'The account 55-00-0001 belongs to customer 9. Remove it there first.',
          code: 'ACCOUNT_TAKEN',
          field: '0.accountCode',
        },
      });
      const wrong = [{ ...account('55-00-0001', customerId), movedFrom: 7 }];
      expect((await admin.post('/admin/updateaccountcodes', wrong)).status).toBe(402);
    }
    expect((await read(9)).accountCodes).toHaveLength(2);
    const named = [{ ...account('55-00-0001', 8), movedFrom: 9 }];
    expect((await admin.post('/admin/updateaccountcodes', named)).status).toBe(200);
    expect((await read(9)).accountCodes).toHaveLength(1);
    expect((await read(8)).accountCodes).toHaveLength(2);
    // Removed from a page on which it was another's, or free.
    for (const movedFrom of [null, 9]) {
      const seen = { dxInstance: 'ANTWERP', accountCode: '55-00-0001', movedFrom };
      expect(await admin.post('/admin/deleteaccountcodes', [seen])).toMatchObject({
        status: 402,
        json: {
          message: 'The account 55-00-0001 belongs to customer 8. Remove it there first.',
          code: 'ACCOUNT_TAKEN',
          field: '0.accountCode',
        },
      });
    }
    expect((await read(8)).accountCodes).toHaveLength(2);
    await admin.post('/admin/deleteaccountcodes', [{ dxInstance: 'ANTWERP', accountCode: '55-00-0001' }]);
    expect(await free()).toEqual([]);
    expect((await read(8)).accountCodes).toHaveLength(1);
  });
  test('one that is taken from a customer in its form is available again', async () => {
    const { accountCodes = [] } = await read(9);
    const taken = { dxInstance: 'MUMBAI', accountCode: '55-00-0002', docType: 'MEMO' };
    const both = await put(9, { accountCodes: [...accountCodes, taken] });
    expect(both.status).toBe(200);
    await put(9, { accountCodes });
    expect((await admin.post('/admin/getnullaccounts')).json).toEqual([
      { dxInstance: 'MUMBAI', accountCode: '55-00-0002', docType: ['MEMO'], customerId: null },
    ]);
    await admin.post('/admin/deleteaccountcodes', [{ ...taken, movedFrom: null }]);
    expect((await admin.post('/admin/getnullaccounts')).json).toEqual([]);
  });
  test('that documents in suspense name are among them', async () => {
    const document = {
      docType: 'INVOICE',
      docNo: 'I-1',
      line: 1,
      version: 1,
      accountCode: '66-00-0001',
      parcelName: 'X',
    };
    await vitrine.pool.query(
      `insert into vitrine.suspense_document (instance, doc_type, doc_no, line, version, document, reason, since, tried_at)
       values ('NEW_YORK', 'INVOICE', 'I-1', 1, 1, $1, 'unknown account', now(), now())`,
      [JSON.stringify(document)],
    );
    const seen = {
      dxInstance: 'NEW_YORK',
      accountCode: '66-00-0001',
      docType: ['INVOICE'],
      customerId: null,
      inSuspense: true,
    };
    const free = async () => (await admin.post('/admin/getnullaccounts')).json;
    expect(await free()).toEqual([seen]);
    const entered = { ...seen, docType: ['MEMO'] };
    expect((await admin.post('/admin/updateaccountcodes', [entered])).json).toEqual([
      { ...seen, docType: ['MEMO', 'INVOICE'] },
    ]);
    expect((await admin.post('/admin/deleteaccountcodes', [{ ...seen, movedFrom: null }])).json).toEqual([
      seen,
    ]);
    // A dismissed document waits for no account.
    await vitrine.pool.query('update vitrine.suspense_document set dismissed = true');
    expect(await free()).toEqual([]);
  });
  test.each([
    [[{ ...account('5', null) }], '0.accountCode'],
    [[account('55-00-0002', 8), account('55-00-0003', 99)], '1.customerId'],
  ])('%o is refused at %s, and nothing of it is done', async (body, field) => {
    expect(await admin.post('/admin/updateaccountcodes', body)).toMatchObject({
      status: 402,
      json: { field },
    });
    expect((await read(8)).accountCodes).toHaveLength(1);
  });
});
