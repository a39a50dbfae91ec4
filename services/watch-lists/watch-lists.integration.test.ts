import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxItem } from '#contracts/api/inboxes.ts';
import type { AgeingResource, AnomalyResource } from '#contracts/api/watch-lists.ts';
import { addDays, houseDayOf } from '#contracts/vocabulary/house-time.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine();
});
afterAll(() => vitrine.close());

const today = () => houseDayOf(new Date().toISOString(), ZONE);
/** Noon of the house's day so many days ago. */
const ago = (days: number) => `${addDays(today(), -days)}T17:00:00.000Z`;

async function ask<Row>(path: string, who: string, query = ''): Promise<Row[]> {
  await vitrine.shown();
  const reply = await (await vitrine.as(who)).get(`${path}${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json as Row[];
}

/** Requested, or acted on, and dated back. */
async function instruct(
  call: 'request_stones' | 'return' | 'sale',
  parcelName: string,
  who = 'birch',
): Promise<void> {
  const reply = await (await vitrine.as(who)).post(`/inventory/${call}`, { parcelNames: [parcelName] });
  expect(reply.status, reply.text).toBe(200);
}
async function backDate(
  parcelName: string,
  action: 'REQUEST' | 'RETURN' | 'SOLD',
  newDate: string,
): Promise<void> {
  const reply = await (
    await vitrine.as('admin')
  ).post('/inventory/change_date', { parcelName, action, newDate });
  expect(reply.status, reply.text).toBe(200);
}

test('Exceptional stones on memo are due back 20 days after the memo; the longest waiting first', async () => {
  for (const [name, tier] of [
    ['EX-1', 'Exceptional'],
    ['EX-2', 'Exceptional'],
    ['EX-3', 'Exceptional'],
    ['RS-1', 'Reserve'],
  ] as const) {
    await vitrine.listStone(name, { tier });
  }
  await vitrine.document('MEMO', 'EX-1', 8, addDays(today(), -5));
  await vitrine.document('MEMO', 'EX-2', 8, addDays(today(), -21));
  await vitrine.document('MEMO', 'RS-1', 8, addDays(today(), -50));
  await vitrine.shown();
  await instruct('return', 'EX-2');
  await instruct('request_stones', 'EX-3');

  const rows = await ask<AgeingResource>('/api/ageing', 'rep');
  const common = {
    customerId: 8,
    customerName: 'Birch Jewelers',
    line: 'natural',
    lab: 'GIA',
    weight: 1.01,
    shapeCode: 'RD',
  };
  expect(rows).toEqual([
    expect.objectContaining({
      ...common,
      parcelName: 'EX-2',
      status: 'PENDING_RETURN',
      memoDate: addDays(today(), -21),
      dueDate: addDays(today(), -1),
      daysLeft: -1,
      overdue: true,
    }),
    expect.objectContaining({
      ...common,
      parcelName: 'EX-1',
      status: 'CUSTOMER',
      memoDate: addDays(today(), -5),
      dueDate: addDays(today(), 15),
      daysLeft: 15,
      overdue: false,
    }),
  ]);
  expect(
    (await ask<AgeingResource>('/api/ageing', 'admin', '?filter={"overdue":true}')).map(
      ({ parcelName }) => parcelName,
    ),
  ).toEqual(['EX-2']);

  // Received, sold or handed on: it is not to be given back any more.
  await vitrine.document('RETURN_MEMO', 'EX-2', 8);
  await vitrine.document('INVOICE', 'EX-1', 8);
  expect(await ask<AgeingResource>('/api/ageing', 'rep')).toEqual([]);
});

test('the tier that counts is the one the customer was shown', async () => {
  await vitrine.listStone('EX-9', { tier: 'Exceptional' });
  await vitrine.document('MEMO', 'EX-9', 8, addDays(today(), -20));
  const [row] = await ask<AgeingResource>('/api/ageing', 'rep', '?filter={"q":"ex-9"}');
  expect(row).toMatchObject({ daysLeft: 0, overdue: false });
});

test('a return without return memo, and a sale without invoice, are anomalies after 14 days', async () => {
  for (const name of ['AN-1', 'AN-2', 'AN-3', 'AN-4', 'AN-5']) {
    await vitrine.listStone(name);
    await vitrine.document('MEMO', name, 8, ago(40));
  }
  await vitrine.shown();
  for (const name of ['AN-1', 'AN-2']) await instruct('return', name);
  for (const name of ['AN-3', 'AN-4', 'AN-5']) await instruct('sale', name);
  await backDate('AN-1', 'RETURN', ago(14));
  await backDate('AN-2', 'RETURN', ago(13));
  await backDate('AN-3', 'SOLD', ago(30));
  await backDate('AN-4', 'SOLD', ago(2));
  await backDate('AN-5', 'SOLD', ago(20));
  const overdue = async () =>
    (
      await ask<AnomalyResource>(
        '/api/anomalies',
        'admin',
        '?filter={"overdue":true}&sort=["parcelName","ASC"]',
      )
    ).map(({ parcelName, type, reason }) => [parcelName, type, reason]);
  expect(await overdue()).toEqual([
    ['AN-1', 'RETURN', 'on its way back, and no return memo after 14 days'],
    ['AN-3', 'SOLD', 'sold, and no invoice after 14 days'],
    ['AN-5', 'SOLD', 'sold, and no invoice after 14 days'],
  ]);
  await vitrine.document('RETURN_MEMO', 'AN-1', 8);
  await vitrine.document('INVOICE', 'AN-3', 8);
  expect((await overdue()).map(([name]) => name)).toEqual(['AN-5']);
});

test('what was recorded and does not fit stands in the same list', async () => {
  await vitrine.listStone('AN-9');
  await vitrine.document('RETURN_MEMO', 'AN-9', 7, '2026-03-02');
  const [row] = await ask<AnomalyResource>('/api/anomalies', 'admin', '?filter={"q":"AN-9"}');
  expect(row).toEqual({
    id: expect.stringContaining('AN-9/'),
    parcelName: 'AN-9',
    line: 'natural',
    customerId: 7,
    customerName: 'Alder & Sons',
    eventId: expect.any(String),
    type: 'RETURN_MEMO',
    date: '2026-03-02',
    reason: 'return memo without holding it',
    overdue: false,
    since: today(),
    state: 'OPEN',
    owner: null,
    note: null,
    handledBy: null,
    handledAt: null,
    old: false,
  });
});

test('what is done of an anomaly is noted with who and when, and filters the list (rule: Inboxes)', async () => {
  await vitrine.listStone('AN-20');
  await vitrine.document('RETURN_MEMO', 'AN-20', 7, '2026-03-02');
  const admin = await vitrine.as('admin');
  const find = async (filter: object) =>
    ask<AnomalyResource>(
      '/api/anomalies',
      'admin',
      `?filter=${encodeURIComponent(JSON.stringify({ parcelName: 'AN-20', ...filter }))}`,
    );
  const [{ id }] = (await find({ state: 'OPEN' })) as [AnomalyResource];
  const path = `/api/anomalies/${encodeURIComponent(id)}/steps`;
  const step = async (body: object, headers = {}) => admin.post(path, body, { headers });
  expect((await step({ action: 'OWN', owner: ' ADMIN' })).json).toMatchObject({ id, owner: 'admin' });
  const key = { 'idempotency-key': '6c3f3f0e-8f43-4d63-9a44-2c7f0a0a0001' };
  for (let times = 0; times < 2; times += 1)
    expect((await step({ action: 'ACKNOWLEDGE', note: 'asked the vendor' }, key)).status).toBe(200);
  expect(await find({ state: 'OPEN' })).toEqual([]);
  expect(await find({ owner: 'admin', state: ['ACKNOWLEDGED'] })).toMatchObject([
    { state: 'ACKNOWLEDGED', note: 'asked the vendor', handledBy: 'admin', handledAt: expect.any(String) },
  ]);
  expect((await step({ action: 'DISMISS', note: 'a test of theirs' })).status).toBe(200);
  const item = (await admin.get(path)).json as InboxItem;
  expect(item).toMatchObject({ id, state: 'DISMISSED', owner: 'admin', note: 'a test of theirs' });
  expect(item.steps.map(({ action, note, by }) => [action, note, by])).toEqual([
    ['DISMISS', 'a test of theirs', 'admin'],
    ['ACKNOWLEDGE', 'asked the vendor', 'admin'],
    ['OWN', null, 'admin'],
  ]);
  // A refusal changes nothing.
  for (const [body, status, field] of [
    [{ action: 'ACKNOWLEDGE' }, 409, 'action'],
    [{ action: 'OWN', owner: 'rep' }, 422, 'owner'],
    [{ action: 'NOTE' }, 422, 'note'],
    [{ action: 'CLOSE' }, 422, 'action'],
  ] as const) {
    const refused = await step(body);
    expect([body, refused.status, (refused.json as { field?: string }).field]).toEqual([body, status, field]);
  }
  expect((await admin.get(path)).json).toEqual(item);
  expect((await admin.post('/api/anomalies/none/steps', { action: 'NOTE', note: 'x' })).status).toBe(404);
});

test('a step repeated under its key is answered as before, also when its anomaly has gone meanwhile', async () => {
  await vitrine.listStone('AN-21');
  await vitrine.document('MEMO', 'AN-21', 8, ago(40));
  await vitrine.shown();
  await instruct('sale', 'AN-21');
  await backDate('AN-21', 'SOLD', ago(20));
  const listed = () => ask<AnomalyResource>('/api/anomalies', 'admin', '?filter={"parcelName":"AN-21"}');
  const [{ id }] = (await listed()) as [AnomalyResource];
  const admin = await vitrine.as('admin');
  const path = `/api/anomalies/${encodeURIComponent(id)}/steps`;
  const note = (text: string, key: string) =>
    admin.post(path, { action: 'NOTE', note: text }, { headers: { 'idempotency-key': key } });
  const first = await note('asked the office', 'note-1');
  expect(first).toMatchObject({ status: 200, json: { id, note: 'asked the office' } });
  expect((await note('they will invoice it', 'note-2')).status).toBe(200);
  await vitrine.document('INVOICE', 'AN-21', 8);
  expect(await listed()).toEqual([]);
  expect(await note('asked the office', 'note-1')).toMatchObject({ status: 200, json: first.json });
  expect((await note('too late', 'note-3')).status).toBe(404);
});

test.each([
  ['/api/ageing', [403, 200, 200]],
  ['/api/anomalies', [403, 403, 200]],
  ['/api/repricings', [403, 403, 200]],
])('%s: customer, rep, administrator', async (path, expected) => {
  expect((await vitrine.call(path, undefined, { method: 'GET' })).status).toBe(401);
  const statuses = [];
  for (const who of ['birch', 'rep', 'admin'])
    statuses.push((await (await vitrine.as(who)).get(path)).status);
  expect(statuses).toEqual(expected);
});
