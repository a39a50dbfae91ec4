import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_DETAILS, STANDARD_ACCOUNTS } from '#contracts/api/finance.ts';
import { houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, monthName, monthOf } from '#contracts/vocabulary/months.ts';
import { billOfMonth } from '#projections/billing/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { insertRun, openRunOf } from '../runs/run-store.ts';
import { numberDocuments } from './document-numbers.ts';

/** What finance sets, over HTTP with real stores. */
const THIS_MONTH = monthOf(houseDayOf(new Date().toISOString(), ZONE));
const LAST = addMonths(THIS_MONTH, -1);

let vitrine: SmallVitrine;
let admin: Awaited<ReturnType<SmallVitrine['as']>>;

beforeAll(async () => {
  vitrine = await startSmallVitrine();
  admin = await vitrine.as('admin');
  for (const name of ['F-1', 'F-2']) await vitrine.listStone(name);
  await vitrine.document('MEMO', 'F-1', 7, `${LAST}-01`);
  await vitrine.shown();
});
afterAll(() => vitrine?.close());

const create = (month: string, customerId = 7, more = {}) =>
  admin.post('/api/bills', { customerId, month, ...more });
const lock = (through: string | null, reason = 'filed') =>
  admin.post('/api/period-lock', { through, reason });

describe('Period lock (rule: Period lock)', () => {
  test('a lock needs a reason and a month that is over', async () => {
    expect(await lock(THIS_MONTH)).toMatchObject({ status: 422, json: { code: 'MONTH_NOT_OVER' } });
    expect(await lock(LAST, ' ')).toMatchObject({ status: 422 });
    expect(await admin.get('/api/period-lock')).toMatchObject({ json: { through: null, history: [] } });
  });

  test('a locked month is neither billed nor replaced; an unchanged bill is answered; unlocking opens it', async () => {
    expect((await create(LAST)).status).toBe(200);
    expect(await lock(LAST)).toMatchObject({
      status: 200,
      json: { through: LAST, history: [{ through: LAST, reason: 'filed', setBy: 'admin' }] },
    });
    expect(await create(LAST)).toMatchObject({ status: 200, json: { outcome: 'UNCHANGED' } });
    // A fact dated in it is recorded all the same.
    await vitrine.document('MEMO', 'F-2', 7, `${LAST}-05`);
    await vitrine.shown();
    const refused = await create(LAST, 7, { replaces: 1 });
    expect(refused).toMatchObject({ status: 422, json: { code: 'PERIOD_LOCKED', field: 'month' } });
    expect((refused.json as { message: string }).message).toContain(
      `${monthName(LAST)} is locked: admin locked the months up to ${monthName(LAST)} (filed).`,
    );
    expect(await lock(null, 'a late document')).toMatchObject({
      json: { through: null, history: [{ reason: 'a late document' }, { reason: 'filed' }] },
    });
    expect(await create(LAST, 7, { replaces: 1 })).toMatchObject({ json: { outcome: 'REPLACED' } });
  });
});

describe('Billing begins on (rule: Billing begins on)', () => {
  const path = '/api/customers/8/billing-begins';
  const set = (body: object, of = path) => admin.post(of, body, { method: 'PUT' });

  test('earlier months are refused, the opening balance stands on the first bill, then it is settled', async () => {
    expect(await admin.get(path)).toMatchObject({ status: 200, json: { opening: null } });
    const opening = { month: LAST, balance: 1250.5 };
    const before = { month: addMonths(LAST, -1), balance: 0 };
    expect(await set({ ...before, reason: 'moves in', seen: null })).toMatchObject({ status: 200 });
    expect(await set({ ...opening, reason: 'moves in' })).toMatchObject({ status: 200, json: { opening } });
    // From pages that show what was in force before it.
    for (const seen of [null, before])
      expect(await set({ ...opening, balance: 0, reason: 'a later month', seen })).toMatchObject({
        status: 409,
        json: {
          code: 'CHANGED_MEANWHILE',
          message: `Where billing begins has changed since you opened this page: now with ${monthName(LAST)}, opening balance $1,250.50. Nothing of yours was saved.`,
        },
      });
    expect(await set({ ...opening, reason: 'sent twice', seen: null })).toMatchObject({ json: { opening } });
    await vitrine.shown();
    expect(await create(addMonths(LAST, -1), 8)).toMatchObject({
      status: 422,
      json: { code: 'BEFORE_BILLING', field: 'month' },
    });
    expect(await create(LAST, 8)).toMatchObject({
      status: 200,
      json: { bill: { total: 1250.5, lines: [{ kind: 'OPENING_BALANCE', working: { balance: 1250.5 } }] } },
    });
    expect(await set({ ...opening, balance: 0, reason: 'typed wrongly' })).toMatchObject({
      status: 422,
      json: { code: 'ALREADY_BILLED' },
    });
    expect((await set({ ...opening, reason: 'x' }, '/api/customers/4711/billing-begins')).status).toBe(404);
  });
});

test('where billing begins is not set, and nothing is locked, while Generate All is under way', async () => {
  const month = addMonths(LAST, -24);
  const holding = await vitrine.pool.connect();
  try {
    // The run cannot note what it has done, and stays open.
    await holding.query('begin');
    await holding.query('lock table vitrine.bill_run_item');
    await insertRun(vitrine.context.db, {
      id: randomUUID(),
      kind: 'BILLS',
      month,
      overrides: [],
      requestedBy: 'admin',
      requestedRole: 'administrator',
      requestedAt: new Date(),
    });
    const refused = { status: 409, json: { code: 'RUN_UNDER_WAY' } };
    const body = { month: addMonths(THIS_MONTH, 1), reason: 'moves in' };
    const put = { method: 'PUT' } as const;
    expect(await admin.post('/api/customers/9/billing-begins', { ...body, balance: 1 }, put)).toMatchObject(
      refused,
    );
    expect(await admin.post('/api/billing-begins', body, put)).toMatchObject(refused);
    expect(await lock(LAST)).toMatchObject(refused);
    expect(await admin.get('/api/customers/9/billing-begins')).toMatchObject({ json: { opening: null } });
  } finally {
    await holding.query('rollback');
    holding.release();
  }
  await expect.poll(() => openRunOf(vitrine.context.db, 'BILLS', month), { timeout: 20_000 }).toBeNull();
});

describe('Billing begins on, of every customer (rule: Billing begins on)', () => {
  const set = (body: object, key: string = randomUUID()) =>
    admin.post('/api/billing-begins', body, { method: 'PUT', headers: { 'idempotency-key': key } });
  const body = { month: addMonths(THIS_MONTH, 1), reason: 'the house moves in' };

  test('who has a month of its own or a bill keeps it; the others get it, once', async () => {
    expect(await set({ ...body, reason: ' ' })).toMatchObject({ status: 422 });
    await lock(LAST, 'filed');
    expect(await set({ ...body, month: LAST })).toMatchObject({
      status: 422,
      json: { code: 'PERIOD_LOCKED' },
    });
    await lock(null, 'open again');
    const { json: made } = await admin.post('/api/customers', { name: 'Elm' });
    const { customerId } = made as { customerId: number };
    await vitrine.shown();
    const first = await set(body, 'all-begin');
    // 7 has a bill, 8 a month of its own.
    expect(first).toMatchObject({ status: 200, json: { kept: 1, billed: 1 } });
    await vitrine.shown();
    const of = async (id: number) => (await admin.get(`/api/customers/${id}/billing-begins`)).json;
    expect(await of(customerId)).toEqual({ opening: { month: body.month, balance: 0 } });
    expect(await of(8)).toEqual({ opening: { month: LAST, balance: 1250.5 } });
    const again = await set(body, 'all-begin');
    expect(again.json).toEqual(first.json);
    const reached = [first, again].map(({ headers }) => BigInt(headers.get('x-position') ?? -1));
    expect(reached[0]).toBeGreaterThan(0n);
    expect(reached[1]).toBeGreaterThanOrEqual(reached[0]!);
    expect(await set(body)).toMatchObject({ json: { set: 0, billed: 1 } });
    // A customer's own takes precedence afterwards too.
    const own = { month: addMonths(LAST, -1), balance: 0, reason: 'earlier' };
    const path = '/api/customers/9/billing-begins';
    expect((await admin.post(path, own, { method: 'PUT' })).status).toBe(200);
    await vitrine.shown();
    expect(await of(9)).toEqual({ opening: { month: own.month, balance: 0 } });
  });
});

describe('Lines on documents and accounts', () => {
  test('are as they were set; a blank account is refused by its name; an unknown customer is not there', async () => {
    expect(await admin.get('/api/finance-settings')).toMatchObject({
      json: { details: NO_DETAILS, accounts: STANDARD_ACCOUNTS },
    });
    const details = { address: '1 Main Street\nNew York', registration: 'EIN 12-3456789', bankLines: '' };
    const accounts = { ...STANDARD_ACCOUNTS, receivable: '1100' };
    expect(await admin.post('/api/finance-settings', { details, accounts }, { method: 'PUT' })).toMatchObject(
      {
        status: 200,
        json: { details, accounts },
      },
    );
    // Whom another was faster than is refused; the same again changes nothing.
    const put = (body: object, version?: string) =>
      admin.post('/api/finance-settings', body, {
        method: 'PUT',
        ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
      });
    const read = await admin.get('/api/finance-settings');
    const { version } = read.json as { version: string };
    expect(read.headers.get('etag')).toBe(`"${version}"`);
    const both = [
      { ...accounts, fees: '4000' },
      { ...accounts, fees: '5000' },
    ];
    const replies = await Promise.all(both.map((given) => put({ details, accounts: given }, version)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = replies[0]!.status === 200 ? 0 : 1;
    expect(replies[1 - won]).toMatchObject({
      json: {
        code: 'CHANGED_MEANWHILE',
        message: 'admin has changed this page of settings since you opened it. Nothing of yours was saved.',
      },
    });
    expect((await put({ details, accounts: both[won] }, version)).json).toEqual(replies[won]!.json);
    expect(await admin.get('/api/finance-settings')).toMatchObject({ json: { accounts: both[won] } });
    const blank = { details, accounts: { ...accounts, payable: ' ' } };
    expect(await admin.post('/api/finance-settings', blank, { method: 'PUT' })).toMatchObject({
      status: 422,
    });
    const path = '/api/customers/7/document-details';
    expect(await admin.post(path, details, { method: 'PUT' })).toMatchObject({ status: 200 });
    expect((await admin.get(path)).json).toMatchObject(details);
    expect((await admin.get('/api/customers/4711/document-details')).status).toBe(404);
  });
  test('of a customer: of two who save what both have read, the second is refused', async () => {
    const path = '/api/customers/8/document-details';
    const put = (body: object, version: string) =>
      admin.post(path, body, { method: 'PUT', headers: { 'if-match': `"${version}"` } });
    const read = await admin.get(path);
    expect(read).toMatchObject({ json: { ...NO_DETAILS, version: '0' } });
    expect(read.headers.get('etag')).toBe('"0"');
    const both = ['1 Main Street', '2 Side Street'].map((address) => ({ ...NO_DETAILS, address }));
    const replies = await Promise.all(both.map((details) => put(details, '0')));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const won = replies[0]!.status === 200 ? 0 : 1;
    expect(replies[1 - won]).toMatchObject({
      json: {
        code: 'CHANGED_MEANWHILE',
        message: 'admin has changed this page of settings since you opened it. Nothing of yours was saved.',
      },
    });
    const { version } = replies[won]!.json as { version: string };
    expect(await admin.get(path)).toMatchObject({ json: { ...both[won], version } });
    // The same again changes nothing; with the version as it is now the other is saved.
    expect((await put(both[won]!, '0')).json).toEqual(replies[won]!.json);
    expect(await put(both[1 - won]!, version)).toMatchObject({ status: 200, json: both[1 - won] });
  });
});

describe('Document numbers (rule: Document numbers)', () => {
  type Row = { number: number; kind: string; bill_event_id: string; version: number; amount_cents: string };
  const numbered = async (): Promise<Row[]> =>
    (await sql<Row>`select * from vitrine.document_number order by year, number`.execute(vitrine.context.db))
      .rows;
  const documents = async (id: string): Promise<string[]> =>
    ((await admin.get(`/api/bills/${id}`)).json as { documents: { fileName: string }[] }).documents.map(
      ({ fileName }) => fileName,
    );

  test('have no gap; a replaced document is taken back by a credit note before the new one', async () => {
    await expect.poll(() => documents(`7-${LAST}-2`)).toHaveLength(3);
    await expect.poll(() => documents(`8-${LAST}-1`)).toHaveLength(2);
    const rows = await numbered();
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    const ofSeven = rows.filter(({ bill_event_id }) => bill_event_id !== rows.at(-1)?.bill_event_id);
    expect(ofSeven.map(({ kind, version }) => [kind, version])).toEqual([
      ['BILL', 1],
      ['CREDIT_NOTE', 1],
      ['BILL', 2],
    ]);
    expect(Number(rows[1]?.amount_cents) + Number(rows[0]?.amount_cents)).toBe(0);
    expect(await documents(`7-${LAST}-2`)).toContainEqual(expect.stringMatching(/credit note \d{4}-00002 /));
  });

  test('asked for many times in parallel, a bill has one number', async () => {
    const bill = await billOfMonth(vitrine.context.db, 8, LAST);
    const asked = Array.from({ length: 8 }, () => numberDocuments(vitrine.context.db, bill!, ZONE));
    expect(new Set((await Promise.all(asked)).map(({ own }) => own)).size).toBe(1);
    expect(await numbered()).toHaveLength(4);
  });

  test('the journal posts a bill whose document is still to be drawn under the number that it gets', async () => {
    const { db } = vitrine.context;
    const bill = (await billOfMonth(db, 8, LAST))!;
    const before = await numbered();
    const ofBill = before.find(({ bill_event_id }) => bill_event_id === bill.eventId)!;
    const journal = async () => (await admin.get(`/api/journal?from=${LAST}&to=${LAST}&format=csv`)).text;
    const number = `-${String(ofBill.number).padStart(5, '0')}`;
    expect(await journal()).toContain(number);
    // As before it was drawn.
    await sql`delete from vitrine.document_number where bill_event_id = ${bill.eventId}`.execute(db);
    const { rows: invoices } =
      await sql`update vitrine.invoice set bill_id = 'other' where bill_id = ${bill.eventId} returning 1`.execute(
        db,
      );
    expect(invoices).toHaveLength(2);
    expect(await journal()).not.toContain(`${LAST}/8`);
    expect(await journal()).toContain(number);
    expect(await numbered()).toEqual(before);
    // A document that was issued before there were numbers gets none.
    await sql`update vitrine.invoice set bill_id = ${bill.eventId} where bill_id = 'other'`.execute(db);
    await sql`delete from vitrine.document_number where bill_event_id = ${bill.eventId}`.execute(db);
    expect(await journal()).toContain(`${LAST}/8`);
    expect(await numbered()).toHaveLength(3);
  });
});
