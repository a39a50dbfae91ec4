import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SavedSearch } from '#contracts/api/saved-searches.ts';
import { PROGRAM_LISTS } from '#contracts/vocabulary/attribute-lists.ts';
import { shapeNames } from '#contracts/vocabulary/shapes.ts';
import { memoTermsOf } from '#contracts/lifecycle/index.ts';
import { itemsInCart } from '#projections/carts/index.ts';
import { customerById } from '#projections/customers/index.ts';
import { NO_CUSTOMER } from '#projections/parcels/index.ts';
import { createOutbox, type SendMail } from '#services/mail/index.ts';
import { startSmallVitrine, type SmallVitrine } from '#tests/support/small-vitrine.ts';
import { ZONE } from '#tests/support/small-world.ts';
import { lookForMatches, type LookDeps } from './look-for-matches.ts';

/** Searches under names, and what is new for them, once each whatever is killed (rule: Saved searches). */

let vitrine: SmallVitrine;
beforeAll(async () => {
  vitrine = await startSmallVitrine({ VITRINE_ROLES: 'api,projections' });
  await vitrine.listStone('OLD-D', { colour: 'D', weight: 1200 });
  await vitrine.listStone('OLD-G', { colour: 'G', weight: 1200 });
  await vitrine.shown();
});
afterAll(() => vitrine?.close());

const HOUR_MS = 3_600_000;
const start = Date.now();
const search = (more: object = {}) => ({
  name: 'White',
  kind: 'available',
  line: 'natural',
  sort: null,
  mails: true,
  filters: { colour: { kind: 'choice', values: ['D', 'E'] }, weight: { kind: 'range', min: 1, max: 1.5 } },
  ...more,
});
const put = async (who: string, id: string, body: object) =>
  (await vitrine.as(who)).post(`/searches/${id}`, body, { method: 'PUT' });
const create = async (who: string, id: string, body: object) =>
  (await vitrine.as(who)).post(`/searches/${id}`, body);
const own = async (who: string) => (await (await vitrine.as(who)).get('/searches')).json as SavedSearch[];
const fresh = async (who: string) => (await own(who)).map(({ name, newMatches }) => [name, newMatches]);

/** What the looks logged. */
const warnings: string[] = [];

/** Looks as the job does, so many hours from now; `meanwhile` comes between what it reads and what it notes. */
async function look(hours: number, sendMail?: SendMail, meanwhile?: () => Promise<unknown>): Promise<void> {
  let isUnderWay = false;
  const { db } = vitrine.context;
  const clock = () => new Date(start + hours * HOUR_MS);
  const shownTo = async (id: number) => {
    const { access, retailMarkups, terms } = (await customerById(db, id))!;
    const price = { giaRoundDiscountPpm: 0, retailMarkups };
    return { access, price, memo: memoTermsOf(terms, 0, ZONE) };
  };
  const deps: LookDeps = {
    db,
    clock,
    log: { warn: (message) => void warnings.push(message) },
    publicUrl: 'https://vitrine.example/',
    customerAccess: async (id) => (await customerById(db, id))?.access ?? null,
    async attributes() {
      if (!isUnderWay) await meanwhile?.();
      isUnderWay = true;
      return PROGRAM_LISTS;
    },
    sendMail: sendMail ?? createOutbox({ db, clock, sending: false }),
    readers: {
      db,
      customer: shownTo,
      lineFacts: async (id, line) => ({
        customer: id === null ? null : await shownTo(id),
        cart: (await itemsInCart(db, id ?? NO_CUSTOMER, line).execute()).map(({ parcelName }) => parcelName),
        staleVendors: new Set(),
        mark: '',
      }),
      priceList: () => Promise.resolve({ version: 'none', rapOf: () => undefined }),
      words: () =>
        Promise.resolve({
          version: '1',
          lists: PROGRAM_LISTS,
          shapeName: shapeNames(PROGRAM_LISTS.shapes),
        }),
      today: () => '2026-04-01',
    },
  };
  await vitrine.shown();
  await lookForMatches(deps);
}
async function mails(): Promise<[to: string, subject: string][]> {
  const { rows } = await vitrine.pool.query<{ recipient: string; subject: string }>(
    "select recipient, subject from vitrine.mail where key like 'saved-search/%' order by id",
  );
  return rows.map(({ recipient, subject }) => [recipient, subject]);
}

const mailsTo = async (who: string): Promise<string[]> =>
  (await mails()).filter(([to]) => to === `${who}@example.com`).map(([, subject]) => subject);

test('are one’s own: saved, listed by name, changed and deleted by nobody else', async () => {
  const id = randomUUID();
  expect(await create('alder', id, search({ name: 'Mine' }))).toMatchObject({
    status: 200,
    json: { id, name: 'Mine', newMatches: 0 },
  });
  const unknown = { status: 402, json: { code: 'UNKNOWN_SEARCH' } };
  for (const save of [create, put]) expect(await save('birch', id, search())).toMatchObject(unknown);
  const changed = { ...search({ name: 'Mine' }), line: 'labGrown' };
  expect(await put('alder', id, changed)).toMatchObject({ status: 200, json: { id, line: 'labGrown' } });
  // Sent again because its answer was lost, it is the same search.
  expect(await create('alder', id, search({ name: 'Mine' }))).toMatchObject({ status: 200, json: { id } });
  expect(await create('alder', randomUUID(), search({ name: 'mine' }))).toMatchObject({
    status: 402,
    json: { field: 'name' },
  });
  expect(await create('alder', randomUUID(), search({ name: ' ' }))).toMatchObject({
    status: 402,
    json: { field: 'name' },
  });
  expect(await create('alder', randomUUID(), search({ kind: 'past' }))).toMatchObject({
    status: 402,
    json: { field: 'mails' },
  });
  expect(await own('birch')).toEqual([]);
  const remove = async (who: string) =>
    (await (await vitrine.as(who)).post(`/searches/${id}`, undefined, { method: 'DELETE' })).status;
  expect([await remove('birch'), await remove('alder'), await remove('alder')]).toEqual([402, 200, 402]);
  expect(await put('alder', id, search({ name: 'Mine' }))).toMatchObject(unknown);
  expect(await own('alder')).toEqual([]);
});

test('of searches saved under one name at once, one is kept and the others are refused in words', async () => {
  for (let times = 0; times < 5; times += 1) {
    const name = `At once ${times}`;
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const saved = await Promise.all(ids.map((id) => create('cedar', id, search({ name, mails: false }))));
    expect(saved.map(({ status }) => status).toSorted()).toEqual([200, 402, 402]);
  }
  expect(await own('cedar')).toHaveLength(5);
});

const WHITE = randomUUID();

test('what matches already is not new; what comes to match is, until the search is opened', async () => {
  // From the moment that it is saved, not from the job's first look.
  await create('alder', WHITE, search());
  expect(await fresh('alder')).toEqual([['White', 0]]);
  await vitrine.listStone('NEW-E', { colour: 'E', weight: 1400 });
  await vitrine.listStone('NEW-HEAVY', { colour: 'E', weight: 1600 });
  const killed: SendMail = () => Promise.reject(new Error('killed'));
  await look(0, killed);
  expect(warnings.splice(0)).toEqual([expect.stringContaining('killed')]);
  expect([await fresh('alder'), await mails()]).toEqual([[['White', 0]], []]);
  // Two processes at the same time, and again.
  await Promise.all([look(0), look(0)]);
  await look(0);
  expect(await fresh('alder')).toEqual([['White', 1]]);
  expect(await mails()).toEqual([['alder@example.com', '1 new match: White']]);
  expect((await (await vitrine.as('alder')).post(`/searches/${WHITE}/seen`, {})).status).toBe(200);
  expect(await fresh('alder')).toEqual([['White', 0]]);
});

test('the next mail comes an hour later, about all that is new since; what is gone again is not in it', async () => {
  await vitrine.listStone('NEXT-1', { colour: 'D', weight: 1000 });
  await look(0.2);
  await vitrine.listStone('NEXT-2', { colour: 'D', weight: 1500 });
  await vitrine.listStone('TAKEN', { colour: 'D', weight: 1100 });
  await look(0.5);
  expect(await fresh('alder')).toEqual([['White', 3]]);
  await vitrine.document('MEMO', 'TAKEN', 8, '2026-04-01');
  await look(0.6);
  expect(await mails()).toHaveLength(1);
  await look(1.1);
  expect((await mails()).slice(1)).toEqual([['alder@example.com', '2 new matches: White']]);
  expect(await fresh('alder')).toEqual([['White', 2]]);
});

test('what was opened before its mail came is not in the mail', async () => {
  await vitrine.listStone('OPENED', { colour: 'D', weight: 1200 });
  await look(1.5);
  expect(await fresh('alder')).toEqual([['White', 3]]);
  expect((await (await vitrine.as('alder')).post(`/searches/${WHITE}/seen`, {})).status).toBe(200);
  await look(2.2);
  expect(await mails()).toHaveLength(2);
  await vitrine.listStone('NOT-OPENED', { colour: 'D', weight: 1200 });
  await look(2.3);
  expect((await mails()).slice(2)).toEqual([['alder@example.com', '1 new match: White']]);
});

test('other filters begin again; a search that is not mailed has its mark alone; prices that are hidden filter nothing', async () => {
  await put('alder', WHITE, search({ mails: false, filters: {} }));
  await create(
    'alder-none',
    randomUUID(),
    search({ name: 'Cheap', filters: { total: { kind: 'range', min: null, max: 1 } } }),
  );
  expect(await fresh('alder')).toEqual([['White', 0]]);
  await vitrine.listStone('LAST', { colour: 'G' });
  await look(3);
  expect([await fresh('alder'), await fresh('alder-none')]).toEqual([[['White', 1]], [['Cheap', 1]]]);
  expect((await mails()).slice(3)).toEqual([['alder-none@example.com', '1 new match: Cheap']]);
});

const priced = { total: { kind: 'range', min: null, max: 1 }, colour: { kind: 'choice', values: ['D'] } };
const byTotal = { column: 'total', descending: true };
const hidden = { filters: { colour: priced.colour }, sort: null, newMatches: 0 };
const countNew = (count: number, id: string) =>
  vitrine.pool.query(`update vitrine.saved_search set fresh = $1 where id = $2`, [
    Array(count).fill('X'),
    id,
  ]);

test('given a search by price, when it is read and changed in a narrower mode, then it tells nothing and keeps its prices', async () => {
  const [id, plain] = [randomUUID(), randomUUID()];
  const edit = search({ name: 'By price', mails: false, filters: priced, sort: byTotal });
  await create('cedar', id, edit);
  await create('cedar', plain, search({ name: 'Plain', mails: false }));
  for (const one of [id, plain]) await countNew(2, one);
  const named = (all: unknown, name: string) => (all as SavedSearch[]).find((one) => one.name === name);
  for (const prices of ['RETAIL', 'NONE']) {
    const cedar = await vitrine.as('cedar', { prices });
    const { json } = await cedar.get('/searches');
    expect(named(json, 'By price')).toMatchObject(hidden);
    expect(named(json, 'Plain')).toMatchObject({ newMatches: 2 });
    const body = { ...edit, filters: { colour: priced.colour }, sort: null, mails: true };
    const changed = await cedar.post(`/searches/${id}`, body, { method: 'PUT' });
    expect(changed).toMatchObject({ status: 200, json: { ...hidden, mails: true } });
  }
  // Nothing was changed of what it finds, so what was new is new still.
  const whole = { filters: priced, sort: byTotal, newMatches: 2 };
  expect(named(await own('cedar'), 'By price')).toMatchObject(whole);
});

test('given a view as a customer, when searches are read or saved in it, then none has prices or what they tell', async () => {
  const [before, within] = [randomUUID(), randomUUID()];
  const body = search({ name: 'Before', mails: false, filters: priced, sort: byTotal });
  const admin = await vitrine.as('admin', { customer: '7' });
  expect((await admin.post(`/searches/${before}`, body)).status).toBe(200);
  await countNew(1, before);
  const authorization = `Bearer ${await vitrine.signIn('admin')}`;
  const viewed = { customerId: 7, username: 'alder' };
  const started = await vitrine.call('/api/view-as', viewed, { headers: { authorization } });
  const headers = { authorization: `Bearer ${(started.json as { token: string }).token}` };
  const made = await vitrine.call(`/searches/${within}`, { ...body, name: 'Within' }, { headers });
  expect(made).toMatchObject({ status: 200, json: hidden });
  const { json } = await vitrine.call('/searches', undefined, { method: 'GET', headers });
  expect(json).toMatchObject([
    { name: 'Before', ...hidden },
    { name: 'Within', ...hidden },
  ]);
  expect((await admin.get('/searches')).json).toMatchObject([
    { filters: priced, sort: byTotal, newMatches: 1 },
    hidden,
  ]);
});

test('a stone that was put in the cart since is not new for a search of what is not in the cart', async () => {
  const birch = await vitrine.as('birch');
  const notInCart = { cart: { kind: 'choice', values: ['No'] } };
  await create('birch', randomUUID(), search({ name: 'Not yet', filters: notInCart }));
  await look(4);
  await vitrine.listStone('CARTED', { colour: 'D' });
  await vitrine.listStone('LEFT', { colour: 'D' });
  await look(4.1);
  expect(await mailsTo('birch')).toEqual(['2 new matches: Not yet']);
  await vitrine.listStone('CARTED-2', { colour: 'D' });
  await look(4.2);
  expect(await fresh('birch')).toEqual([['Not yet', 3]]);
  for (const parcelName of ['CARTED', 'CARTED-2'])
    expect((await birch.post('/inventory/cart_stones', { parcelNames: [parcelName] })).status).toBe(200);
  await look(6);
  expect([await fresh('birch'), await mailsTo('birch')]).toEqual([
    [['Not yet', 1]],
    ['2 new matches: Not yet'],
  ]);
});

test('what is opened while it is looked for is new no more', async () => {
  // Given a match that is new
  const id = randomUUID();
  await create('birch', id, search({ name: 'Opened', mails: false }));
  await vitrine.listStone('SEEN', { colour: 'E', weight: 1300 });
  const opened = async () => (await fresh('birch')).filter(([name]) => name === 'Opened');
  await look(6);
  expect(await opened()).toEqual([['Opened', 1]]);
  // When the search is opened while the next look is under way, which finds another
  await vitrine.listStone('NOT-SEEN', { colour: 'E', weight: 1300 });
  const open = async () => (await vitrine.as('birch')).post(`/searches/${id}/seen`, {});
  await look(7, undefined, open);
  // Then that other alone is new
  await look(8);
  expect(await opened()).toEqual([['Opened', 1]]);
});
