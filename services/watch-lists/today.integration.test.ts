import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerResource } from '#contracts/api/back-office.ts';
import type { OpenedBill } from '#contracts/api/bills.ts';
import type { Today } from '#contracts/api/today.ts';
import type { AgeingResource } from '#contracts/api/watch-lists.ts';
import { vendorStream } from '#contracts/events/index.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { addMonths, firstDayOf, monthOf, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { customerCommands } from '#services/customers/index.ts';
import { createOutbox } from '#services/mail/index.ts';
import { appendEvents, loadStream } from '#services/platform/commands/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';

const ADMINISTRATOR = { username: 'admin', role: 'administrator' } as const;

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const day = houseDayOf(new Date().toISOString(), ZONE);
const month = monthOf(day);
const last = addMonths(month, -1);
let commands = 0;
const command = () => ({ commandId: `today-${++commands}`, actor: ADMINISTRATOR });

async function today(who: string): Promise<Today> {
  await vitrine.shown();
  const reply = await (await vitrine.as(who)).get('/api/today');
  expect(reply.status, reply.text).toBe(200);
  return reply.json as Today;
}

/** How many rows the list has that a figure opens to. */
async function listed(resource: string, filter: object, who = 'admin'): Promise<unknown[]> {
  const query = encodeURIComponent(JSON.stringify(filter));
  const reply = await (await vitrine.as(who)).get(`/api/${resource}?filter=${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json as unknown[];
}

/** Vendor 1's feed was read so many hours ago. */
async function readFeed(hoursAgo: number): Promise<void> {
  const { context } = vitrine;
  const vendor = await loadStream(context, vendorStream(1), vendorFold);
  const feed = { vendorId: 1, fileHash: 'hash', rows: 10, listed: 10, reported: 0 };
  const effectiveAt = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  await appendEvents(
    context,
    vendor,
    [{ type: 'VendorFeedRead', id: randomUUID(), data: { ...feed, effectiveAt } }],
    command(),
  );
}

test('where nothing has happened, nothing waits', async () => {
  expect(await today('admin')).toEqual({
    day,
    memosOverdue: 0,
    memosDueSoon: 0,
    customersBelowMinimum: 0,
    customersNearMaximum: 0,
    monthsToBill: [],
    billAlarms: 0,
    anomalies: 0,
    suspense: 0,
    stuckInstructions: 0,
    feedsWaiting: 0,
    feedsOld: 0,
    mailsFailed: 0,
    money: {
      holding: { count: 0, total: 0 },
      exposure: 0,
      feeBase: 0,
      month,
      invoiced: { count: 0, total: 0 },
      credited: { count: 0, total: 0 },
      billed: { month: last, count: 0, total: 0 },
      margin: { month: last, house: 0, of: 0 },
    },
  });
});

test('every figure is that of the list that it opens to (rule: Today)', async () => {
  const { context } = vitrine;
  const { db } = context;
  // Due back in 7 days, in 6, today and yesterday; and one that has come back.
  for (const [name, daysOut] of [
    ['EX-7', 13],
    ['EX-6', 14],
    ['EX-0', 20],
    ['EX-LATE', 21],
    ['EX-BACK', 40],
  ] as const) {
    await vitrine.listStone(name, { tier: 'Exceptional' });
    await vitrine.document('MEMO', name, 8, addDays(day, -daysOut));
  }
  await vitrine.document('RETURN_MEMO', 'EX-BACK', 8, day);
  // Alder: 45,080 of 50,000, of which 9,800 is requested; 90 % are near. Of this month, but for N-1 of the last.
  for (const name of ['N-1', 'N-2', 'N-3', 'N-4', 'N-5']) await vitrine.listStone(name, {}, 920_000);
  await vitrine.document('MEMO', 'N-1', 7, firstDayOf(last), 901_600);
  for (const name of ['N-2', 'N-3', 'N-4']) await vitrine.document('MEMO', name, 7, day, 901_600);
  await vitrine.shown();
  const requested = await (
    await vitrine.as('alder')
  ).post('/inventory/request_stones', {
    parcelNames: ['N-5'],
    remarks: '',
  });
  expect(requested.status, requested.text).toBe(200);
  // Cedar has a minimum since last month and holds nothing: that month's true-up waits, too.
  await customerCommands.changeTerms(context, command(), 9, {
    changes: { minInventoryCents: 1_000_000, feeRatePpm: 10_000 },
    effectiveAt: `${last}-10`,
  });
  // Two of this month are invoiced, one is taken back; the amounts are the documents', of which one differs: an anomaly.
  for (const name of ['S-1', 'S-2', 'S-3']) await vitrine.listStone(name);
  await vitrine.document('INVOICE', 'S-1', 8, day, 970_000);
  await vitrine.document('INVOICE', 'S-2', 8, day, 980_000);
  await vitrine.document('CREDIT', 'S-2', 8, day, 980_000);
  // What does not fit: another anomaly.
  await vitrine.document('RETURN_MEMO', 'S-3', 7, day);
  const now = new Date();
  await sql`
    insert into vitrine.suspense_document (instance, doc_type, doc_no, line, version, document, reason, since, tried_at)
    values ('VITRINE', 'MEMO', 'M-1', 1, 1, '{}', 'unknown account', ${now}, ${now}),
      ('VITRINE', 'MEMO', 'M-2', 1, 1, '{}', 'unknown account', ${now}, ${now})`.execute(db);
  await sql`insert into vitrine.reactor_checkpoint (reactor, position, updated_at)
    values ('trading-system-instructions', 0, ${now})`.execute(db);
  await sql`
    insert into vitrine.reactor_retry (reactor, position, stream, revision, event_type, since, attempts, reason, next_attempt_at)
    values ('trading-system-instructions', 1, 'stone-N-5', 1, 'StoneRequested', ${now}, 1, 'no account', ${now}),
      ('trading-system-instructions', 2, 'stone-N-5', 2, 'StoneReturned', ${now}, 0, null, ${now})`.execute(
    db,
  );
  const send = createOutbox({ db, clock: () => now, sending: true });
  for (const key of ['one', 'two', 'three'])
    await send({ to: 'someone@example.com', subject: key, text: key, key });
  await sql`update vitrine.mail set state = 'FAILED' where key in ('one', 'two')`.execute(db);
  for (const [id, state] of [
    ['held', 'HELD'],
    ['classified', 'CLASSIFIED'],
    ['applied', 'APPLIED'],
  ] as const)
    await sql`
      insert into vitrine.feed_run (id, vendor_id, file_id, file_name, source, kind, state, requested_by, requested_role,
        requested_at, mapping)
      values (${id}, 1, 'file', 'stock.csv', 'UPLOAD', 'FULL', ${state}, 'admin', 'administrator', ${now},
        '{"columns":[]}')`.execute(db);
  await sql`
    insert into vitrine.bill_alarm (bill_id, customer_id, month, version, message, raised_at)
    values ('8-2026-01-1', 8, '2026-01', 1, 'changed', ${now})`.execute(db);
  await readFeed(8 * 24);

  const found = await today('admin');
  expect(found).toMatchObject({
    memosOverdue: 1,
    memosDueSoon: 2,
    customersBelowMinimum: 1,
    customersNearMaximum: 1,
    billAlarms: 1,
    anomalies: 2,
    suspense: 2,
    stuckInstructions: 1,
    feedsWaiting: 2,
    feedsOld: 1,
    mailsFailed: 2,
    money: {
      holding: { count: 8, total: 4 * 9_016 + 4 * 9_800 },
      exposure: 5 * 9_016 + 4 * 9_800,
      feeBase: 4 * 9_016 + 4 * 9_800,
      month,
      invoiced: { count: 2, total: 19_500 },
      credited: { count: 1, total: 9_800 },
      billed: { month: last, count: 0, total: 0 },
      margin: { month: last, house: 0, of: 0 },
    },
  });
  // Birch has had stones on memo since last month as well, unless the month is old enough.
  expect(found.monthsToBill?.[0]).toMatchObject({ month: last });
  const unbilled = (await listed('customers', { toBill: last })) as CustomerResource[];
  expect(unbilled.map(({ id }) => id)).toEqual(expect.arrayContaining([7, 9]));
  expect(unbilled).toHaveLength(found.monthsToBill![0]!.customers);
  for (const ofMonth of found.monthsToBill!)
    expect(await listed('customers', { toBill: ofMonth.month })).toHaveLength(ofMonth.customers);

  const names = async (filter: object, who: string) =>
    ((await listed('ageing', filter, who)) as AgeingResource[]).map(({ parcelName }) => parcelName);
  expect(await names({ overdue: true }, 'rep')).toEqual(['EX-LATE']);
  expect(await names({ dueSoon: true }, 'rep')).toEqual(['EX-0', 'EX-6']);
  expect(await listed('customers', { limits: 'BELOW_MINIMUM' }, 'rep')).toMatchObject([{ id: 9 }]);
  expect(await listed('customers', { limits: 'NEAR_MAXIMUM' }, 'rep')).toMatchObject([{ id: 7 }]);
  expect(await listed('vendors', { oldFeed: true })).toMatchObject([{ id: 1 }]);
  expect(await listed('feed-runs', { state: ['CLASSIFIED', 'HELD'] })).toHaveLength(2);
  expect(await listed('mails', { state: 'FAILED' })).toHaveLength(2);
  for (const [resource, figure] of [
    ['anomalies', 'anomalies'],
    ['suspense', 'suspense'],
    ['stuck-instructions', 'stuckInstructions'],
    ['bill-alarms', 'billAlarms'],
  ] as const)
    expect([resource, (await listed(resource, {})).length]).toEqual([resource, found[figure]]);
});

test.each([7 * 24 - 1, 7 * 24 + 1, 7 * 24 + 23, 8 * 24])(
  'a feed of %i hours ago is old here when its stones are tentative in the lists (rule: Old feeds)',
  async (hours) => {
    await readFeed(hours);
    const { feedsOld } = await today('admin');
    const stones = await (await vitrine.as('admin')).list('/inventory/available');
    expect(new Set(stones.map(({ tentativeAvailability }) => tentativeAvailability))).toEqual(
      new Set([feedsOld === 1]),
    );
    expect(await listed('vendors', { oldFeed: true })).toHaveLength(feedsOld!);
  },
);

test('what is acknowledged or dismissed does not wait for a person any more', async () => {
  const admin = await vitrine.as('admin');
  for (const resource of ['anomalies', 'suspense'] as const) {
    const [first, second] = (await listed(resource, { state: 'OPEN' })) as { id: string }[];
    for (const [row, body] of [
      [first, { action: 'ACKNOWLEDGE' }],
      [second, { action: 'DISMISS', note: 'a test' }],
    ] as const) {
      const path = `/api/${resource}/${encodeURIComponent(row!.id)}/steps`;
      expect((await admin.post(path, body)).status).toBe(200);
    }
    expect(await listed(resource, { state: 'OPEN' })).toEqual([]);
    expect((await today('admin'))[resource]).toBe(0);
  }
});

test('a month is not waited for once it is billed, and what is billed of it is counted', async () => {
  const admin = await vitrine.as('admin');
  const before = (await today('admin')).monthsToBill!;
  for (const { month: ofMonth } of before.toReversed())
    for (const { id } of (await listed('customers', { toBill: ofMonth })) as CustomerResource[]) {
      const bill = await admin.post('/billing/create', yearAndMonth(ofMonth), {
        headers: { customer: String(id) },
      });
      expect(bill.status, bill.text).toBe(200);
    }
  const { monthsToBill, money } = await today('admin');
  expect(monthsToBill).toEqual([]);
  const bills = (await listed('bills', { month: last, newest: true })) as { id: string; total: number }[];
  expect(bills).toHaveLength(before[0]!.customers);
  expect(money!.billed).toEqual({
    month: last,
    count: bills.length,
    total: expect.closeTo(
      bills.reduce((sum, { total }) => sum + total, 0),
      5,
    ),
  });
  // Their margin is that of their lines: every amount is the vendors' or the house's.
  const lines = await Promise.all(
    bills.map(async ({ id }) => ((await admin.get(`/api/bills/${id}`)).json as OpenedBill).lines),
  );
  const sumOf = (of: (line: OpenedBill['lines'][number]) => number): number =>
    lines.flat().reduce((sum, line) => sum + of(line), 0);
  await expect
    .poll(async () => (await today('admin')).money!.margin)
    .toEqual({
      month: last,
      house: expect.closeTo(
        sumOf(({ house }) => house),
        5,
      ),
      of: expect.closeTo(
        sumOf(({ amount, tradingSystem }) => amount + tradingSystem),
        5,
      ),
    });
});

test('a rep sees what reps may see, and no money of documents and bills', async () => {
  const found = await today('rep');
  expect(Object.keys(found).toSorted()).toEqual([
    'customersBelowMinimum',
    'customersNearMaximum',
    'day',
    'memosDueSoon',
    'memosOverdue',
    'money',
  ]);
  expect(Object.keys(found.money!).toSorted()).toEqual(['exposure', 'feeBase', 'holding']);
});

test.each([
  [{ limits: 'ANY' }, 'admin', 'filter: limits is one of BELOW_MINIMUM, NEAR_MAXIMUM.'],
  [{ toBill: 'April' }, 'admin', 'filter: toBill is a month such as 2026-04, for administrators.'],
  [{ toBill: '2026-04' }, 'rep', 'filter: toBill is a month such as 2026-04, for administrators.'],
])('%j is refused for %s', async (filter, who, message) => {
  const query = encodeURIComponent(JSON.stringify(filter));
  const { status, json } = await (await vitrine.as(who)).get(`/api/customers?filter=${query}`);
  expect([status, (json as { message: string }).message]).toEqual([400, message]);
});

test('staff who are shown no prices see neither limits nor money', async () => {
  const admin = await vitrine.as('admin');
  expect((await admin.post('/api/users/rep', { showPrices: 'NONE' }, { method: 'PUT' })).status).toBe(200);
  expect(await today('rep')).toEqual({ day, memosOverdue: 1, memosDueSoon: 2 });
  const rep = await vitrine.as('rep');
  expect(await rep.get('/api/customers?filter={"limits":"NEAR_MAXIMUM"}')).toMatchObject({
    status: 400,
    json: { message: 'filter: limits is for callers who see wholesale prices.' },
  });
});
